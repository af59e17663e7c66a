import type { SqlQuery } from '../../sql/sql-client.ts';
import type { StoredDescription } from '../../sql/stored-table.ts';
import { quoteName } from './table-text.ts';

/** Find the columns of other tools that hold integers past 2^53: SQLite keeps 64 bits in any column, and most tools declare all of them as INTEGER. */
export async function findBigColumns(
  query: SqlQuery,
  { name, columns, writes }: StoredDescription,
): Promise<readonly string[]> {
  const integers = [...columns.values()].filter(({ type }) => type === 'integer');
  // What a view shows may take long to find.
  if (integers.length === 0 || writes !== undefined) return [];
  const isBig = integers.map((column, at) => {
    const value = quoteName(column.name);
    const isOutside = `${value} not between ${Number.MIN_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER}`;
    return `max(typeof(${value}) = 'integer' and ${isOutside}) as c${at}`;
  });
  const { rows } = await query(`select ${isBig.join(', ')} from ${quoteName(name)}`, []);
  return integers.flatMap((column, at) => (rows[0]?.[`c${at}`] ? [column.name] : []));
}
