import { _, Ajv2020, type KeywordCxt } from 'ajv/dist/2020.js';
import { jsonFormats } from '../rules/json-formats.ts';
import { kindTests } from '../rules/kinds.ts';
import type { Kind, Schema, Test } from '../rules/rule.ts';
import { vocabulary } from '../rules/vocabulary.ts';

/** What Ajv says about a value, as far as it is used here. */
export interface SchemaError {
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Record<string, unknown>;
}

/** A compiled schema: `errors` belongs to the last call. */
export interface SchemaTest {
  (value: unknown): unknown;
  errors?: readonly SchemaError[] | null | undefined;
}

/** Compile a schema, with our keywords, to a function that collects every error. */
export function compileSchema(schema: Schema): SchemaTest {
  ajv ??= createAjv();
  const test = ajv.compile(schema);
  // Ajv keeps every schema that it has seen; ours are held by their logic.
  ajv.removeSchema(schema);
  return test;
}

// --- internal ---

let ajv: Ajv2020 | undefined;

type JsonType = 'string' | 'number' | 'boolean' | 'array' | 'object';

const JSON_TYPES: Record<Exclude<Kind, 'any'>, JsonType> = {
  string: 'string',
  date: 'string',
  int: 'number',
  float: 'number',
  boolean: 'boolean',
  array: 'array',
  object: 'object',
  file: 'object',
};

function createAjv(): Ajv2020 {
  const created = new Ajv2020({
    allErrors: true,
    // A field may have the name of a member of Object.prototype ("constructor").
    ownProperties: true,
    strictTypes: false,
    // The schemas are ours, made from checked rules.
    validateSchema: false,
    meta: false,
    formats: jsonFormats,
  });
  for (const [keyword, { type, test }] of Object.entries(kindTests)) addTest(created, keyword, [type], () => test);
  for (const [name, { keyword = `x-${name}`, on, test }] of vocabulary) {
    if (test === undefined) continue;
    // Some rules take the place of a keyword that Ajv brings.
    if (created.getKeyword(keyword) !== false) created.removeKeyword(keyword);
    const kinds = (on ?? []).filter((kind) => kind !== 'any');
    addTest(created, keyword, [...new Set(kinds.map((kind) => JSON_TYPES[kind]))], test as (argument: unknown) => Test);
  }
  return created;
}

function addTest(target: Ajv2020, keyword: string, type: JsonType[], createTest: (argument: unknown) => Test): void {
  target.addKeyword({
    keyword,
    type,
    code(context: KeywordCxt) {
      const test = context.gen.scopeValue('keyword', { ref: createTest(context.schema) });
      context.fail(_`!${test}(${context.data}, ${context.it.parentData})`);
    },
  });
}
