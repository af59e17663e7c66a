import { Ajv } from 'ajv';
import { ValueScope } from 'ajv/dist/compile/codegen/scope.js';
import type { Schema } from '../schemas.ts';
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
  const ajv = every ? collecting : failing;
  // Ajv keeps what it has ever compiled, and every value that the code refers to: these are let go of with the code.
  const once = Object.create(ajv, { scope: { value: new ValueScope({ scope: {} }) } }) as Ajv;
  const test = once.compile(schema);
  ajv.removeSchema(schema);
  return test as SchemaTest;
}

// --- internal ---

// Made before anything can be added to Object.prototype, which Ajv would take for keywords.
const failing = createAjv(false);
const collecting = createAjv(true);

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
