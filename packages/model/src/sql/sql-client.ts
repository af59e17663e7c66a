import type { RequestOptions } from '../core/provider.ts';
import type { StoredDescription } from './stored-table.ts';

/** A statement to run. */
export interface Statement {
  readonly text: string;
  /** In the form that the driver takes. */
  readonly parameters: readonly unknown[];
  /** What it is about, for errors that name a column. */
  readonly table?: StoredDescription;
}

/** A statement about one table. */
export type TableStatement = Statement & { readonly table: StoredDescription };

/**
 * The result of a statement.
 *
 * @see docs/adapters.md
 */
export interface SqlResult {
  /** Column name → value, as the driver returns it. The models may change these objects. */
  readonly rows: readonly Record<string, unknown>[];
  /** Number of rows that a statement other than `select` matched, changed or not. */
  readonly affected?: number | bigint | undefined;
  /** The key that MySQL or SQLite generated for an inserted row. */
  readonly insertId?: number | bigint | string | undefined;
  /** What our own clients say about the columns of the rows, for `Dialect.resultColumns`. */
  readonly fields?: unknown;
}

/**
 * Run one statement.
 *
 * @param text - SQL with the parameters `$1`, `$2` … for PostgreSQL, `?` for the others
 * @param parameters - strings, numbers, bigints, booleans, bytes and null
 * @see docs/adapters.md
 */
export type SqlQuery = (text: string, parameters: readonly unknown[], options?: RequestOptions) => Promise<SqlResult>;

/**
 * A connection, or a pool of connections, to an SQL database: what `createModels` needs from a driver or an ORM.
 *
 * Pass errors of the driver on unchanged: the models look for the SQLSTATE or error number in them and in their causes.
 *
 * @see docs/adapters.md
 */
export interface SqlClient {
  readonly dialect: SqlDialectName;
  /** Run a statement outside of transactions. */
  readonly query: SqlQuery;
  /** Run `work` in one serializable transaction on one connection: commit when it resolves, roll back when it rejects. */
  transaction<T>(work: (query: SqlQuery) => Promise<T>, options?: RequestOptions): Promise<T>;
  /** Reach the database. Without this method the models run `select 1`. */
  ping?(options?: RequestOptions): Promise<void>;
  close(): Promise<void>;
}

/**
 * The dialects of SQL that the models speak.
 *
 * @see docs/adapters.md
 */
export type SqlDialectName = 'sqlite' | 'postgres' | 'mysql';
