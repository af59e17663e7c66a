import type { Ajv, KeywordDefinition } from 'ajv';
import { loadAjv } from '../on-demand.ts';
import type { Schema } from '../schemas.ts';
import { fieldsKeyword } from './keywords/fields.ts';
import { eachKeyword, itemsKeyword } from './keywords/items.ts';
import { afterKeyword, compareKeyword, conditionsKeyword } from './keywords/references.ts';
import type { FailureParams } from './keywords/report.ts';
import { testsKeyword } from './keywords/tests.ts';

/** The parts of Ajv's errors that are used here. */
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
 * Compile a schema to a function that copies, prepares and validates an input.
 *
 * @param every - collect every error, up to 100; else the first ends it
 */
export function compileSchema(schema: Schema, { every }: { readonly every: boolean }): SchemaTest {
  const { ValueScope } = loadAjv();
  if (every) collecting ??= createAjv(true);
  else failing ??= createAjv(false);
  const ajv = (every ? collecting : failing) as Ajv;
  // Ajv caches everything that it compiles; without the instance, it can be garbage collected.
  const once = Object.create(ajv, { scope: { value: new ValueScope({ scope: {} }) } }) as Ajv;
  const test = once.compile(schema);
  ajv.removeSchema(schema);
  return test as SchemaTest;
}

// --- internal ---

/** The name only: Ajv tests the types itself. */
const TYPE = { keyword: 'type', schemaType: ['string', 'array'] } as KeywordDefinition;

let failing: Ajv | undefined;
let collecting: Ajv | undefined;

function createAjv(allErrors: boolean): Ajv {
  const { Core, properties, required } = loadAjv();
  const ajv = new Core({
    allErrors,
    strict: false,
    // The schemas are generated from checked rules.
    validateSchema: false,
    meta: false,
    addUsedSchema: false,
  });
  for (const keyword of [
    TYPE,
    required,
    properties,
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
