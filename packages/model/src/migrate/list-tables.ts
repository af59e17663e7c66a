import { columnsOf } from '../core/key.ts';
import type { Column, ForeignKey, WriteKind } from '../core/types.ts';
import { CHANGE_TABLES, keepText } from '../schema/recorded-changes.ts';
import type { Dialect } from '../sql/dialect.ts';
import { readChangeSettings } from '../sql/record-changes.ts';
import type { SqlQuery } from '../sql/sql-client.ts';
import type { TableStructure } from '../sql/table-structure.ts';
import { MIGRATION_TABLES } from './migration-store.ts';

/**
 * Describe all tables and views, without our own.
 *
 * Integers have the type that they have on every store: `bigint` where a column of SQLite holds such numbers, and that of the key to which a column refers.
 */
export async function listTables(query: SqlQuery, dialect: Dialect): Promise<TableDescription[]> {
  const tables: TableDescription[] = [];
  for (const table of await dialect.tables(query)) {
    if (OWN_TABLES.includes(table)) continue;
    const description = await dialect.describe(query, table);
    const { primaryKey, columns, indexes, unique, foreignKeys, writes } = description;
    const big = (await dialect.bigColumns?.(query, description)) ?? [];
    tables.push({
      name: table,
      dialect: dialect.name,
      primaryKey,
      columns:
        big.length === 0
          ? columns
          : withTypes(columns, (column) => (big.includes(column.name) ? 'bigint' : column.type)),
      ...(indexes && { indexes }),
      ...(unique && { unique }),
      ...(foreignKeys && { foreignKeys }),
      ...(writes && { writes }),
    });
  }
  const byName = new Map(tables.map((table) => [table.name, table]));
  return tables.map((table) => ({
    ...table,
    columns: withTypes(table.columns, (column) => keyType(table, column, byName)),
  }));
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
  /** The columns of which a value finds one record at most, also as the primary key. */
  readonly unique?: readonly string[];
  /** The references to other tables, without those of several columns. */
  readonly foreignKeys?: readonly ForeignKey[];
  /** What a view takes besides reads; absent where everything can be written. */
  readonly writes?: readonly WriteKind[];
}

/** What all tables are made of, without our own. */
export async function listStructures(query: SqlQuery, dialect: Dialect): Promise<TableStructure[]> {
  const recorded = new Map((await readChangeSettings(dialect, query)).map((one) => [one.table, one]));
  const structures = (await dialect.structures(query)).filter(({ name }) => !OWN_TABLES.includes(name));
  return structures.map((structure) => {
    const changes = recorded.get(structure.name);
    if (changes === undefined) return structure;
    const { keepSeconds, except } = changes;
    return { ...structure, changes: { keep: keepText(keepSeconds), ...(except.length > 0 && { except }) } };
  });
}

// --- internal ---

/** Those of migrations, and of recorded changes. */
const OWN_TABLES: readonly string[] = [...MIGRATION_TABLES, ...CHANGE_TABLES];

type Columns = TableDescription['columns'];

function withTypes(columns: Columns, typeOf: (column: Column) => Column['type']): Columns {
  return new Map(Array.from(columns, ([name, column]) => [name, { ...column, type: typeOf(column) }]));
}

/** The type of a column: what refers to a key has its type of integer, and a key that counts up is an `integer`, whatever has room for it. */
function keyType(
  { name, foreignKeys = [] }: TableDescription,
  column: Column,
  tables: ReadonlyMap<string, TableDescription>,
  seen: ReadonlySet<string> = new Set(),
): Column['type'] {
  const reference = foreignKeys.find((key) => columnsOf(key.column).includes(column.name));
  const table = tables.get(reference?.table ?? '');
  const at = columnsOf(reference?.column ?? '').indexOf(column.name);
  const key = table?.columns.get(columnsOf(reference?.key ?? '')[at] ?? '');
  const place = JSON.stringify([name, column.name]);
  if (table === undefined || key === undefined || seen.has(place)) return column.type;
  if (!INTEGERS.has(column.type) || !INTEGERS.has(key.type)) return column.type;
  return keyType(table, key, tables, new Set([...seen, place]));
}

const INTEGERS: ReadonlySet<Column['type']> = new Set(['integer', 'bigint']);
