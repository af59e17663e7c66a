import { _, type Code, type CodeKeywordDefinition, type KeywordCxt, type Name, nil } from 'ajv';
import names from 'ajv/dist/compile/names.js';
import type { Field, ObjectFields } from '../../declaration/field.ts';
import { isBare, ownCopy } from './own-properties.ts';
import { prepareValue, type SourceMode } from './prepare-value.ts';
import { failure, MOST_ERRORS } from './report.ts';

/** Argument of the keyword: in a list, so that Ajv does not look for schemas in it. */
export type FieldsArgument = readonly [
  plan: SourceMode & {
    readonly object: ObjectFields;
    /** The object is ours already: change it, and let other keys be. */
    readonly inPlace: boolean;
  },
];

/**
 * Keyword of an object: makes the fresh one that the keywords after it see, and that becomes the result.
 *
 * It has declared fields only, with defaults, trimmed text and coerced values; blank ones are left out. What is sent is read property by
 * property and only where it is the object's own.
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
    const output = inPlace ? data : gen.const('output', _`{}`);
    const known = !inPlace && object.unknown !== 'strip' ? gen.let('known', 0) : undefined;
    const value = gen.let('value');
    for (const field of object.fields) {
      readValue(context, field, source, value, known);
      keepValue(context, field, value, _`${output}[${field.name}]`, mode);
      if (inPlace) gen.if(_`${value} === undefined`, () => gen.assign(_`${output}[${field.name}]`, _`undefined`));
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

function readValue({ gen }: KeywordCxt, field: Field, source: Name, value: Name, known: Name | undefined): void {
  const { source: key, makeDefault, nullIsAbsent } = field;
  const read = _`${source}[${key}]`;
  // What every object inherits must not be taken for a field that was sent.
  const own = gen.scopeValue('func', { ref: Object.prototype.hasOwnProperty });
  gen.assign(value, key in Object.prototype ? _`${own}.call(${source}, ${key}) ? ${read} : undefined` : read);
  if (known !== undefined) gen.if(_`${value} !== undefined`, () => gen.code(_`${known}++`));
  if (makeDefault === undefined) return;
  const make = gen.scopeValue('func', { ref: makeDefault });
  gen.if(_`${value} === undefined${nullIsAbsent ? _` || ${value} === null` : nil}`, () =>
    gen.assign(value, _`${make}()`),
  );
}

/** Blank values are left out, but for `''` of some texts and `null` of nullable fields. */
function keepValue(context: KeywordCxt, field: Field, value: Name, target: Code, mode: SourceMode): void {
  const { gen } = context;
  const { name, trim, nullable, keepsEmpty, required } = field;
  const report = (rule: string, path?: Code) => context.error(false, { rule: _`${rule}`, key: _`${name}`, path });
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
        gen.assign(value, _`undefined`);
      },
      keep,
    );
  });
}

function unknownKeys(context: KeywordCxt, { unknown, sources }: ObjectFields, source: Name, output: Name): void {
  const { gen, it } = context;
  const declared = gen.scopeValue('obj', { ref: sources });
  gen.forOf('key', _`Object.keys(${source})`, (key) => {
    if (unknown === 'keep') {
      gen.if(_`${key} !== "__proto__" && !${declared}.has(${key})`, () =>
        gen.assign(_`${output}[${key}]`, _`${source}[${key}]`),
      );
      return;
    }
    gen.if(_`!${declared}.has(${key})`, () => {
      context.error(false, { rule: _`"unknown"`, key });
      if (it.allErrors) gen.if(_`${names.default.errors} >= ${MOST_ERRORS}`, () => gen.break());
    });
  });
}
