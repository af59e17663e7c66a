import type { Column, ForeignKey, WriteKind } from '../core/types.ts';
import type { Dialect } from '../sql/dialect.ts';
import type { SqlQuery } from '../sql/sql-client.ts';
import { MIGRATION_TABLES } from './migration-store.ts';

/** Describe all tables and views, without those of the migrations. */
export async function listTables(query: SqlQuery, dialect: Dialect): Promise<TableDescription[]> {
  const tables: TableDescription[] = [];
  for (const table of await dialect.tables(query)) {
    if (MIGRATION_TABLES.includes(table)) continue;
    const { primaryKey, columns, indexes, foreignKeys, writes } = await dialect.describe(query, table, false);
    tables.push({
      name: table,
      dialect: dialect.name,
      primaryKey,
      columns,
      ...(indexes && { indexes }),
      ...(foreignKeys && { foreignKeys }),
      ...(writes && { writes }),
    });
  }
  return tables;
}

/**
 * A table or view, as the tables of a database are listed.
 *
 * @see docs/models.md
 */
export interface TableDescription {
  readonly name: string;
  readonly dialect: 'sqlite' | 'postgres' | 'mysql';
  /** The columns of the key (for a view: a column `id`); without one the models cannot use the table. */
  readonly primaryKey: readonly string[];
  readonly columns: ReadonlyMap<string, Column>;
  /** The columns of each index in order, that of the key too. Those of expressions end before the first one, and those of a part of the records are left out. */
  readonly indexes?: readonly (readonly string[])[];
  /** The references to other tables, without those of several columns. */
  readonly foreignKeys?: readonly ForeignKey[];
  /** What a view takes besides reads; absent where everything can be written. */
  readonly writes?: readonly WriteKind[];
}
