import type { SqlDialectName, SqlResult } from '../../sql/sql-client.ts';
import type { ServerHost } from './read-server-url.ts';

/** The driver of one kind of server, for {@link ServerClient}. */
export interface ServerDriver {
  readonly dialect: SqlDialectName;
  /** The statement that begins a serializable transaction. */
  readonly begin: string;
  /**
   * Open the pool of a host.
   *
   * @throws {DataError} `unavailable` when the driver is not installed
   */
  openPool(host: ServerHost): HostPool;
  /**
   * What an error says about the connection or server.
   *
   * `lost`: the connection can no longer be used. `unfit`: this server has refused the work and done nothing, but
   * another one may accept it (a read-only standby, a server that starts or stops).
   */
  judge(error: unknown): 'lost' | 'unfit' | undefined;
}

/** The connections to one host, kept by the pool of its driver. */
export interface HostPool {
  /** Lend an idle connection, or open one to a server that takes reads and writes, and set its session up. */
  acquire(): Promise<ServerConnection>;
  /** Close all connections; does not wait for a server that is silent. */
  close(): Promise<void>;
}

/** A lent connection; errors while nobody uses it are handled inside. */
export interface ServerConnection {
  /** When it was last used, by `clock()`; `undefined` for a new one. */
  readonly idleSince: number | undefined;
  /** Run one statement; errors are those of the driver. */
  query(text: string, parameters: readonly unknown[]): Promise<SqlResult>;
  /** Cancel the running statement over another connection; resolves when the server has received the request. */
  cancel(): Promise<void>;
  /** Give it back. @param isBroken - close it, whatever it is doing */
  release(isBroken: boolean): void;
}
