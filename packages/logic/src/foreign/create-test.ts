import { _, Ajv2020, type ErrorObject, str } from 'ajv/dist/2020.js';
import { hasUniqueItems } from '../rules/has-unique-items.ts';
import { isMultiple } from '../rules/is-multiple.ts';
import { isOneOf } from '../rules/is-one-of.ts';
import { jsonFormats } from '../rules/json-formats.ts';
import type { Schema } from '../schemas.ts';

/** One thing that Ajv found; `schema` is the argument of the keyword, `parentSchema` the schema that has it. */
export type SchemaError = ErrorObject;

/**
 * Fill in defaults, coerce text where the source is text, both in place, and test a value.
 *
 * @param most - references that may be followed: a union that contains itself can have exponentially many ways through a value
 * @returns what fails, or undefined where finding out takes too long
 */
export type JsonTest = (holder: { value: unknown }, most: number) => readonly SchemaError[] | undefined;

/** The keyword of schemas that take whole numbers only: one beyond 2 ** 53 may not be the number that was sent. */
export const SAFE = 'x-safe';
/** The keyword of schemas that have a reference. */
export const REFERENCE = 'x-reference';

/** Compile a schema with Ajv; throws what Ajv does, such as for references that lead nowhere. */
export function createTest(schema: Schema, { text, allErrors }: { text: boolean; allErrors: boolean }): JsonTest {
  const ajv = new Ajv2020({
    ...{ allErrors, useDefaults: true, coerceTypes: text ? 'array' : false },
    ...{ verbose: true, formats: jsonFormats, logger: false },
    // A property may have the name of a member of Object.prototype ("constructor").
    ownProperties: true,
    // The schema has been checked, by rules of our own.
    ...{ strict: false, validateSchema: false, meta: false },
  });
  let left = 0;
  ajv.addKeyword({
    keyword: REFERENCE,
    before: '$ref',
    errors: false,
    validate: () => {
      left -= 1;
      if (left < 0) throw TOO_LONG;
      return true;
    },
  });
  ajv.addKeyword({ keyword: SAFE, type: 'number', errors: false, validate: isSafe });
  // In place of Ajv's own: exact (0.3 is three times 0.1), linear in the length of a list, and calling nothing of the value.
  for (const keyword of ['multipleOf', 'uniqueItems', 'const', 'enum']) ajv.removeKeyword(keyword);
  ajv.addKeyword({
    keyword: 'multipleOf',
    type: 'number',
    error: { message: ({ schemaCode }) => str`must be multiple of ${schemaCode}` },
    validate: (factor: number, value: number) => isMultiple(value, factor),
  });
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    error: { message: 'must not have the same item twice' },
    validate: (unique: boolean, list: unknown[]) => !unique || hasUniqueItems(list),
  });
  ajv.addKeyword({
    keyword: 'const',
    error: { message: 'must be equal to constant', params: ({ schemaCode }) => _`{allowedValue: ${schemaCode}}` },
    compile: (value: unknown) => isOneOf([value]) as (given: unknown) => boolean,
  });
  ajv.addKeyword({
    keyword: 'enum',
    schemaType: 'array',
    error: {
      message: 'must be equal to one of the allowed values',
      params: ({ schemaCode }) => _`{allowedValues: ${schemaCode}}`,
    },
    compile: (list: unknown[]) => isOneOf(list) as (given: unknown) => boolean,
  });
  const validate = ajv.compile(schema);
  return (holder, most) => {
    left = most;
    try {
      // With its holder, Ajv can replace the value itself.
      const at = { parentData: holder, parentDataProperty: 'value', instancePath: '', rootData: holder };
      return validate(holder.value, { ...at, dynamicAnchors: {} }) ? [] : (validate.errors as SchemaError[]);
    } catch (error) {
      // A schema that applies itself to the same value, or gives defaults without end.
      if (error === TOO_LONG || error instanceof RangeError) return undefined;
      throw error;
    }
  };
}

// --- internal ---

const TOO_LONG = Symbol('too long');

function isSafe(_argument: unknown, value: number): boolean {
  return !Number.isInteger(value) || Number.isSafeInteger(value);
}
