import { isDeepStrictEqual } from 'node:util';
import { documentTests, jsonFormats } from '@rest-gen/logic';
import { resolveReference } from '../schemas/resolve-reference.ts';
import type { OpenApiDocument, Schema } from '../types.ts';

/** Whether a value satisfies a schema of the document. */
export type Validate = (schema: Schema, value: unknown) => boolean;

/**
 * Test values against schemas with the keywords and formats of `@rest-gen/logic`.
 *
 * It walks the schemas and compiles nothing: every schema judges few values, and compiling one takes a thousand times
 * as long as such a test. No value satisfies a schema with unsupported keywords, such as `$dynamicRef`.
 */
export function createValidator(document: Pick<OpenApiDocument, 'components'>): Validate {
  const targets = new Map<string, unknown>();
  const follow = (reference: string): unknown => {
    if (!targets.has(reference)) targets.set(reference, resolveReference(reference, document));
    return targets.get(reference);
  };
  const validate = (schema: unknown, value: unknown, parent?: Values): boolean => {
    if (typeof schema === 'boolean') return schema;
    // A reference to nothing.
    if (schema === undefined) return false;
    const { $ref } = schema as Schema;
    if (typeof $ref === 'string' && !validate(follow($ref), value, parent)) return false;
    const own = OF_TYPES[typeOf(value)];
    for (const [keyword, argument] of Object.entries(schema as Schema)) {
      const test = own?.get(keyword) ?? OF_ALL.get(keyword);
      if (test !== undefined) {
        if (!test(argument as never, value as never, schema as Schema, validate)) return false;
      } else if (documentTests.get(keyword)?.(argument)(value, parent) === false) return false;
    }
    return true;
  };
  return validate;
}

// --- internal ---

type Values = Readonly<Record<string, unknown>>;
type Read = (schema: unknown, value: unknown, parent?: Values) => boolean;
type KeywordTest = (argument: never, value: never, schema: Schema, validate: Read) => boolean;

const tests = (rows: Readonly<Record<string, KeywordTest>>): ReadonlyMap<string, KeywordTest> =>
  new Map(Object.entries(rows));

const OF_ALL = tests({
  type: (type: string | string[], value) => [type].flat().some((one) => isOfType(value, one)),
  const: (constant: unknown, value) => isDeepStrictEqual(constant, value),
  enum: (values: unknown[], value) => values.some((one) => isDeepStrictEqual(one, value)),
  allOf: (all: unknown[], value, _, validate) => all.every((one) => validate(one, value)),
  anyOf: (any: unknown[], value, _, validate) => any.some((one) => validate(one, value)),
  oneOf: (some: unknown[], value, _, validate) => some.filter((one) => validate(one, value)).length === 1,
  not: (schema: unknown, value, _, validate) => !validate(schema, value),
  if: (condition: unknown, value, schema, validate) => {
    const next = validate(condition, value) ? schema.then : schema.else;
    return next === undefined || validate(next, value);
  },
  'x-trim': (schema: unknown, value: unknown, _, validate) =>
    validate(schema, typeof value === 'string' ? value.trim() : value),
  $dynamicRef: () => false,
  dependencies: () => false,
});

const OF_TEXTS = tests({
  minLength: (min: number, text: string) => [...text].length >= min,
  maxLength: (max: number, text: string) => [...text].length <= max,
  pattern: (pattern: string, text: string) => new RegExp(pattern, 'u').test(text),
  format: (name: string, text: string) => !Object.hasOwn(jsonFormats, name) || jsonFormats[name]?.(text) === true,
});

const OF_NUMBERS = tests({
  minimum: (min: number, value: number) => value >= min,
  maximum: (max: number, value: number) => value <= max,
  exclusiveMinimum: (min: number, value: number) => value > min,
  exclusiveMaximum: (max: number, value: number) => value < max,
});

const OF_LISTS = tests({
  minItems: (min: number, list: unknown[]) => list.length >= min,
  maxItems: (max: number, list: unknown[]) => list.length <= max,
  uniqueItems: (isUnique: boolean, list: unknown[]) =>
    !isUnique || list.every((one, at) => list.findIndex((other) => isDeepStrictEqual(one, other)) === at),
  prefixItems: (schemas: unknown[], list: unknown[], _, validate) =>
    schemas.every((schema, at) => at >= list.length || validate(schema, list[at])),
  items: othersIn,
  unevaluatedItems: othersIn,
  contains: (schema: unknown, list: unknown[], { minContains = 1, maxContains = list.length }, validate) => {
    const count = list.filter((one) => validate(schema, one)).length;
    return count >= Number(minContains) && count <= Number(maxContains);
  },
});

const OF_OBJECTS = tests({
  required: (names: string[], object: Values) => names.every((name) => Object.hasOwn(object, name)),
  minProperties: (min: number, object: Values) => Object.keys(object).length >= min,
  maxProperties: (max: number, object: Values) => Object.keys(object).length <= max,
  properties: (schemas: Values, object: Values, _, validate) =>
    Object.entries(schemas).every(([name, one]) => !Object.hasOwn(object, name) || validate(one, object[name], object)),
  patternProperties: (schemas: Values, object: Values, _, validate) =>
    Object.entries(schemas).every(([pattern, one]) =>
      Object.entries(object).every(
        ([name, value]) => !new RegExp(pattern, 'u').test(name) || validate(one, value, object),
      ),
    ),
  additionalProperties: othersOf,
  unevaluatedProperties: othersOf,
  propertyNames: (schema: unknown, object: Values, _, validate) =>
    Object.keys(object).every((name) => validate(schema, name)),
  dependentRequired: (names: Readonly<Record<string, string[]>>, object: Values) =>
    Object.entries(names).every(
      ([name, others]) => !Object.hasOwn(object, name) || others.every((other) => Object.hasOwn(object, other)),
    ),
  dependentSchemas: (schemas: Values, object: Values, _, validate) =>
    Object.entries(schemas).every(([name, one]) => !Object.hasOwn(object, name) || validate(one, object)),
});

const OF_TYPES: Readonly<Record<string, ReadonlyMap<string, KeywordTest>>> = {
  string: OF_TEXTS,
  number: OF_NUMBERS,
  array: OF_LISTS,
  object: OF_OBJECTS,
};

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function isOfType(value: unknown, type: string): boolean {
  return type === 'integer' ? Number.isInteger(value) : typeOf(value) === type;
}

/** Items that `prefixItems` does not describe. What `unevaluatedItems` is about are some of them. */
function othersIn(schema: unknown, list: readonly unknown[], { prefixItems = [] }: Schema, validate: Read): boolean {
  return list.slice((prefixItems as unknown[]).length).every((one) => validate(schema, one));
}

/** Properties that the keywords beside it do not describe. What `unevaluatedProperties` is about are some of them. */
function othersOf(
  schema: unknown,
  object: Values,
  { properties = {}, patternProperties = {} }: Schema,
  validate: Read,
): boolean {
  const patterns = Object.keys(patternProperties as object).map((pattern) => new RegExp(pattern, 'u'));
  return Object.entries(object)
    .filter(([name]) => !Object.hasOwn(properties as object, name) && !patterns.some((pattern) => pattern.test(name)))
    .every(([, value]) => validate(schema, value, object));
}
