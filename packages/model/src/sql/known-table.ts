import type { StoredDescription } from './dialect.ts';
import type { Statements } from './statements.ts';

/** What is known of a table, and the statements that have been written for it. */
export interface KnownTable {
  readonly description: StoredDescription;
  readonly statements: Statements;
}
