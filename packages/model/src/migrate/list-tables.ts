import type { Dialect } from '../sql/dialect.ts';
import type { SqlQuery } from '../sql/sql-client.ts';
import type { TableDescription } from '../table-description.ts';
import { MIGRATION_TABLES } from './migration-store.ts';

/** Describe all tables and views, without those of the migrations. */
export async function listTables(query: SqlQuery, dialect: Dialect): Promise<TableDescription[]> {
  const tables: TableDescription[] = [];
  for (const table of await dialect.tables(query)) {
    if (MIGRATION_TABLES.includes(table)) continue;
    const { primaryKey, columns, indexes } = await dialect.describe(query, table, false);
    tables.push({
      name: table,
      dialect: dialect.name,
      primaryKey: primaryKey === '' ? undefined : primaryKey,
      columns,
      ...(indexes && { indexes }),
    });
  }
  return tables;
}
