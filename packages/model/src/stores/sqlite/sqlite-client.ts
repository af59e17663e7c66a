import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DataError } from '../../core/data-error.ts';
import type { RequestOptions } from '../../core/provider.ts';
import { isAborted, Queue } from '../../queue.ts';
import { retry } from '../../retry.ts';
import type { SqlClient, SqlQuery, SqlResult } from '../../sql/sql-client.ts';
import { loadDriver, type SqliteDatabase } from './load-driver.ts';
import { isBusy, mapSqliteError } from './map-error.ts';
import { OpenFile } from './open-file.ts';
import { SqliteConnection } from './sqlite-connection.ts';

/**
 * One connection to an SQLite file or to a database in memory, opened at its first use; one statement or transaction
 * at a time.
 *
 * Waiting for a lock of another process does not block the event loop.
 */
export class SqliteClient implements SqlClient {
  readonly dialect = 'sqlite';
  readonly #path: string;
  readonly #patience: number;
  readonly #queue: Queue;
  #open: Promise<SqliteConnection> | undefined;
  /** Once it is open. */
  #connection: SqliteConnection | undefined;
  #isInTransaction = false;

  /** @param patience - milliseconds to wait for a lock, or for a transaction of this process */
  constructor(path: string, patience: number) {
    this.#path = path;
    this.#patience = patience;
    this.#queue = new Queue(patience);
  }

  readonly query: SqlQuery = async (text, parameters, request) => {
    const connection = this.#connection;
    try {
      // A statement is done when the driver returns: it has to wait for a transaction only.
      if (connection !== undefined && !this.#isInTransaction && !isAborted(request))
        return connection.run(text, parameters);
      return await this.#runInTurn(text, parameters, request);
    } catch (error) {
      if (!isBusy(error)) throw error;
      return this.#retry(() => this.#runInTurn(text, parameters, request), request);
    }
  };

  async transaction<T>(work: (query: SqlQuery) => Promise<T>, request?: RequestOptions): Promise<T> {
    const connection = this.#connection ?? (await this.#connect());
    // Taking the lock for writing at once: a transaction that reads first and writes later could fail after its first half.
    await this.#retry(() => this.#begin(connection, request), request);
    try {
      const result = await work((text, parameters) => this.#retry(() => connection.runInside(text, parameters)));
      await this.#retry(() => connection.run('commit', []));
      return result;
    } catch (error) {
      // A transaction that cannot be rolled back is over already.
      if (connection.isInTransaction) connection.rollback();
      throw error;
    } finally {
      this.#isInTransaction = false;
      this.#queue.leave();
    }
  }

  async ping(request?: RequestOptions): Promise<void> {
    await this.query('select 1', [], request);
    this.#connection?.checkFile();
  }

  async close(): Promise<void> {
    const open = this.#open;
    this.#connection = undefined;
    this.#open = Promise.reject(new DataError('unavailable', 'The store has been closed'));
    this.#open.catch(() => {});
    await open?.then(
      (connection) => this.#queue.run(async () => connection.close(), true),
      () => {},
    );
  }

  async #runInTurn(text: string, parameters: readonly unknown[], request?: RequestOptions): Promise<SqlResult> {
    const connection = await this.#connect();
    if (!this.#isInTransaction && !isAborted(request)) return connection.run(text, parameters);
    return this.#queue.run(async () => connection.run(text, parameters), false, request);
  }

  async #begin(connection: SqliteConnection, request?: RequestOptions): Promise<void> {
    await this.#queue.enter(false, request);
    try {
      connection.run('begin immediate', []);
      this.#isInTransaction = true;
    } catch (error) {
      this.#queue.leave();
      throw error;
    }
  }

  /** Concurrent first uses wait for the same opening; after a failure the next use tries again. */
  async #connect(): Promise<SqliteConnection> {
    this.#open ??= openDatabase(this.#path, this.#patience).then(
      (database) => new SqliteConnection(database, new OpenFile(this.#path)),
    );
    const open = this.#open;
    try {
      const connection = await open;
      // It may have been closed meanwhile.
      if (this.#open === open) this.#connection = connection;
      return connection;
    } catch (error) {
      if (error instanceof DataError) throw error;
      this.#open = undefined;
      throw withPath(error, this.#path);
    }
  }

  #retry<T>(work: () => Promise<T> | T, request?: RequestOptions): Promise<T> {
    return retry(work, isBusy, this.#patience, request);
  }
}

// --- internal ---

/** The error of a file that cannot be opened names it. */
function withPath(error: unknown, path: string): unknown {
  const mapped = isBusy(error) ? undefined : mapSqliteError(error);
  if (!(mapped instanceof DataError) || mapped.code !== 'unavailable') return error;
  return new DataError('unavailable', `${mapped.message}: ${path}`, { hint: mapped.hint, cause: error });
}

/**
 * Open a database file, or one in memory (`:memory:`); missing directories are created.
 *
 * An acknowledged write survives a crash of the process and of the machine (`synchronous = FULL`). Readers and the
 * one writer do not wait for each other (WAL). SQLite itself never sleeps for a lock (`busy_timeout = 0`): the caller
 * retries.
 */
async function openDatabase(path: string, patience: number): Promise<SqliteDatabase> {
  if (path !== ':memory:') await mkdir(dirname(path), { recursive: true });
  // `t.change` writes to `sqlite_schema`, which defensive mode forbids; nothing else writes there.
  const database = new (loadDriver().DatabaseSync)(path, { timeout: 0, defensive: false });
  try {
    database.exec('pragma busy_timeout = 0');
    // Two processes that open a new file at the same time collide here.
    const pragmas = 'pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on';
    await retry(async () => database.exec(pragmas), isBusy, patience);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
