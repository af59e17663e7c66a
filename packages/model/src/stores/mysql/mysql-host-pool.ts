import type { Pool, PoolConnection } from 'mysql2';
import type { SqlResult } from '../../sql/sql-client.ts';
import { clock } from '../../watch.ts';
import type { HostPool, ServerConnection } from '../server/server-driver.ts';
import { type ConnectionSettings, connect, discard, prepare } from './connect.ts';
import type { MysqlDriver } from './load-driver.ts';
import { run } from './run.ts';

/** The connections to one host, kept by the pool of `mysql2`. */
export class MysqlHostPool implements HostPool {
  readonly #driver: MysqlDriver;
  readonly #settings: ConnectionSettings;
  readonly #pool: Pool;
  /** Those that have been prepared. */
  readonly #connections = new WeakMap<PoolConnection, MysqlConnection>();
  readonly #open = new Set<PoolConnection>();

  constructor(driver: MysqlDriver, settings: ConnectionSettings, connections: number) {
    this.#driver = driver;
    this.#settings = settings;
    this.#pool = driver.createPool({ ...settings.options, connectionLimit: connections });
    this.#pool.on('connection', (connection) => {
      this.#open.add(connection);
      // A connection that is reset while nothing waits for it must not end the process.
      connection.on('error', () => {});
      connection.on('end', () => this.#open.delete(connection));
    });
  }

  async acquire(): Promise<ServerConnection> {
    const connection = await this.#lend();
    const known = this.#connections.get(connection);
    if (known !== undefined) return known;
    try {
      await prepare(this.#driver, this.#settings, connection);
    } catch (error) {
      discard(connection);
      throw error;
    }
    const own = new MysqlConnection(this.#driver, this.#settings, connection);
    this.#connections.set(connection, own);
    return own;
  }

  /** Without a goodbye: a server that is silent would keep the process alive. */
  async close(): Promise<void> {
    this.#pool.end(() => {});
    for (const connection of this.#open) discard(connection);
  }

  #lend(): Promise<PoolConnection> {
    return new Promise((resolve, reject) => {
      this.#pool.getConnection((error, connection) => {
        if (error) reject(error);
        else resolve(connection);
      });
    });
  }
}

// --- internal ---

class MysqlConnection implements ServerConnection {
  readonly #driver: MysqlDriver;
  readonly #settings: ConnectionSettings;
  readonly #connection: PoolConnection;
  idleSince: number | undefined;

  constructor(driver: MysqlDriver, settings: ConnectionSettings, connection: PoolConnection) {
    this.#driver = driver;
    this.#settings = settings;
    this.#connection = connection;
  }

  query(text: string, parameters: readonly unknown[]): Promise<SqlResult> {
    return run(this.#driver, this.#connection, text, parameters);
  }

  async cancel(): Promise<void> {
    const other = await connect(this.#driver, this.#settings.options);
    try {
      await run(this.#driver, other, `kill query ${Number(this.#connection.threadId)}`);
    } finally {
      discard(other);
    }
  }

  release(isBroken: boolean): void {
    this.idleSince = clock();
    if (isBroken) discard(this.#connection);
    else this.#connection.release();
  }
}
