import { sql } from 'kysely';
import { DataError } from '../core/data-error.ts';
import type { Dialect } from './dialect.ts';
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

/**
 * Check that the primary key that is shown of a record finds this record and no other one.
 *
 * @throws {DataError} `no_table` for a key that holds more than is shown of it, such as microseconds
 */
export function requireExactKey({ name, primaryKey, columns, writes }: StoredDescription, dialect: Dialect): void {
  for (const column of primaryKey) {
    const key = columns.get(column);
    if (key === undefined || isExact(key, dialect, writes?.length === 0)) continue;
    throw new DataError('no_table', `The primary key "${column}" of the table "${name}" cannot be compared exactly`, {
      field: column,
      hint: INSTEAD[key.type] ?? LOOSE,
    });
  }
}

// --- internal ---

const INSTEAD: Partial<Record<StoredColumn['type'], string>> = {
  datetime:
    'Times are shown in milliseconds, and it holds more: give it 3 digits, such as timestamp(3), or add a key with t.id().',
  double: 'It holds rounded numbers: make it a decimal, or add a key with t.id().',
};

const LOOSE = 'It can hold a number and the same as text: give it a type, or add a key with t.id().';

/** Computed columns of views have no type in SQLite. */
function isExact(column: StoredColumn, { shown }: Dialect, isReadOnly: boolean): boolean {
  const isLoose = column.affinity === 'none' && column.type === 'string' && !isReadOnly;
  return shown?.(sql.ref(column.name), column) === undefined && column.nativeType !== 'float' && !isLoose;
}
