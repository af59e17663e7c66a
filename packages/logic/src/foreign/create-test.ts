import type { ErrorObject } from 'ajv';
import { loadAjv2020 } from '../on-demand.ts';
import { isOneOf } from '../rules/choice.ts';
import { jsonFormats } from '../rules/json-formats.ts';
import { hasUniqueItems } from '../rules/list.ts';
import { isMultiple } from '../rules/number.ts';
import type { Schema } from '../schemas.ts';

/** An error of Ajv; `schema` is the argument of the keyword, `parentSchema` the schema that contains it. */
export type SchemaError = ErrorObject;

/**
 * Fill in defaults, coerce text where the source is text, both in place, and test a value.
 *
 * @param most - references that may be followed: a recursive union can take exponential time
 * @returns the errors, or undefined if validation takes too long
 */
export type JsonTest = (holder: { value: unknown }, most: number) => readonly SchemaError[] | undefined;

/** The keyword of integer schemas: an integer beyond 2 ** 53 may not be the number that was sent. */
export const SAFE = 'x-safe';
/** The keyword of schemas that have a reference. */
export const REFERENCE = 'x-reference';

/** Compile a schema with Ajv; throws Ajv's errors, such as for unresolved references. */
export function createTest(schema: Schema, { text, allErrors }: { text: boolean; allErrors: boolean }): JsonTest {
  const { Ajv2020, _, str } = loadAjv2020();
  const ajv = new Ajv2020({
    ...{ allErrors, useDefaults: true, coerceTypes: text ? 'array' : false },
    ...{ verbose: true, formats: jsonFormats, logger: false },
    // A property may have the name of a member of Object.prototype ("constructor").
    ownProperties: true,
    // parseJsonSchema has checked the schema.
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
  // Replace Ajv's own: exact (0.3 is a multiple of 0.1), linear in the length of a list, and without calling members of
  // the value.
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
      // With the parent object, Ajv can replace the value itself.
      const at = { parentData: holder, parentDataProperty: 'value', instancePath: '', rootData: holder };
      return validate(holder.value, { ...at, dynamicAnchors: {} }) ? [] : (validate.errors as SchemaError[]);
    } catch (error) {
      // A schema that applies itself to the same value, or recursive defaults.
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
