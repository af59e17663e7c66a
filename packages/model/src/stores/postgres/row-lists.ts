import { type RawBuilder, sql } from 'kysely';
import type { Dialect } from '../../sql/dialect.ts';
import type { StoredColumn } from '../../sql/stored-table.ts';

/**
 * Rows as one list for each column, in place of a parameter for each value: PostgreSQL plans a statement of any number of rows once.
 *
 * Each list is the text of a PostgreSQL array of texts, so that any driver can send it: https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO
 *
 * @param rows - in each the values of the columns, in the form that the driver takes
 * @returns what follows the columns of an `insert`
 */
export function rowsFromLists(
  dialect: Pick<Dialect, 'cast'>,
  columns: readonly StoredColumn[],
  rows: readonly (readonly unknown[])[],
): RawBuilder<unknown> {
  const names = columns.map((_, at) => sql.raw(`c${at}`));
  const values = columns.map((column, at) => dialect.cast(sql`r.${names[at]}`, column));
  const lists = columns.map((_, at) => sql`cast(${writeList(rows, at)} as text[])`);
  return sql`select ${sql.join(values)} from unnest(${sql.join(lists)}) with ordinality as r(${sql.join(names)}, n) order by r.n`;
}

/** An item of an array as text. */
export function writeItem(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  const text = value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : String(value);
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

// --- internal ---

function writeList(rows: readonly (readonly unknown[])[], at: number): string {
  return `{${rows.map((row) => writeItem(row[at])).join()}}`;
}
