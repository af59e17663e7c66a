import type { SqlDialectName, SqlResult } from '../../sql/sql-client.ts';
import type { ServerHost } from './read-server-url.ts';

/** What one kind of server needs for {@link ServerClient}. */
export interface ServerDriver {
  readonly dialect: SqlDialectName;
  /** The statements that begin a serializable transaction, in their order. */
  readonly begin: readonly string[];
  /**
   * Make the pool of one host; it connects when it is first asked.
   *
   * @throws {DataError} `unavailable` when the driver is not installed
   */
  openPool(host: ServerHost): HostPool;
  /**
   * What an error says beyond its statement.
   *
   * `lost`: the connection cannot be used any more. `unfit`: this server refuses work that another one may take (a standby that can only be read, one that
   * starts or stops), and has done nothing.
   */
  judge(error: unknown): 'lost' | 'unfit' | undefined;
}

/** The connections to one host. It is never asked for more than `connections` at a time, and errors of idle connections stay inside. */
export interface HostPool {
  /** Lend a connection: an idle one, or a new one that takes reads and writes. */
  acquire(): Promise<ServerConnection>;
  /** Close all connections; each has been released. */
  close(): Promise<void>;
}

/** A connection while it is lent. */
export interface ServerConnection {
  /** When it was last released, by `performance.now()`; `undefined` for a new one. */
  readonly idleSince: number | undefined;
  /** Run one statement; errors are those of the driver. */
  query(text: string, parameters: readonly unknown[]): Promise<SqlResult>;
  /** Ask the server over another connection to stop the running statement; resolves when the server has got it. */
  cancel(): Promise<void>;
  /** Give it back; one that is broken is thrown away. */
  release(isBroken: boolean): void;
}
