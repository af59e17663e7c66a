import type { Model, ModelProvider, RequestOptions } from '@rest-gen/router/model';
import type { MigrationState } from './migrate/check-records.ts';

export interface ModelsOptions {
  /** Folder of the migrations; default `migrations` in the working directory. */
  migrations?: string;
  /** Apply migrations before the first query; default `true` for the embedded store unless `NODE_ENV` is `production`. */
  autoMigrate?: boolean;
  /** Connections at most, for stores on a server; default 10. */
  connections?: number;
  /** Milliseconds after which a statement is cancelled in the store, for stores on a server; default 30,000, 0 for none. */
  statementTimeout?: number;
  /** Milliseconds to wait for a lock, a free connection or a server, and to try again after a conflict; default 5,000. */
  patience?: number;
}

/** A provider inside of an open transaction. */
export interface TransactionModels extends ModelProvider {
  /** Start building requests to a table. */
  model(name: string, options?: RequestOptions): Model;
  transaction<T>(work: (tx: TransactionModels) => Promise<T>, options?: RequestOptions): Promise<T>;
  ping(options?: RequestOptions): Promise<void>;
}

/** Options of what migrates. */
export interface MigrateOptions {
  /** Called with the name of each migration before it is applied or taken back. */
  onBegin?: (name: string) => void;
}

/** The models of an application: what `src/config/model` exports. */
export interface Models extends TransactionModels {
  /** Apply all migrations that are still to come. @returns the names of those that this call applied */
  migrate(options?: MigrateOptions): Promise<{ applied: string[] }>;
  /** All migrations in their order, with the state of each and the time when it was applied. Changes nothing. */
  migrationStatus(): Promise<MigrationState[]>;
  /** Take the last migration back. @returns its name, or `undefined` when none is applied */
  migrateDown(options?: MigrateOptions): Promise<{ reverted: string | undefined }>;
  /** Drop every table of the database, then apply all migrations. */
  migrateFresh(options?: MigrateOptions): Promise<{ applied: string[] }>;
}
