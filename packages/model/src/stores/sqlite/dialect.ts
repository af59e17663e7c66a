import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryCompiler,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type TransactionSettings,
} from 'kysely';
import type { SqliteDatabase } from './load-driver.ts';
import { StatementCache } from './statement-cache.ts';
import { toBindable } from './to-bindable.ts';

/**
 * Kysely on one connection of `node:sqlite`, opened at its first use.
 *
 * It does not lock: whoever uses it must let one statement or transaction in at a time (see `Scope`).
 */
export class SqliteDialect implements Dialect {
  readonly #driver: SqliteDialectDriver;

  constructor(open: () => Promise<SqliteDatabase>) {
    this.#driver = new SqliteDialectDriver(open);
  }

  createDriver(): Driver {
    return this.#driver;
  }

  createQueryCompiler(): QueryCompiler {
    return new SqliteQueryCompiler();
  }

  createAdapter(): SqliteAdapter {
    return new TransactionalSqliteAdapter();
  }

  createIntrospector(db: Kysely<unknown>): SqliteIntrospector {
    return new SqliteIntrospector(db);
  }

  /** Run SQL that may have several statements; a prepared statement would pass over all but the first. */
  runScript(text: string): void {
    this.#driver.runScript(text);
  }

  /** False once SQLite has rolled the open transaction back by itself. */
  get isInTransaction(): boolean {
    return this.#driver.isInTransaction;
  }
}

// --- internal ---

class TransactionalSqliteAdapter extends SqliteAdapter {
  // Definitions of tables roll back in SQLite; Kysely is only careful about foreign keys while tables are rebuilt, which we never do.
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class SqliteDialectDriver implements Driver {
  readonly #open: () => Promise<SqliteDatabase>;
  #database: SqliteDatabase | undefined;
  #connection: SqliteConnection | undefined;

  constructor(open: () => Promise<SqliteDatabase>) {
    this.#open = open;
  }

  async init(): Promise<void> {
    this.#database = await this.#open();
    this.#connection = new SqliteConnection(this.#database);
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection as SqliteConnection;
  }

  async releaseConnection(): Promise<void> {}

  // Taking the lock for writing at once: a transaction that reads first and writes later could fail after its first half.
  async beginTransaction(connection: DatabaseConnection, _settings: TransactionSettings): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  async savepoint(connection: DatabaseConnection, name: string): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(`savepoint ${name}`));
  }

  async rollbackToSavepoint(connection: DatabaseConnection, name: string): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(`rollback to ${name}`));
  }

  async releaseSavepoint(connection: DatabaseConnection, name: string): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(`release ${name}`));
  }

  async destroy(): Promise<void> {
    this.#database?.close();
  }

  runScript(text: string): void {
    this.#database?.exec(text);
  }

  get isInTransaction(): boolean {
    return this.#database?.isTransaction !== false;
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly #statements: StatementCache;

  constructor(database: SqliteDatabase) {
    this.#statements = new StatementCache(database);
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const values = parameters.map(toBindable);
    const { statement, givesRows } = this.#statements.prepare(sql);
    if (givesRows) return { rows: statement.all(...values).map(narrowIntegers) as R[] };
    return { rows: [], numAffectedRows: BigInt(statement.run(...values).changes) };
  }

  // biome-ignore lint/correctness/useYield: there is nothing to yield
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Streaming is not supported; read in pages.');
  }
}

// Integers are read as bigint, because the driver throws for a number past 2^53.
function narrowIntegers(row: Record<string, unknown>): Record<string, unknown> {
  for (const name in row) {
    const value = row[name];
    if (typeof value === 'bigint' && value <= largest && value >= -largest) row[name] = Number(value);
  }
  return row;
}

const largest = BigInt(Number.MAX_SAFE_INTEGER);
