import type { Schema } from './schema.ts';

/** What a store remembers of one migration. */
export interface MigrationRecord {
  readonly name: string;
  /** Of the file when it was last run. */
  readonly checksum: string;
  /** `applying` and `reverting` stay only where a store keeps the steps that succeeded before one failed. */
  readonly state: 'applied' | 'applying' | 'reverting';
  /** Steps that are done, while the state is not `applied`. */
  readonly steps: number;
  readonly at: Date;
}

/** Where migrations note what they did; in the transaction of the steps where there is one. */
export interface Journal {
  write(record: MigrationRecord): Promise<void>;
  erase(name: string): Promise<void>;
}

/** What migrations need of a store. */
export interface MigrationStore {
  /** The steps of a migration and the note of it happen together or not at all. */
  readonly isTransactional: boolean;
  /** Milliseconds to wait for another process that migrates. */
  readonly patience: number;
  /** Make the tables that remember, unless they are there; several processes may do so at the same time. */
  prepare(): Promise<void>;
  /** All records; none when nothing was ever prepared. */
  records(): Promise<MigrationRecord[]>;
  /**
   * Take or extend the lease to migrate, which is free, over, or the owner's already.
   *
   * @param until - milliseconds since 1970
   * @returns whether the owner has it
   */
  claim(owner: string, until: number): Promise<boolean>;
  release(owner: string): Promise<void>;
  /** Run the steps of one migration. */
  perform(work: (schema: Schema, journal: Journal) => Promise<void>): Promise<void>;
  /** Drop every table. */
  wipe(): Promise<void>;
  /** The meaning of an error of the driver. */
  mapError(error: unknown): unknown;
}
