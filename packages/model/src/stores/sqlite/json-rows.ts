import { type RawBuilder, sql } from 'kysely';
import { narrowInteger } from '../../core/read-value.ts';
import { firstRow, inParts, type JsonList, type JsonRows } from '../../sql/json-rows.ts';
import type { StoredColumn } from '../../sql/stored-table.ts';

/**
 * A value as JSON holds it. Any column may hold a value of any type: text is a string, a number is a number, bytes and integers past 2^53 are objects.
 *
 * SQLite itself writes numbers with 15 digits and no bytes.
 */
export function toJson(expression: RawBuilder<unknown>, { affinity }: StoredColumn): RawBuilder<unknown> {
  // Without the empty text, what a view has made with a JSON function would become a part of the JSON.
  const text = sql`when 'text' then ${expression} || ''`;
  const bytes = sql`when 'blob' then json('{"bytes":"' || hex(${expression}) || '"}')`;
  if (affinity === 'text') return sql`case typeof(${expression}) ${text} ${bytes} end`;
  const isSafe = sql`${expression} between -9007199254740991 and 9007199254740991`;
  return sql`case typeof(${expression})
    when 'integer' then case when ${isSafe} then ${expression} else json('{"integer":"' || ${expression} || '"}') end ${text}
    when 'real' then json(replace(printf('%!.20g', ${expression}), 'Inf', '9e999')) ${bytes} end`;
}

export function fromJson(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { integer, bytes } = value as { integer?: string; bytes: string };
  return integer === undefined ? Buffer.from(bytes, 'hex') : narrowInteger(BigInt(integer));
}

export function rowAsJson(rows: JsonRows): RawBuilder<unknown> {
  return firstRow(row(rows), rows);
}

export function listAsJson(list: JsonList): RawBuilder<unknown> {
  const { from, where, orderBy, limit } = list;
  return sql`(select '[' || coalesce(group_concat(item, ','), '') || ']' from (
    select ${row(list)} as item from ${from} where ${where} order by ${orderBy} limit ${sql.lit(limit)}))`;
}

// --- internal ---

/** Related rows are put in as text: as arguments, SQLite would parse them again for each row around them. */
function row({ values, related = [] }: JsonRows): RawBuilder<unknown> {
  const arrays = inParts(values).map((part) => sql`json_array(${sql.join(part)})`);
  if (arrays.length === 1 && related.length === 0) return arrays[0] as RawBuilder<unknown>;
  // No value begins or ends with a bracket.
  const texts = [
    ...arrays.map((array) => sql`trim(${array}, '[]')`),
    ...related.map((one) => sql`coalesce(${one}, 'null')`),
  ];
  return sql`'[' || ${sql.join(texts, sql` || ',' || `)} || ']'`;
}
