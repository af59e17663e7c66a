import type { Connection, ConnectionOptions } from 'mysql2';
import type { SqlResult } from '../../sql/sql-client.ts';
import { clock } from '../../watch.ts';
import type { HostPool, ServerConnection } from '../server/server-driver.ts';
import { type ConnectionSettings, connect, connectPrepared, discard } from './connect.ts';
import type { MysqlDriver } from './load-driver.ts';
import { run } from './run.ts';

/** The connections to one host: those that are idle are kept, as many as were ever lent at the same time. */
export class MysqlHostPool implements HostPool {
  readonly #driver: MysqlDriver;
  readonly #settings: ConnectionSettings;
  readonly #idle = new Set<MysqlConnection>();
  /** Those that are being opened, and those that cancel, too. */
  readonly #all = new Set<Connection>();
  #isClosed = false;

  constructor(driver: MysqlDriver, settings: ConnectionSettings) {
    const createConnection = (options: ConnectionOptions): Connection => this.#watch(driver.createConnection(options));
    this.#driver = { ...driver, createConnection: createConnection as MysqlDriver['createConnection'] };
    this.#settings = settings;
  }

  async acquire(): Promise<ServerConnection> {
    // The one that was used last: the others may grow old and be closed by the server.
    const connection = [...this.#idle].at(-1) ?? (await this.#open());
    this.#idle.delete(connection);
    return connection;
  }

  /** Without a goodbye: a server that is silent would keep the process alive. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#idle.clear();
    for (const connection of this.#all) discard(connection);
  }

  #watch(connection: Connection): Connection {
    this.#all.add(connection);
    (connection as unknown as Streaming).stream.once('close', () => this.#all.delete(connection));
    return connection;
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

/** What the types of `mysql2` leave out. */
interface Streaming {
  readonly stream: { once(event: 'close', listener: () => void): unknown };
}

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
    this.idleSince = clock();
    if (isBroken) this.discard();
    else this.#giveBack();
  }

  discard(): void {
    discard(this.#connection);
  }
}
