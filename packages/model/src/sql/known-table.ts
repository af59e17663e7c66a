import type { Statements } from './statements.ts';
import type { StoredDescription } from './stored-table.ts';

/** What is known of a table, and the statements that have been written for it. */
export interface KnownTable {
  readonly description: StoredDescription;
  readonly statements: Statements;
}
