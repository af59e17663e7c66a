import type { Pool, PoolConnection } from 'mysql2';
import { PreparedConnections } from '../server/prepared-connections.ts';
import type { HostPool, ServerConnection } from '../server/server-driver.ts';
import type { MysqlDriver } from './load-driver.ts';
import { type ConnectionSettings, discard, MysqlConnection } from './mysql-connection.ts';

/** The connections to one host, kept by the pool of `mysql2`. */
export class MysqlPool implements HostPool {
  readonly #pool: Pool;
  readonly #prepared: PreparedConnections<PoolConnection>;
  readonly #open = new Set<PoolConnection>();

  /** @param connections - at most */
  constructor(driver: MysqlDriver, settings: ConnectionSettings, connections: number) {
    this.#prepared = new PreparedConnections((connection) => new MysqlConnection(connection, driver, settings));
    this.#pool = driver.createPool({ ...settings.options, connectionLimit: connections });
    this.#pool.on('connection', (connection) => {
      this.#open.add(connection);
      connection.on('end', () => this.#open.delete(connection));
    });
  }

  async acquire(): Promise<ServerConnection> {
    return this.#prepared.get(await this.#lend());
  }

  /** Without a goodbye: a server that is silent would keep the process alive. */
  async close(): Promise<void> {
    this.#pool.end(() => {});
    for (const connection of this.#open) discard(connection);
  }

  #lend(): Promise<PoolConnection> {
    return new Promise((resolve, reject) => {
      this.#pool.getConnection((error, connection) => (error ? reject(error) : resolve(connection)));
    });
  }
}
