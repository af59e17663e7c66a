import { DataError } from '../../core/data-error.ts';
import type { RequestOptions } from '../../core/provider.ts';
import { narrowInteger } from '../../narrow-integer.ts';
import { isAborted, Queue } from '../../queue.ts';
import { retry } from '../../retry.ts';
import type { SqlClient, SqlQuery, SqlResult } from '../../sql/sql-client.ts';
import { isBusy } from './error-codes.ts';
import type { SqliteDatabase, SqliteValue } from './load-driver.ts';
import { mapSqliteError } from './map-error.ts';
import { openDatabase } from './open-database.ts';
import { StatementCache } from './statement-cache.ts';
import { toBindable } from './to-bindable.ts';

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
  #open: Promise<Connection> | undefined;
  /** Once it is open. */
  #connection: Connection | undefined;
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
      if (connection.isInTransaction) connection.run('rollback', []);
      throw error;
    } finally {
      this.#isInTransaction = false;
      this.#queue.leave();
    }
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

  async #begin(connection: Connection, request?: RequestOptions): Promise<void> {
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
  async #connect(): Promise<Connection> {
    this.#open ??= openDatabase(this.#path, this.#patience).then((database) => new Connection(database));
    const open = this.#open;
    try {
      const connection = await open;
      // It may have been closed meanwhile.
      if (this.#open === open) this.#connection = connection;
      return connection;
    } catch (error) {
      if (!(error instanceof DataError)) this.#open = undefined;
      throw error;
    }
  }

  #retry<T>(work: () => Promise<T> | T, request?: RequestOptions): Promise<T> {
    return retry(work, isBusy, this.#patience, request);
  }
}

// --- internal ---

class Connection {
  readonly #database: SqliteDatabase;
  readonly #statements: StatementCache;

  constructor(database: SqliteDatabase) {
    this.#database = database;
    this.#statements = new StatementCache(database);
  }

  get isInTransaction(): boolean {
    return this.#database.isTransaction;
  }

  run(text: string, parameters: readonly unknown[]): SqlResult {
    // A prepared statement would pass over all but the first of several.
    if (parameters.length === 0 && isScript(text)) {
      this.#database.exec(text);
      return { rows: [] };
    }
    const values: SqliteValue[] = [];
    for (const parameter of parameters) values.push(toBindable(parameter));
    const { statement, givesRows, names, isSingle } = this.#statements.prepare(text);
    if (givesRows) {
      if (names && isSingle) {
        const row = statement.get(...values);
        return { rows: row === undefined ? [] : [toRow(row, names)], fields: statement };
      }
      const rows = statement.all(...values);
      return { rows: rows.map(names ? (row) => toRow(row, names) : narrowIntegers), fields: statement };
    }
    return { rows: [], affected: statement.run(...values).changes };
  }

  /** As `run`; SQLite rolls back a transaction after some errors (a full disk): the next statement would run outside of it. */
  runInside(text: string, parameters: readonly unknown[]): SqlResult {
    try {
      return this.run(text, parameters);
    } catch (error) {
      if (this.isInTransaction) throw error;
      const mapped = mapSqliteError(error);
      if (mapped instanceof DataError && mapped.code === 'unavailable') throw mapped;
      throw new DataError('unavailable', 'The database has rolled back the transaction', { cause: mapped });
    }
  }

  close(): void {
    this.#database.close();
  }
}

function isScript(text: string): boolean {
  return text.includes(';') && text.replace(QUOTED, '').includes(';');
}

/** Texts, names and comments; what is not closed goes on to the end, so that no part is looked at twice. */
const QUOTED = /'[^']*'?|"[^"]*"?|`[^`]*`?|\[[^\]]*\]?|--[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?/g;

/** @param values - a list */
function toRow(values: Readonly<Record<number, unknown>>, names: readonly string[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (let at = 0; at < names.length; at += 1) {
    const value = values[at];
    row[names[at] as string] = typeof value === 'bigint' ? narrowInteger(value) : value;
  }
  return row;
}

// Integers are read as bigint, because the driver throws for a number past 2^53. Its rows have no prototype.
function narrowIntegers(given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const row = { ...given };
  for (const name in row) {
    const value = row[name];
    if (typeof value === 'bigint') row[name] = narrowInteger(value);
  }
  return row;
}
