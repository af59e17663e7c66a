import type { Statements } from './statements.ts';
import type { StoredDescription } from './stored-table.ts';

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
    a.primaryKey === b.primaryKey &&
    a.columns.size === b.columns.size &&
    a.indexNames?.join() === b.indexNames?.join() &&
    [...a.columns].every(([name, { type }]) => b.columns.get(name)?.type === type)
  );
}
