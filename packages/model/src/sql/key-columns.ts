import { type RawBuilder, sql } from 'kysely';
import { columnsOf } from '../core/key.ts';
import type { KeyColumns } from '../core/types.ts';

/** Each column is equal to that in its place. */
export function equalKeys(name: string, key: KeyColumns, other: string, otherKey: KeyColumns): RawBuilder<unknown> {
  const others = columnsOf(otherKey);
  const parts = columnsOf(key).map(
    (column, at) => sql`${sql.id(name, column)} = ${sql.id(other, others[at] as string)}`,
  );
  return sql.join(parts, sql` and `);
}

/** The columns of a key with the name of their table, separated by commas. */
export function columnList(name: string, key: KeyColumns): RawBuilder<unknown> {
  return sql.join(columnsOf(key).map((column) => sql.id(name, column)));
}

/** What is compared with the rows of a subquery. */
export function keyTuple(name: string, key: KeyColumns): RawBuilder<unknown> {
  return columnsOf(key).length === 1 ? columnList(name, key) : sql`(${columnList(name, key)})`;
}
