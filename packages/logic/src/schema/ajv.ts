import { Ajv } from 'ajv';
import type { Schema } from '../rules/rule.ts';
import { fieldsKeyword } from './keywords/fields.ts';
import { eachKeyword, itemsKeyword } from './keywords/items.ts';
import { afterKeyword, compareKeyword, conditionsKeyword } from './keywords/references.ts';
import type { FailureParams } from './keywords/report.ts';
import { testsKeyword } from './keywords/tests.ts';

/** What Ajv says about a value, as far as it is used here. */
export interface SchemaError {
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly params: Partial<FailureParams> & { readonly missingProperty?: string };
}

/** A compiled schema: `errors` belongs to the last call. */
export interface SchemaTest {
  (value: unknown): unknown;
  errors?: readonly SchemaError[] | null | undefined;
}

/**
 * Compile a schema of ours to a function that makes the fresh values of an input and tests them.
 *
 * @param every - collect every error, up to 100; else the first ends it
 */
export function compileSchema(schema: Schema, { every }: { readonly every: boolean }): SchemaTest {
  const ajv = compilers.get(every) ?? createAjv(every);
  compilers.set(every, ajv);
  const test = ajv.compile(schema);
  // Ajv keeps every schema that it has seen; ours are held by their logic.
  ajv.removeSchema(schema);
  return test as SchemaTest;
}

// --- internal ---

const compilers = new Map<boolean, Ajv>();

function createAjv(allErrors: boolean): Ajv {
  const ajv = new Ajv({
    allErrors,
    strict: false,
    // The schemas are ours, made from checked rules.
    validateSchema: false,
    meta: false,
    addUsedSchema: false,
  });
  for (const keyword of [
    fieldsKeyword,
    itemsKeyword,
    eachKeyword,
    testsKeyword,
    conditionsKeyword,
    compareKeyword,
    afterKeyword,
  ]) {
    ajv.addKeyword(keyword);
  }
  return ajv;
}
