import type { Kysely } from 'kysely';
import type { ChangeLog } from './changes/change-log.ts';
import type { Model } from './core/model.ts';
import type { CurrentUser } from './core/policy/user.ts';
import type { ModelProvider, Repository, RequestOptions, View } from './core/provider.ts';
import type { Relations } from './core/relations.ts';
import type { SqlTables, TableName, TableOf } from './core/tables.ts';
import type { MigrationState } from './migrate/check-records.ts';
import type { TableDescription } from './migrate/list-tables.ts';
import type { MigrateOptions } from './migrate/migrator.ts';
import type { Lookup, LookupQuery } from './sql/lookup.ts';
import type { TableStructure } from './sql/table-structure.ts';

/**
 * Options of `createModels`.
 *
 * @see docs/models.md
 */
export interface ModelsOptions {
  /** Directory of the migrations, relative to the project; default `migrations`. */
  migrations?: string;
  /** Apply migrations before the first query; default `true` for the embedded store unless `NODE_ENV` is `production`. */
  autoMigrate?: boolean;
  /** Maximum number of connections to a server; default 10. */
  connections?: number;
  /** Milliseconds after which a server cancels a statement; default 30,000, 0 for no limit. */
  statementTimeout?: number;
  /** Milliseconds to wait for a lock, a free connection or a server, and to retry after a conflict; default 5,000. */
  patience?: number;
}

/**
 * The tables of {@link TransactionModels.kysely}; any name while there are none.
 *
 * @see docs/models-sql.md
 */
// biome-ignore lint/suspicious/noExplicitAny: what Kysely takes for tables that are not known.
export type SqlDatabase = [keyof SqlTables] extends [never] ? any : SqlTables;

/**
 * The models as the policies of the project show them to a user. Without any policy nothing is restricted.
 *
 * @see docs/policies.md
 */
export interface RestrictedModels {
  /** A query builder for a table. */
  model<Name extends TableName>(name: Name, options?: RequestOptions): Model<TableOf<Name>>;
  repository<Name extends TableName>(name: Name, options?: RequestOptions): Repository<TableOf<Name>>;
  transaction<T>(work: (tx: RestrictedModels) => Promise<T>, options?: RequestOptions): Promise<T>;
}

/**
 * A provider inside an open transaction.
 *
 * @see docs/models.md
 */
export interface TransactionModels extends ModelProvider {
  /** A query builder for a table. */
  model<Name extends TableName>(name: Name, options?: RequestOptions): Model<TableOf<Name>>;
  repository<Name extends TableName>(
    name: Name,
    options?: RequestOptions,
    relations?: Relations,
    view?: View,
  ): Repository<TableOf<Name>>;
  transaction<T>(work: (tx: TransactionModels) => Promise<T>, options?: RequestOptions): Promise<T>;
  ping(options?: RequestOptions): Promise<void>;
  /**
   * The models as the policies allow this user: what a request of this user could read and write.
   *
   * @param user - `null` or `undefined` for a request without one
   * @throws {ModelsError} `E_POLICIES` before a router has been created with the models
   */
  as(user: CurrentUser | null | undefined): RestrictedModels;
  /**
   * Kysely, for joins, aggregates and anything else in SQL: its statements belong to the transaction of the models, and reject with a `DataError`.
   *
   * @example await models.kysely.selectFrom('post').select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
   */
  readonly kysely: Kysely<SqlDatabase>;
}

/**
 * A file in `seeds`: adds records in a transaction.
 *
 * @see docs/migrations.md
 */
export type Seed = (models: TransactionModels) => Promise<void>;

/**
 * The models of an application: what `src/config/model` exports.
 *
 * @see docs/models.md
 */
export interface Models extends TransactionModels {
  /** Apply all pending migrations. @returns the names of those that this call applied */
  migrate(options?: MigrateOptions): Promise<{ applied: string[] }>;
  /** All migrations in order, with their state and the time when they were applied. Changes nothing. */
  migrationStatus(): Promise<MigrationState[]>;
  /**
   * Reject while the store is unreachable or migrations are pending (`E_MIGRATION`). Once none is, only the store is asked: for health checks, such as
   * `ready(models)` of `@rest-gen/server`.
   */
  ready(): Promise<void>;
  /** Revert the last migration. @returns its name, or `undefined` when none is applied */
  migrateDown(options?: MigrateOptions): Promise<{ reverted: string | undefined }>;
  /**
   * For tests: from now on, everything that this process asks of the store runs in one transaction, also in controllers that are called over HTTP.
   * Transactions in it are savepoints.
   *
   * @returns a function that rolls back and ends it
   */
  beginGlobalTransaction(): Promise<() => Promise<void>>;
  /** Prepare a query that every request makes, such as that for the user of a token: its statement is written once. */
  lookup(query: LookupQuery): Pick<Lookup, 'find'>;
  /** The changes that `t.changes` of a migration records. */
  readonly changes: ChangeLog;
  /** All tables and views as they are, without those that remember migrations. Applies none. */
  tables(): Promise<TableDescription[]>;
  /** What each table is made of besides its description, for a migration that makes it again. */
  structures(): Promise<TableStructure[]>;
  /**
   * Record a migration as applied without running it, where the database has its tables already. An applied one stays as it is.
   *
   * @param name - of its file, without the extension
   */
  recordMigration(name: string): Promise<void>;
  /**
   * Drop every table of the database, then apply all migrations.
   *
   * @returns `database`: the file, or the name of the database and its server
   */
  migrateFresh(options?: MigrateOptions): Promise<{ applied: string[]; database: string | undefined }>;
}
