import type { Column } from '@rest-gen/router';
import type { Schema } from '../types.ts';
import { comparedSchema } from './column-schemas.ts';

/** The operators that a column takes in filters, each with the schema of its value in JSON. A list may be a single value. */
export function operatorSchemas(column: Pick<Column, 'type'>): Readonly<Record<string, Schema>> {
  const value = comparedSchema(column);
  const isNull: Schema = { description: 'true: it is null; false: it is not.', type: 'boolean' };
  if (value === undefined) return { null: isNull };
  const list: Schema = { type: 'array', items: value, minItems: 1, maxItems: MOST_VALUES };
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

/** By the type of a column: each resource has columns of the same types. */
const DEEP = new Map<Column['type'], Schema>();

/** Values of `in` or `nin` in a body; no schema can say how many conditions all filters may have together. */
const MOST_VALUES = 1_000;
