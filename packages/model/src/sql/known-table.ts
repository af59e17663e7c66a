import { sql } from 'kysely';
import { DataError } from '../core/data-error.ts';
import type { Dialect } from './dialect.ts';
import type { SqlQuery } from './sql-client.ts';
import type { Statements } from './statements.ts';
import type { StoredColumn, StoredDescription } from './stored-table.ts';

/** What is known of a table, and the statements that have been written for it. */
export interface KnownTable {
  readonly description: StoredDescription;
  /** The description, for those who wait for it. */
  readonly described: Promise<StoredDescription>;
  readonly statements: Statements;
}

/** Whether a table still has the same columns and indexes. */
export function isSame(a: StoredDescription, b: StoredDescription): boolean {
  return (
    a.primaryKey.join() === b.primaryKey.join() &&
    a.columns.size === b.columns.size &&
    a.indexNames?.join() === b.indexNames?.join() &&
    [...a.columns].every(([name, { type }]) => b.columns.get(name)?.type === type)
  );
}

/** What repositories of a store share. */
export interface KnownStore {
  readonly dialect: Dialect;
  /** Only what is there is shared: waiting for a description that waits for the transaction one is in would never end. */
  readonly tables: Map<string, KnownTable>;
  /** The same for tables of any kind, opened without a look at their keys. */
  readonly linkTables?: Map<string, KnownTable>;
  /** The columns that stand for a missing primary key, by the names of tables in lower case. */
  readonly namedKeys?: ReadonlyMap<string, string>;
  /** The tables need no primary key: rows are found, added and deleted by their other columns. */
  readonly isKeyless?: boolean;
}

/**
 * Check that the primary key that is shown of a record finds this record and no other one.
 *
 * @throws {DataError} `no_table` without a primary key, and for one that holds more than is shown of it, such as a `float`
 */
export function requireExactKey({ name, primaryKey, columns, writes }: StoredDescription, dialect: Dialect): void {
  if (primaryKey.length === 0) {
    throw new DataError('no_table', `The table "${name}" has no primary key`, {
      hint: "Add one, such as t.id() in a migration; for a view write static key = '…' in its controller.",
    });
  }
  const column = findInexact({ primaryKey, columns, ...(writes && { writes }) }, dialect);
  const key = columns.get(column ?? '');
  if (key !== undefined) {
    throw new DataError('no_table', `The primary key "${column}" of the table "${name}" cannot be compared exactly`, {
      field: key.name,
      hint: INSTEAD[key.type] ?? LOOSE,
    });
  }
}

/** The columns of the primary key of a row, where they find this row and no other one; else none. */
export function exactKey(description: StoredDescription, dialect: Dialect): readonly string[] {
  return findInexact(description, dialect) === undefined ? description.primaryKey : [];
}

/**
 * Describe a table. Where it has no primary key, as a view, the column that a class names is one (`static key`).
 *
 * @throws {DataError} `no_table`
 */
export async function describeKnown(
  { dialect, namedKeys }: Pick<KnownStore, 'dialect' | 'namedKeys'>,
  query: SqlQuery,
  table: string,
): Promise<StoredDescription> {
  const found = await dialect.describe(query, table);
  const { writes, unique } = found;
  const key = namedKeys?.get(table.toLowerCase());
  const isNamed = key !== undefined && found.primaryKey.length === 0 && found.columns.has(key);
  const primaryKey = isNamed ? [key] : found.primaryKey;
  const columns = showMicroseconds({ ...found, primaryKey }, dialect);
  const isFound = (name: string): boolean => {
    const column = columns.get(name);
    return column !== undefined && isExact(column, dialect, writes?.length === 0);
  };
  return {
    ...found,
    primaryKey,
    columns,
    ...(unique && { unique: unique.filter(isFound) }),
  };
}

// --- internal ---

const INSTEAD: Partial<Record<StoredColumn['type'], string>> = {
  datetime: 'It can hold the same time in several forms: make it text, or add a key with t.id().',
  double: 'It holds rounded numbers: make it a decimal, or add a key with t.id().',
};

const LOOSE = 'It can hold a number and the same as text: give it a type, or add a key with t.id().';

/** The first column of the primary key that cannot be compared exactly. */
function findInexact(
  { primaryKey, columns, writes }: Pick<StoredDescription, 'primaryKey' | 'columns' | 'writes'>,
  dialect: Dialect,
): string | undefined {
  return primaryKey.find((name) => {
    const key = columns.get(name);
    return key !== undefined && !isExact(key, dialect, writes?.length === 0);
  });
}

/** Keys, and columns that refer to keys, show all of a time. */
function showMicroseconds(
  { primaryKey, foreignKeys = [], columns }: StoredDescription,
  dialect: Dialect,
): StoredDescription['columns'] {
  if (!dialect.hasMicroseconds) return columns;
  const keys = new Set([...primaryKey, ...foreignKeys.flatMap(({ column }) => column)]);
  return new Map(
    [...columns].map(([name, column]) => {
      const hasMore = keys.has(name) && column.type === 'datetime' && isCut(column, dialect);
      return [name, hasMore ? { ...column, isMicroseconds: true } : column];
    }),
  );
}

/** Whether less is shown of a column than it holds. */
function isCut(column: StoredColumn, { shown }: Dialect): boolean {
  return shown?.(sql.ref(column.name), column) !== undefined;
}

/** Computed columns of views have no type in SQLite. */
function isExact(column: StoredColumn, dialect: Dialect, isReadOnly: boolean): boolean {
  const isLoose = column.affinity === 'none' && column.type === 'string' && !isReadOnly;
  return !isCut(column, dialect) && column.nativeType !== 'float' && !isLoose;
}
