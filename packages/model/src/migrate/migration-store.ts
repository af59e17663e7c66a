import type { Schema } from './schema.ts';

/** What a store remembers of one migration. */
export interface MigrationRecord {
  readonly name: string;
  /** Of the file that was applied; while the state is not `applied`, of the steps that are done. */
  readonly checksum: string;
  /** `applying` and `reverting` stay only where a store keeps the statements that succeeded before one failed. */
  readonly state: 'applied' | 'applying' | 'reverting';
  /** Statements that are done, while the state is not `applied`. */
  readonly steps: number;
  readonly at: Date;
}

/** The claim of one process to migrate a store. */
export interface Lease {
  /** Random; what nobody else writes. */
  readonly owner: string;
  /** Milliseconds that the claim holds after it was taken or extended. */
  readonly length: number;
}

/**
 * Where migrations note what they did; in the transaction of the statements where there is one. Each note happens whole or not at all.
 *
 * @throws {ModelsError} `E_MIGRATION` when the lease has been lost
 */
export interface Journal {
  write(record: MigrationRecord): Promise<void>;
  erase(name: string): Promise<void>;
}

/**
 * Runs one statement that changes the store and notes it, or skips it because an earlier attempt has done it.
 *
 * @param together - runs its argument in one transaction, where the statement and its note can be stored together
 */
export type RunStatement = (
  statement: () => Promise<void>,
  together?: (work: () => Promise<void>) => Promise<void>,
) => Promise<void>;

/** What one migration works with. */
export interface MigrationTools {
  /** @param run - gets every statement that changes the store, one at a time, in an order that is the same in every attempt */
  schema(run: RunStatement): Schema;
  readonly journal: Journal;
}

/** What migrations need of a store. */
export interface MigrationStore {
  /** The statements of a migration and the note of it happen together or not at all. */
  readonly isTransactional: boolean;
  /** Milliseconds for which a migration that met a conflict is tried again. */
  readonly patience: number;
  /** Make the tables that remember, unless they are there; several processes may do so at the same time. */
  prepare(): Promise<void>;
  /** All records; none when nothing was ever prepared. Writes nothing. */
  records(): Promise<MigrationRecord[]>;
  /** Take the lease when it is free or over. @returns whether the owner has it */
  claim(lease: Lease): Promise<boolean>;
  /** Extend the lease; one that was over may have been another's meanwhile, so it is taken by `claim` only. @returns whether the owner still has it */
  extend(lease: Lease): Promise<boolean>;
  release(lease: Lease): Promise<void>;
  /**
   * Run one migration; in a transaction that only the owner of the lease can commit, where there are transactions.
   *
   * @throws {ModelsError} `E_MIGRATION` when the lease has been lost
   */
  perform(lease: Lease, work: (tools: MigrationTools) => Promise<void>): Promise<void>;
  /** Drop every table, and what is remembered of migrations. @throws {ModelsError} `E_MIGRATION` when the lease has been lost */
  wipe(lease: Lease): Promise<void>;
  /** The meaning of an error of the driver. */
  mapError(error: unknown): unknown;
}
