import type { Column, ColumnType } from '@rest-gen/router';
import type { Schema } from '../types.ts';

/** A string that every store can save. */
export const ANY_TEXT = '^[^\\u0000]*$';

/** Integers that surely fit into 64 bits. */
export const WHOLE = '^-?(?:0|[1-9][0-9]{0,17}|[1-8][0-9]{18})$';

const BASE64 = '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$';

/** The schema of a column's value in responses. Decimals and integers beyond 2^53 are strings. */
export function shownSchema({ type, nullable }: Pick<Column, 'type' | 'nullable'>): Schema {
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
  string: { type: 'string', pattern: ANY_TEXT },
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
