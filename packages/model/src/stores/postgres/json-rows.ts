import { type RawBuilder, sql } from 'kysely';
import { firstRow, type JsonList, type JsonRows, jsonArray } from '../../sql/json-rows.ts';
import type { StoredColumn } from '../../sql/stored-table.ts';

/** A value as JSON holds it: itself where that is exact, else the text that is read of the column; bytes in hexadecimal. */
export function toJson(
  expression: RawBuilder<unknown>,
  { type, nativeType = '', items }: StoredColumn,
): RawBuilder<unknown> {
  if (items !== undefined) return sql`cast(to_json(${expression}) as text)`;
  if (type === 'binary') return sql`encode(${expression}, 'hex')`;
  if (nativeType === 'timestamp with time zone') return sql`cast(${expression} at time zone 'UTC' as text)`;
  return exact.has(nativeType) ? expression : sql`cast(${expression} as text)`;
}

export function fromJson(value: unknown, { type }: StoredColumn): unknown {
  return type === 'binary' ? Buffer.from(value as string, 'hex') : value;
}

export function rowAsJson(rows: JsonRows): RawBuilder<unknown> {
  return firstRow(row(rows), rows);
}

export function listAsJson(list: JsonList): RawBuilder<unknown> {
  const { from, where, orderBy, limit } = list;
  return sql`(select coalesce(json_agg(list.item), '[]') from (
    select ${row(list)} as item from ${from} where ${where} order by ${orderBy} limit ${sql.lit(limit)}) as list)`;
}

// --- internal ---

function row({ values, related = [] }: JsonRows): RawBuilder<unknown> {
  return jsonArray('json_build_array', [...values, ...related]);
}

/** `to_json` writes NaN and infinities as strings. */
const exact: ReadonlySet<string> = new Set([
  ...['smallint', 'integer', 'real', 'double precision', 'boolean'],
  ...['text', 'character varying', 'uuid', 'inet'],
]);
