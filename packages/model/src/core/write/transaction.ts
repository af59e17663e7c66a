import type { Condition } from '../conditions.ts';
import type { TableAccess } from '../policy/access.ts';
import type { Operation } from '../policy/define-policy.ts';
import type { ModelProvider, Repository } from '../provider.ts';
import type { Description, Row } from '../types.ts';

/** In the log of a transaction: code that may have written into any table. */
export const ANY_TABLE = '*';

/** Records that a write has touched, and what their policy demands of them as they are stored. */
export interface Touched {
  readonly policy: TableAccess;
  readonly description: Description;
  readonly operation: Operation;
  /** Opens the table without policies, in the transaction that the running code belongs to. */
  readonly open: () => Repository;
  /** The columns by which the records are found: the primary key, or those of a table between two others. */
  readonly key: readonly string[];
  /** The records, with at least these columns. */
  readonly records: readonly Row[];
  readonly conditions: readonly Condition[];
  /** The values that were written show that the conditions hold, unless a later write changes that. */
  readonly isSure: boolean;
  /** Length of the log after the write. */
  readonly at: number;
  /** What was written into each record, or into all of them. */
  readonly values: readonly Row[];
  /** The place of each record in the list of the request; `undefined` for one that is alone. */
  readonly indexes: readonly (number | undefined)[];
  /** Say in an error where in the request the records are, the innermost first. */
  readonly places: ((error: unknown) => unknown)[];
}

/** Whether writes of these tables may have changed records of a table, by hooks, triggers or foreign keys. */
export function mayHaveChanged(written: readonly string[], { name, foreignKeys = [] }: Description): boolean {
  const following = foreignKeys.filter(({ onDelete }) => onDelete !== undefined).map(({ table }) => table);
  const names = [ANY_TABLE, ...[name, ...following].map((table) => table.toLowerCase())];
  return written.some((table) => names.includes(table));
}

/** An open transaction of a session: what was written in it, and what runs after it. */
export class Transaction {
  /** The session that it belongs to. */
  readonly owner: object;
  readonly models: ModelProvider;
  /** The tables that were written, in order and in lower case, as some databases compare their names. */
  readonly log: string[] = [];
  readonly touched: Touched[] = [];
  readonly committed: (() => Promise<void>)[] = [];

  constructor(owner: object, models: ModelProvider) {
    this.owner = owner;
    this.models = models;
  }

  /** Take over what a nested transaction has written. */
  join({ log, touched, committed }: Transaction): void {
    const { length } = this.log;
    for (const one of touched) this.touched.push({ ...one, at: one.at + length });
    this.log.push(...log);
    this.committed.push(...committed);
  }
}
