import type { Connection } from 'mysql2';
import type { SqlResult } from '../../sql/sql-client.ts';
import type { HostPool, ServerConnection } from '../server/server-driver.ts';
import { type ConnectionSettings, connect, connectPrepared, discard } from './connect.ts';
import type { MysqlDriver } from './load-driver.ts';
import { run } from './run.ts';

/** The connections to one host: those that are idle are kept, as many as were ever lent at the same time. */
export class MysqlHostPool implements HostPool {
  readonly #driver: MysqlDriver;
  readonly #settings: ConnectionSettings;
  readonly #idle = new Set<MysqlConnection>();
  #isClosed = false;

  constructor(driver: MysqlDriver, settings: ConnectionSettings) {
    this.#driver = driver;
    this.#settings = settings;
  }

  async acquire(): Promise<ServerConnection> {
    // The one that was used last: the others may grow old and be closed by the server.
    const connection = [...this.#idle].at(-1) ?? (await this.#open());
    this.#idle.delete(connection);
    return connection;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const connection of this.#idle) connection.discard();
    this.#idle.clear();
  }

  async #open(): Promise<MysqlConnection> {
    const connection = await connectPrepared(this.#driver, this.#settings);
    const own = new MysqlConnection(this.#driver, this.#settings, connection, () => {
      // One that nobody waited for any more can come back late.
      if (this.#isClosed) own.discard();
      else this.#idle.add(own);
    });
    // The server closes what is idle for too long.
    const forget = (): void => {
      this.#idle.delete(own);
    };
    connection.on('error', forget).on('end', forget);
    return own;
  }
}

// --- internal ---

class MysqlConnection implements ServerConnection {
  readonly #driver: MysqlDriver;
  readonly #settings: ConnectionSettings;
  readonly #connection: Connection;
  readonly #giveBack: () => void;
  idleSince: number | undefined;

  constructor(driver: MysqlDriver, settings: ConnectionSettings, connection: Connection, giveBack: () => void) {
    this.#driver = driver;
    this.#settings = settings;
    this.#connection = connection;
    this.#giveBack = giveBack;
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
    this.idleSince = performance.now();
    if (isBroken) this.discard();
    else this.#giveBack();
  }

  discard(): void {
    discard(this.#connection);
  }
}
