import type { Ajv, AnySchemaObject, KeywordDefinition } from 'ajv';
import type { DataValidateFunction } from 'ajv/dist/types/index.js';
import type { Kind } from '../kind.ts';
import { isMultiple } from '../rules/is-multiple.ts';
import { jsonFormats } from '../rules/json-formats.ts';
import { isOfKind, kindTest } from '../rules/kinds.ts';
import type { Rule, Test } from '../rules/rule.ts';
import { vocabulary } from '../rules/vocabulary.ts';

/**
 * Add the keywords and formats that `toJSONSchema` writes to an Ajv instance, so that it validates as the logic does.
 *
 * Those of custom rules have no meaning outside of their logic; they are ignored.
 *
 * @param ajv - an `Ajv2020` (or `Ajv`) with `strict: false`
 */
export function addLogicKeywords(ajv: Pick<Ajv, 'addKeyword' | 'getKeyword' | 'removeKeyword' | 'addFormat'>): void {
  if (ajv.getKeyword('x-trim') !== false) return;
  // Ajv's own is inexact: for it 0.3 is not a multiple of 0.1.
  ajv.removeKeyword('multipleOf');
  ajv.addKeyword({
    keyword: 'multipleOf',
    type: 'number',
    compile: (n: number) => (value: number) => isMultiple(value, n),
  });
  for (const keyword of keywords()) ajv.addKeyword(keyword);
  for (const [name, test] of Object.entries(jsonFormats)) ajv.addFormat(name, test);
}

// --- internal ---

function keywords(): KeywordDefinition[] {
  const made: KeywordDefinition[] = [TRIM];
  for (const kind of ['date', 'file'] as const) made.push(toKeyword(kind, [kind], () => kindTest(kind, true) as Test));
  for (const [name, { test, compares, on = [], schema }] of vocabulary) {
    if (compares !== undefined) made.push(compareKeyword(name, compares));
    // Other rules become keywords of the standard.
    else if (test !== undefined && (schema === undefined || name === 'regexp')) {
      made.push(toKeyword(name, on, (argument) => test(parse(name, argument) as never, { kind: 'any', rules: {} })));
    }
  }
  return made;
}

function toKeyword(name: string, on: readonly Kind[], createTest: (argument: unknown) => Test): KeywordDefinition {
  return {
    keyword: `x-${name}`,
    compile: (argument: unknown) => {
      const test = createTest(argument);
      // A keyword ignores values of other types.
      return (value: unknown) => !on.some((kind) => isOfKind(value, kind)) || test(value as never, {});
    },
  };
}

function compareKeyword(name: string, compares: NonNullable<Rule['compares']>): KeywordDefinition {
  return {
    keyword: `x-${name}`,
    validate: (other: string, value: unknown, _schema: unknown, context?: { parentData: unknown }) => {
      if (value === null || value === '') return true;
      const beside = (context?.parentData as Record<string, unknown> | undefined)?.[other];
      return (value === (beside === '' ? undefined : beside)) === (compares === 'same');
    },
  };
}

/** Rules on the trimmed string. It generates no code: that of one copy of Ajv has no meaning to another one. */
const TRIM: KeywordDefinition = {
  keyword: 'x-trim',
  schemaType: 'object',
  compile: (schema: AnySchemaObject, _parent, { self }) => {
    const test = self.compile(schema);
    const validate: DataValidateFunction = (value) => {
      const passes = test(typeof value === 'string' ? value.trim() : value);
      // Ajv adds the path of the value.
      validate.errors = test.errors?.map(({ instancePath: _path, ...error }) => error) ?? [];
      return passes;
    };
    return validate;
  },
};

/** Parse the JSON form of an argument. */
function parse(name: string, argument: unknown): unknown {
  if (name !== 'regexp') return argument;
  const text = String(argument);
  const end = text.lastIndexOf('/');
  return new RegExp(text.slice(1, end), text.slice(end + 1));
}
