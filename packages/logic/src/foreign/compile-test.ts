import { _, Ajv2020, type ErrorObject, str } from 'ajv/dist/2020.js';
import { hasUniqueItems } from '../rules/has-unique-items.ts';
import { isMultiple } from '../rules/is-multiple.ts';
import { isOneOf } from '../rules/is-one-of.ts';
import { jsonFormats } from '../rules/json-formats.ts';
import type { Schema } from '../rules/rule.ts';
import { boundErrors } from './bound-errors.ts';
import type { CheckedSchema } from './read-json-schema.ts';

/** One thing that Ajv found; `schema` is the argument of the keyword, `parentSchema` the schema that has it. */
export type SchemaError = ErrorObject;

/**
 * What a value fails: nothing, these, or undefined where finding out takes too long.
 *
 * @param size - values in the value
 */
export type JsonTest = (value: unknown, size: number) => readonly SchemaError[] | undefined;

/** The keyword of schemas that take whole numbers only: one beyond 2 ** 53 may not be the number that was sent. */
export const SAFE = 'x-safe';

/**
 * Compile a checked schema with Ajv, on the first value.
 *
 * A value is tested up to its first error; only one that fails is looked at again for all of them.
 */
export function compileTest(schema: CheckedSchema): JsonTest {
  const document = toDocument(schema);
  let untilFirst: ReturnType<typeof createTest> | undefined;
  let forAll: ReturnType<typeof createTest> | undefined;
  return (value, size) => {
    const most = FREE_STEPS + MOST_STEPS * size * schema.targets.size;
    untilFirst ??= createTest(document, false);
    const failed = untilFirst(value, most);
    if (failed === undefined || failed.length === 0) return failed;
    forAll ??= createTest(document, true);
    return forAll(value, most) ?? failed;
  };
}

// --- internal ---

/**
 * Counts the schemas that are entered by reference.
 *
 * In most schemas each reference is followed once for each value. A union that contains itself can have exponentially many ways through a
 * value, and has a small number of them free.
 */
const STEP = 'x-step';
const MOST_STEPS = 4;
const FREE_STEPS = 200_000;
const TOO_LONG = Symbol('too long');

/** Addresses, which are resolved, and notes. */
const LEFT_OUT = [
  ...['$id', '$schema', '$vocabulary', '$anchor', '$dynamicAnchor', '$dynamicRef', '$defs', 'definitions'],
  ...['$comment', 'title', 'description', 'examples', 'deprecated', 'readOnly', 'writeOnly', 'contentSchema'],
];

/** Every schema that a reference leads to becomes a definition at the top: Ajv has no address to resolve. */
function toDocument({ root, schemas, targets }: CheckedSchema): Schema {
  const definitions = [...new Set([root, ...targets.values()])];
  for (const schema of schemas) {
    for (const keyword of LEFT_OUT) delete schema[keyword];
    const target = targets.get(schema);
    if (target !== undefined) schema.$ref = `#/$defs/s${definitions.indexOf(target)}`;
    const types = [schema.type].flat();
    if (types.includes('integer') && !types.includes('number')) schema[SAFE] = true;
  }
  for (const schema of definitions) schema[STEP] = true;
  return { $ref: '#/$defs/s0', $defs: Object.fromEntries(definitions.map((schema, index) => [`s${index}`, schema])) };
}

function createTest(document: Schema, allErrors: boolean): (value: unknown, most: number) => ReturnType<JsonTest> {
  const ajv = new Ajv2020({
    allErrors,
    verbose: true,
    // A property may have the name of a member of Object.prototype ("constructor").
    ownProperties: true,
    // The schema has been checked, by rules of our own.
    strict: false,
    validateSchema: false,
    meta: false,
    logger: false,
    formats: jsonFormats,
    code: { process: boundErrors },
  });
  // Ajv keeps book of what is evaluated, and can fail at that (`patternProperties` beside and inside of `anyOf`): only who asks for it gets it.
  ajv.opts.unevaluated = /"unevaluated(?:Properties|Items)"/.test(JSON.stringify(document));
  let left = 0;
  ajv.addKeyword({
    keyword: STEP,
    before: 'not',
    errors: false,
    validate: () => {
      left -= 1;
      if (left < 0) throw TOO_LONG;
      return true;
    },
  });
  ajv.addKeyword({ keyword: SAFE, type: 'number', errors: false, validate: isSafe });
  // In place of Ajv's own: exact (0.3 is three times 0.1), linear in the length of the list, and calling nothing of the value.
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
  const validate = ajv.compile(document);
  return (value, most) => {
    left = most;
    try {
      return validate(value) ? [] : (validate.errors as SchemaError[]);
    } catch (error) {
      if (error === TOO_LONG) return undefined;
      throw error;
    }
  };
}

function isSafe(_argument: unknown, value: number): boolean {
  return !Number.isInteger(value) || Number.isSafeInteger(value);
}
