import type { Column, ColumnType } from '@rest-gen/router';
import type { Schema } from '../types.ts';

/** Integers that surely fit into 64 bits. */
export const WHOLE = '^-?(?:0|[1-9][0-9]{0,17}|[1-8][0-9]{18})$';

const BASE64 = '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$';

/** The schema of a column's value in responses. Decimals and integers beyond 2^53 are strings. */
export function shownSchema({ type, nullable, values }: Pick<Column, 'type' | 'nullable' | 'values'>): Schema {
  if (values !== undefined)
    return nullable ? { type: ['string', 'null'], enum: [...values, null] } : { type: 'string', enum: [...values] };
  // A user's provider may have other types.
  const schema = SHOWN[type] ?? {};
  if (nullable && Array.isArray(schema.anyOf)) return { anyOf: [...schema.anyOf, { type: 'null' }] };
  return nullable && schema.type !== undefined ? { ...schema, type: [schema.type, 'null'] } : { ...schema };
}

/** The schema of a filter's value; `undefined` for columns without filters (JSON). */
export function comparedSchema({ type }: Pick<Column, 'type'>): Schema | undefined {
  const schema = COMPARED[type];
  return schema && { ...schema };
}

/**
 * The operators that a column takes in filters, each with the schema of its value in JSON. A list may be a single
 * value.
 */
export function operatorSchemas(column: Pick<Column, 'type'>): Readonly<Record<string, Schema>> {
  const value = comparedSchema(column);
  const isNull: Schema = { description: 'true: it is null; false: it is not.', type: 'boolean' };
  if (value === undefined) return { null: isNull };
  const list: Schema = { type: 'array', items: value, minItems: 1, maxItems: MAX_VALUES };
  const compare = (description: string): Schema => ({ description, ...value });
  return {
    eq: compare('Equal to this.'),
    ne: compare('Null or other than this.'),
    gt: compare('Greater than this.'),
    gte: compare('Greater than or equal to this.'),
    lt: compare('Less than this.'),
    lte: compare('Less than or equal to this.'),
    in: { description: 'One of these.', ...list },
    nin: { description: 'Null or none of these.', ...list },
    null: isNull,
    ...(column.type === 'string' && {
      contains: compare('Contains this, in upper or lower case.'),
      startsWith: compare('Starts with this, in upper or lower case.'),
      endsWith: compare('Ends with this, in upper or lower case.'),
    }),
  };
}

/**
 * The schema of the operators of a column in a query string, an object of `deepObject`: `{ gte: 10, lt: 20 }`.
 *
 * Lists are strings, because OpenAPI does not define how `deepObject` writes a list, and generated clients refuse it.
 */
export function deepObjectSchema(column: Pick<Column, 'type'>): Schema {
  const known = DEEP.get(column.type);
  if (known !== undefined) return known;
  const operators = Object.entries(operatorSchemas(column)).map(([operator, schema]) => [
    operator,
    schema.type === 'array'
      ? { description: `${schema.description} Values are separated by commas.`, type: 'string' }
      : schema,
  ]);
  const schema: Schema = {
    description: 'Comparisons, all of which have to hold.',
    type: 'object',
    properties: Object.fromEntries(operators),
    additionalProperties: false,
  };
  DEEP.set(column.type, schema);
  return schema;
}

// --- internal ---

const SHOWN: Readonly<Record<ColumnType, Schema>> = {
  string: { type: 'string' },
  integer: { type: 'integer' },
  bigint: { anyOf: [{ type: 'integer' }, { type: 'string', pattern: '^-?[0-9]+$' }] },
  decimal: { type: 'string', pattern: '^-?[0-9]+(?:\\.[0-9]+)?$' },
  double: { type: 'number' },
  boolean: { type: 'boolean' },
  date: { type: 'string', format: 'date' },
  datetime: { type: 'string', format: 'date-time' },
  json: {},
  binary: { type: 'string', contentEncoding: 'base64' },
};

const COMPARED: Readonly<Record<ColumnType, Schema | undefined>> = {
  string: { type: 'string' },
  integer: { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
  bigint: { type: 'string', pattern: WHOLE },
  decimal: { type: 'string', pattern: '^-?[0-9]{1,500}(?:\\.[0-9]{1,500})?$' },
  double: { type: 'number' },
  boolean: { type: 'boolean' },
  date: { type: 'string', format: 'date' },
  datetime: { type: 'string', format: 'date-time' },
  json: undefined,
  binary: { type: 'string', contentEncoding: 'base64', pattern: BASE64 },
};

/** Cached by the type of a column, because each resource has columns of the same types. */
const DEEP = new Map<Column['type'], Schema>();

/** Values of `in` or `nin` in a body; no schema can say how many conditions all filters may have together. */
const MAX_VALUES = 1_000;
