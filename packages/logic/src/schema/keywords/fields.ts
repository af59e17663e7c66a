import type { Code, CodeKeywordDefinition, KeywordCxt, Name } from 'ajv';
import type { Field, ObjectFields } from '../../declaration/field.ts';
import { _ } from './code.ts';
import { isBare, ownCopy } from './own-properties.ts';
import { prepareValue, type SourceMode } from './prepare-value.ts';
import { failure, stopAtMost } from './report.ts';

/** Argument of the keyword: in a list, so that Ajv does not look for schemas in it. */
export type FieldsArgument = readonly [
  plan: SourceMode & {
    readonly object: ObjectFields;
    /** The object is already a copy: change it and ignore other keys. */
    readonly inPlace: boolean;
  },
];

/**
 * Keyword of an object: creates the copy that the following keywords validate and that becomes the result.
 *
 * It has the declared fields, with defaults, trimmed strings and coerced values. Blank ones are
 * removed, or `null` in a PATCH. Only own properties of the input are read. In the result,
 * `undefined` hides inherited members with the name of a field.
 */
export const fieldsKeyword: CodeKeywordDefinition = {
  keyword: 'x-fields',
  type: 'object',
  schemaType: 'array',
  before: 'required',
  error: failure,
  code(context: KeywordCxt) {
    const { gen, data, it } = context;
    const [{ object, inPlace, ...mode }] = context.schema as FieldsArgument;
    const isOwn = gen.scopeValue('func', { ref: isBare });
    const copyOwn = gen.scopeValue('func', { ref: ownCopy });
    const source = inPlace ? data : gen.const('source', _`${isOwn}(${data}) ? ${data} : ${copyOwn}(${data})`);
    const output = inPlace ? data : gen.const('output', emptyOutput(object));
    const known = !inPlace && object.unknown !== 'strip' ? gen.let('known', 0) : undefined;
    const value = gen.let('value');
    for (const field of object.fields) {
      readValue(context, field, source, value, known);
      const { name } = field;
      const target = _`${output}[${name}]`;
      keepValue(context, field, value, target, mode);
      // Neither the following keywords nor the action may read inherited members.
      const hides = inPlace ? _`` : _` && ${inherits(context, name)}`;
      gen.if(_`${value} === undefined${hides}`, () => gen.assign(target, _`undefined`));
      // The first name that `required` misses ends its test, unless it is empty.
      if (name === '' && field.required === true)
        gen.if(_`${value} === undefined`, () => context.error(false, { rule: _`"required"`, key: _`""` }));
    }
    if (inPlace) return;
    if (known !== undefined) {
      const count = gen.let('count', 0);
      gen.forIn('key', source, () => gen.code(_`${count}++`));
      gen.if(_`${count} !== ${known}`, () => unknownKeys(context, object, source, output));
    }
    gen.assign(data, output);
    gen.assign(_`${it.parentData}[${it.parentDataProperty}]`, output);
  },
};

// --- internal ---

const EMPTY = {};

/** Define names that every object inherits at creation: if `Object.prototype` is frozen, assignments to them fail. */
function emptyOutput({ fields }: ObjectFields): Code {
  const inherited = fields.filter(({ name }) => name in EMPTY);
  return _`${inherited.reduce((all, { name }) => _`${all}${name}: undefined, `, _`{`)}}`;
}

function readValue(context: KeywordCxt, field: Field, source: Name, value: Name, known: Name | undefined): void {
  const { gen } = context;
  const { source: key, makeDefault, nullIsAbsent } = field;
  gen.assign(value, _`${source}[${key}]`);
  // It must not count as a field that was sent, either.
  const own = gen.scopeValue('func', { ref: Object.prototype.hasOwnProperty });
  gen.if(_`${value} !== undefined && ${inherits(context, key)} && !${own}.call(${source}, ${key})`, () =>
    gen.assign(value, _`undefined`),
  );
  if (known !== undefined) gen.if(_`${value} !== undefined`, () => gen.code(_`${known}++`));
  if (makeDefault === undefined) return;
  const make = gen.scopeValue('func', { ref: makeDefault });
  gen.if(_`${value} === undefined${nullIsAbsent ? _` || ${value} === null` : _``}`, () =>
    gen.assign(value, _`${make}()`),
  );
}

/** Whether every object has such a property: `constructor`, or what some code has added to `Object.prototype`. */
function inherits({ gen }: KeywordCxt, key: string): Code {
  return _`${gen.scopeValue('obj', { ref: EMPTY })}[${key}] !== undefined`;
}

/** Remove a blank value, or replace it by `null`. */
function keepValue(context: KeywordCxt, field: Field, value: Name, target: Code, mode: SourceMode): void {
  const { gen } = context;
  const { name, trim, nullable, keepsEmpty, required, blankIsNull } = field;
  const report = (rule: string, refused?: Code) => context.error(false, { rule: _`${rule}`, key: _`${name}`, refused });
  const blanks = [...(nullable ? [] : [_`${value} === null`]), ...(keepsEmpty ? [] : [_`${value} === ""`])];
  gen.if(_`${value} !== undefined`, () => {
    if (trim) gen.if(_`typeof ${value} == "string"`, () => gen.assign(value, _`${value}.trim()`));
    const keep = () => {
      prepareValue(context, field, value, mode, report);
      gen.assign(target, value);
    };
    const [first, second] = blanks;
    if (first === undefined) return keep();
    gen.if(
      second === undefined ? first : _`${first} || ${second}`,
      () => {
        if (required === 'present') report('required');
        gen.assign(value, blankIsNull ? _`null` : _`undefined`);
        if (blankIsNull) gen.assign(target, value);
      },
      keep,
    );
  });
}

function unknownKeys(context: KeywordCxt, { unknown, fields }: ObjectFields, source: Name, output: Name): void {
  const { gen } = context;
  const declared = gen.scopeValue('obj', { ref: new Set(fields.map((field) => field.source)) });
  gen.forOf('key', _`Object.keys(${source})`, (key) => {
    if (unknown === 'keep') {
      gen.if(_`${key} !== "__proto__" && !${declared}.has(${key})`, () =>
        gen.assign(_`${output}[${key}]`, _`${source}[${key}]`),
      );
      return;
    }
    gen.if(_`!${declared}.has(${key})`, () => {
      context.error(false, { rule: _`"unknown"`, key });
      stopAtMost(context);
    });
  });
}
