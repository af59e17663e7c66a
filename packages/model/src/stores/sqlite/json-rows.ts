import { type RawBuilder, sql } from 'kysely';
import { narrowInteger } from '../../narrow-integer.ts';
import { firstRow, inParts, type JsonList, type JsonRows } from '../../sql/json-rows.ts';
import type { StoredColumn } from '../../sql/stored-table.ts';

/**
 * The JSON text of a value. Any column may hold a value of any type: text is a string, a number is a number, bytes and integers past 2^53 are objects.
 *
 * JSON is put together as text, because SQLite itself writes numbers with 15 digits and no bytes, and parses what it has built for each list around it.
 */
export function toJson(expression: RawBuilder<unknown>, { affinity }: StoredColumn): RawBuilder<unknown> {
  // Without the empty text, what a view has made with a JSON function would become a part of the JSON.
  const text = sql`when 'text' then json_quote(${expression} || '')`;
  const bytes = sql`when 'blob' then '{"bytes":"' || hex(${expression}) || '"}'`;
  if (affinity === 'text') return sql`case typeof(${expression}) ${text} ${bytes} end`;
  const isSafe = sql`${expression} between -9007199254740991 and 9007199254740991`;
  return sql`case typeof(${expression})
    when 'integer' then case when ${isSafe} then ${expression} else '{"integer":"' || ${expression} || '"}' end ${text}
    when 'real' then replace(printf('%!.20g', ${expression}), 'Inf', '9e999') ${bytes} end`;
}

export function fromJson(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { integer, bytes } = value as { integer?: string; bytes: string };
  return integer === undefined ? Buffer.from(bytes, 'hex') : narrowInteger(BigInt(integer));
}

export function rowAsJson(rows: JsonRows): RawBuilder<unknown> {
  return firstRow(array(rows.values), rows);
}

export function listAsJson({ values, from, where, orderBy, limit }: JsonList): RawBuilder<unknown> {
  return sql`(select '[' || coalesce(group_concat(item, ','), '') || ']' from (
    select ${array(values)} as item from ${from} where ${where} order by ${orderBy} limit ${sql.lit(limit)}))`;
}

// --- internal ---

function array(values: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  const parts = inParts(values).map((part) => {
    const texts = part.map((value) => sql`coalesce(${value}, 'null')`);
    return sql`printf(${sql.lit(part.map(() => '%s').join())}, ${sql.join(texts)})`;
  });
  return sql`'[' || ${sql.join(parts, sql` || ',' || `)} || ']'`;
}
