import type { Ajv, AnySchemaObject, KeywordDefinition } from 'ajv';
import type { DataValidateFunction } from 'ajv/dist/types/index.js';
import { jsonFormats } from '../rules/json-formats.ts';
import { documentTests, type KeywordTest } from './document-tests.ts';

/**
 * Add the keywords and formats that `toJSONSchema` writes to an Ajv instance, so that it validates as the logic does.
 *
 * Keywords of custom rules have no meaning outside of their logic; they are ignored.
 *
 * @param ajv - an `Ajv2020` (or `Ajv`) with `strict: false`
 *
 * @see docs/logic-schemas.md
 */
export function addLogicKeywords(ajv: Pick<Ajv, 'addKeyword' | 'getKeyword' | 'removeKeyword' | 'addFormat'>): void {
  if (ajv.getKeyword('x-trim') !== false) return;
  ajv.addKeyword(TRIM);
  for (const [keyword, createTest] of documentTests) {
    // `multipleOf` is one of the standard.
    ajv.removeKeyword(keyword);
    ajv.addKeyword({ keyword, compile: (argument: unknown) => withParent(createTest(argument)) });
  }
  for (const [name, test] of Object.entries(jsonFormats)) ajv.addFormat(name, test);
}

// --- internal ---

function withParent(test: KeywordTest): DataValidateFunction {
  return (value, context) => test(value, context?.parentData);
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
