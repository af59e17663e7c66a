import type { Code, CodeKeywordDefinition, KeywordCxt } from 'ajv';
import type { Field } from '../../declaration/field.ts';
import type { FieldReferences, Target } from '../../declaration/resolve-references.ts';
import { _ } from './code.ts';
import { failure } from './report.ts';

/** Keyword of the input: the schema of rules that refer to other fields, validated after all fields are prepared. */
export const afterKeyword: CodeKeywordDefinition = {
  keyword: 'x-after',
  schemaType: 'object',
  post: true,
  code(context: KeywordCxt) {
    const valid = context.gen.name('valid');
    context.subschema({ keyword: 'x-after' }, valid);
    context.ok(valid);
  },
};

/** Argument of `x-conditions`. */
export type ConditionsArgument = readonly (readonly [field: Field, conditions: FieldReferences['conditions']])[];

/** Keyword of an object: fields that are required depending on other fields. */
export const conditionsKeyword: CodeKeywordDefinition = {
  keyword: 'x-conditions',
  type: 'object',
  schemaType: 'array',
  error: failure,
  code(context: KeywordCxt) {
    const { gen, data } = context;
    for (const [field, conditions] of context.schema as ConditionsArgument) {
      const { name } = field;
      gen.if(_`${readNames(context, data, [name], field)} === undefined`, () => {
        for (const { condition, targets } of conditions) {
          const holds = gen.scopeValue('func', { ref: condition.holds });
          const values = targets.map((target) => readTarget(context, target));
          const list = values.reduce((all, value) => _`${all}, ${value}`);
          gen.if(_`${holds}([${list}])`, () => context.error(false, { rule: _`${condition.rule}`, key: _`${name}` }));
        }
      });
    }
  },
};

/** Argument of `x-compare`. */
export type CompareArgument = FieldReferences['comparisons'];

/** Keyword of a value that must (not) equal another. */
export const compareKeyword: CodeKeywordDefinition = {
  keyword: 'x-compare',
  schemaType: 'array',
  error: failure,
  code(context: KeywordCxt) {
    const { gen, data } = context;
    (context.schema as CompareArgument).forEach(({ rule, target }, position) => {
      const other = readTarget(context, target);
      const fails = rule.rule.compares === 'same' ? _`${data} !== ${other}` : _`${data} === ${other}`;
      gen.if(_`${data} !== null && ${data} !== "" && ${fails}`, () => context.error(false, { rule: _`${position}` }));
    });
  },
};

// --- internal ---

function readTarget(context: KeywordCxt, { depth, names, field }: Target): Code {
  // The input is level 0, the value of a section level 1.
  return readNames(context, context.it.dataNames[depth + 1] as Code, names, field);
}

function readNames({ gen }: KeywordCxt, object: Code, names: readonly string[], field: Field): Code {
  const { nullable, emptyIsPresent } = field;
  const path = gen.scopeValue('obj', { ref: names });
  return _`${gen.scopeValue('func', { ref: readPath })}(${object}, ${path}, ${nullable}, ${emptyIsPresent})`;
}

/** The value at a path below an object; undefined if it is blank or absent. */
function readPath(object: unknown, names: readonly string[], nullable: boolean, emptyIsPresent: boolean): unknown {
  let value = object;
  for (const name of names) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return (value === '' && !emptyIsPresent) || (value === null && !nullable) ? undefined : value;
}
