import type { SqlDialectName, SqlResult } from '../../sql/sql-client.ts';
import type { ServerHost } from './read-server-url.ts';

/** The driver of one kind of server, for {@link ServerClient}. */
export interface ServerDriver {
  readonly dialect: SqlDialectName;
  /** The statements that begin a serializable transaction, in order. */
  readonly begin: readonly string[];
  /**
   * Create the pool of one host; it connects on first use.
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

/** The connections to one host, at most `connections` at a time. Errors of idle connections are handled inside. */
export interface HostPool {
  /** Lend a connection: an idle one, or a new one that takes reads and writes. */
  acquire(): Promise<ServerConnection>;
  /** Close all connections; each has been released. */
  close(): Promise<void>;
}

/** A connection while it is lent. */
export interface ServerConnection {
  /** When it was last released, by `clock()`; `undefined` for a new one. */
  readonly idleSince: number | undefined;
  /** Run one statement; errors are those of the driver. */
  query(text: string, parameters: readonly unknown[]): Promise<SqlResult>;
  /** Cancel the running statement over another connection; resolves when the server has received the request. */
  cancel(): Promise<void>;
  /** Release it; a broken connection is discarded. */
  release(isBroken: boolean): void;
}
