import { DataError } from '../../core/data-error.ts';
import type { RequestOptions } from '../../core/provider.ts';
import { aborted, isAborted, Queue } from '../../queue.ts';
import type { SqlClient, SqlDialectName, SqlQuery } from '../../sql/sql-client.ts';
import type { StoreOptions } from '../../store.ts';
import { HostList } from './host-list.ts';
import type { ServerHost } from './read-server-url.ts';
import type { ServerDriver } from './server-driver.ts';
import type { Session } from './session.ts';

/**
 * The connections to a database server, or to several for failover.
 *
 * At most `connections` statements and transactions run at a time; the others wait in order. Work moves to the next
 * host when a host is unreachable or refuses it before anything has happened. Lost work is never sent again, unless
 * it only reads.
 */
export class ServerClient implements SqlClient {
  readonly dialect: SqlDialectName;
  readonly #driver: ServerDriver;
  readonly #hosts: HostList;
  readonly #places: Queue;
  #closing: Promise<void> | undefined;

  constructor(driver: ServerDriver, hosts: readonly ServerHost[], options: StoreOptions) {
    const { patience, connections, statementTimeout } = options;
    this.dialect = driver.dialect;
    this.#driver = driver;
    const limits = { timeout: statementTimeout, grace: Math.min(patience, LONGEST_GRACE) };
    this.#hosts = new HostList(driver, hosts, patience, limits);
    this.#places = new Queue(patience, connections, 'All connections to the store are busy');
  }

  readonly query: SqlQuery = async (text, parameters, request = {}) =>
    this.#use(
      request,
      (session) => session.run(text, parameters, [request]),
      (session) => (session.wasStale && isRead.test(text)) || this.#isRefused(session),
    );

  async transaction<T>(work: (query: SqlQuery) => Promise<T>, request: RequestOptions = {}): Promise<T> {
    let hasBegun = false;
    return this.#use(
      request,
      async (session) => {
        await session.run(this.#driver.begin, [], [request]);
        hasBegun = true;
        try {
          const result = await work((text, parameters, inner = {}) => session.run(text, parameters, [request, inner]));
          if (isAborted(request)) throw aborted(request);
          await commit(session);
          return result;
        } catch (error) {
          await session.rollback();
          // Nothing has happened: the work can start again on another host.
          if (this.#isRefused(session)) throw conflict(error);
          throw error;
        }
      },
      // The number of connections that were reset while idle is limited.
      (session) => !hasBegun && (session.wasStale || this.#isRefused(session)),
    );
  }

  /** Opening a connection has shown that a server answers. */
  ping(request: RequestOptions = {}): Promise<void> {
    return this.#use(
      request,
      async (session) => {
        if (!session.isNew) await session.run('select 1', [], [request]);
      },
      (session) => session.wasStale || this.#isRefused(session),
    );
  }

  /** Wait for running work, then close all connections; every later call rejects with `unavailable`. */
  close(): Promise<void> {
    this.#closing ??= this.#places.empty().then(() => this.#hosts.close());
    return this.#closing;
  }

  /** @param mayRepeat - whether work that failed has done nothing, and can be done on another connection */
  async #use<T>(
    request: RequestOptions,
    work: (session: Session) => Promise<T>,
    mayRepeat: (session: Session) => boolean,
  ): Promise<T> {
    if (this.#closing !== undefined) throw new DataError('unavailable', 'The store has been closed');
    const waiting = this.#places.enter(false, request);
    if (waiting !== undefined) await waiting;
    try {
      for (;;) {
        const session = await this.#hosts.acquire(request);
        try {
          return await work(session);
        } catch (error) {
          if (!mayRepeat(session)) throw error;
        } finally {
          this.#hosts.release(session);
        }
      }
    } finally {
      this.#places.leave();
    }
  }

  #isRefused(session: Session): boolean {
    return session.isUnfit && this.#hosts.hasOthers;
  }
}

// --- internal ---

/** Milliseconds. */
const LONGEST_GRACE = 1_000;

/** Statements that can be repeated safely. */
const isRead = /^\s*select\b/i;

function conflict(cause: unknown): DataError {
  return new DataError('retry', 'The server has become read-only', { cause });
}

async function commit(session: Session): Promise<void> {
  try {
    await session.run('commit', []);
  } catch (error) {
    if (!session.isLost) throw error;
    throw new DataError('unavailable', 'The connection was lost while the transaction was being committed', {
      hint: 'It may have been committed: check the store before you repeat it.',
      cause: error,
    });
  }
}
