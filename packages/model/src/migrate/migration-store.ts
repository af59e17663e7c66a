import type { Schema } from './schema.ts';

/** The record of a migration in the store. */
export interface MigrationRecord {
  readonly name: string;
  /** Of the applied file; while the state is not `applied`, of the completed steps. */
  readonly checksum: string;
  /** `applying` and `reverting` remain only in stores that keep the statements before a failed one. */
  readonly state: 'applied' | 'applying' | 'reverting';
  /** Number of completed statements, while the state is not `applied`. */
  readonly steps: number;
  readonly at: Date;
}

/** The lease of one process for migrating a store. */
export interface Lease {
  /** A random id. */
  readonly owner: string;
  /** Milliseconds until the lease expires, from when it was acquired or renewed. */
  readonly length: number;
}

/**
 * Records the progress of migrations, in the transaction of the statements if there is one. Each write is atomic.
 *
 * @throws {ModelsError} `E_MIGRATION` when the lease has been lost
 */
export interface Journal {
  write(record: MigrationRecord): Promise<void>;
  erase(name: string): Promise<void>;
}

/**
 * Runs one statement that changes the store and records it, or skips it if an earlier attempt has completed it.
 *
 * @param together - runs its argument in one transaction, if the statement and its record can be stored together
 */
export type RunStatement = (
  statement: () => Promise<void>,
  together?: (work: () => Promise<void>) => Promise<void>,
) => Promise<void>;

/** The session of one migration. */
export interface MigrationTools {
  /** @param run - receives every statement that changes the store, one at a time, in the same order in every attempt */
  schema(run: RunStatement): Schema;
  readonly journal: Journal;
}

/** The interface between migrations and a store. */
export interface MigrationStore {
  /** The statements of a migration and its record are one transaction. */
  readonly isTransactional: boolean;
  /** A migration can also run without a transaction: its statements are kept and recorded one by one. */
  readonly canSplit: boolean;
  /** Milliseconds during which a migration is retried after a conflict. */
  readonly patience: number;
  /** Create the tables of the records if they do not exist; several processes may do so at the same time. */
  prepare(): Promise<void>;
  /** All records; none if nothing was ever prepared. Writes nothing. */
  records(): Promise<MigrationRecord[]>;
  /** Acquire the lease if it is free or expired. @returns whether the owner has it */
  claim(lease: Lease): Promise<boolean>;
  /**
   * Renew the lease. An expired lease may have had another owner since, so only `claim` acquires it. @returns whether
   * the owner still has it
   */
  extend(lease: Lease): Promise<boolean>;
  release(lease: Lease): Promise<void>;
  /**
   * Run one migration, if possible in a transaction that only the owner of the lease can commit.
   *
   * @param isSplit - where the store can do that, run it without a transaction
   * @throws {ModelsError} `E_MIGRATION` when the lease has been lost
   */
  perform(lease: Lease, work: (tools: MigrationTools) => Promise<void>, isSplit?: boolean): Promise<void>;
  /**
   * Drop every table and the records of migrations. @throws {ModelsError} `E_MIGRATION` when the lease has been lost
   */
  wipe(lease: Lease): Promise<void>;
  /** The meaning of an error of the driver. */
  mapError(error: unknown): unknown;
}
