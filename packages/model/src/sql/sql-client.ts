import type { RequestOptions } from '@rest-gen/router/model';

/** What a statement gave. */
export interface SqlResult {
  /** Column name → value, in whatever form the driver has. */
  readonly rows: readonly Record<string, unknown>[];
  /** Rows that a statement other than `select` has matched, whether or not their values changed. */
  readonly affected?: number | bigint | undefined;
  /** The key that MySQL has given to an inserted row. */
  readonly insertId?: number | bigint | string | undefined;
}

/**
 * Run one statement.
 *
 * @param text - with `$1`, `$2` … for PostgreSQL, `?` for the others
 * @param parameters - text, numbers, bigints, booleans, bytes and null
 */
export type SqlQuery = (text: string, parameters: readonly unknown[], options?: RequestOptions) => Promise<SqlResult>;

/**
 * A connection to an SQL database, or a pool of them: what `createModels` needs of a driver or an ORM.
 *
 * Errors are those of the driver; their SQLSTATE or number is looked for in them and in their causes.
 */
export interface SqlClient {
  readonly dialect: SqlDialectName;
  /** Run a statement outside of transactions. */
  readonly query: SqlQuery;
  /** Run `work` in one serializable transaction, all of its statements on one connection: committed when it resolves, rolled back when it rejects. */
  transaction<T>(work: (query: SqlQuery) => Promise<T>, options?: RequestOptions): Promise<T>;
  close(): Promise<void>;
}

export type SqlDialectName = 'sqlite' | 'postgres' | 'mysql';
