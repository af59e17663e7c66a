import { DataError, type RequestOptions } from '@rest-gen/router/model';
import { aborted, isAborted, Queue } from '../../queue.ts';
import type { SqlClient, SqlDialectName, SqlQuery, SqlResult } from '../../sql/sql-client.ts';
import type { StoreOptions } from '../../store.ts';
import { HostList } from './host-list.ts';
import type { ServerHost } from './read-server-url.ts';
import type { ServerDriver } from './server-driver.ts';
import { Session } from './session.ts';

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
  readonly #limits: { readonly timeout: number; readonly grace: number };
  #closing: Promise<void> | undefined;

  constructor(driver: ServerDriver, hosts: readonly ServerHost[], options: StoreOptions) {
    const { patience, connections, statementTimeout } = options;
    this.dialect = driver.dialect;
    this.#driver = driver;
    this.#hosts = new HostList(driver, hosts, patience);
    this.#places = new Queue(patience, connections, 'All connections to the store are busy');
    this.#limits = { timeout: statementTimeout, grace: Math.min(patience, LONGEST_GRACE) };
  }

  readonly query: SqlQuery = async (text, parameters, request = {}) => {
    await this.#enter(request);
    try {
      for (;;) {
        const session = await this.#connect(request);
        try {
          return await session.run(text, parameters, request);
        } catch (error) {
          const isHarmless = session.wasStale && isRead.test(text);
          if (!isHarmless && !this.#isRefused(session)) throw error;
        } finally {
          session.release();
        }
      }
    } finally {
      this.#places.leave();
    }
  };

  async transaction<T>(work: (query: SqlQuery) => Promise<T>, request: RequestOptions = {}): Promise<T> {
    await this.#enter(request);
    try {
      const session = await this.#begin(request);
      try {
        const result = await work((text, parameters, inner = {}) => session.run(text, parameters, request, inner));
        if (isAborted(request)) throw aborted(request);
        await this.#commit(session);
        return result;
      } catch (error) {
        await session.rollback();
        // Nothing has happened: the work can start again on another host.
        if (this.#isRefused(session)) throw conflict(error);
        throw error;
      } finally {
        session.release();
      }
    } finally {
      this.#places.leave();
    }
  }

  /** Wait for running work, then close all connections; every later call rejects with `unavailable`. */
  close(): Promise<void> {
    this.#closing ??= this.#places.empty().then(() => this.#hosts.close());
    return this.#closing;
  }

  /** @returns what to wait for, if anything */
  #enter(request: RequestOptions): Promise<void> | undefined {
    if (this.#closing !== undefined) throw new DataError('unavailable', 'The store has been closed');
    return this.#places.enter(false, request);
  }

  async #connect(request: RequestOptions): Promise<Session> {
    return new Session(this.#driver, this.#hosts, await this.#hosts.acquire(request), this.#limits);
  }

  async #begin(request: RequestOptions): Promise<Session> {
    for (;;) {
      const session = await this.#connect(request);
      try {
        for (const statement of this.#driver.begin) await session.run(statement, [], request);
        return session;
      } catch (error) {
        session.release();
        // Nothing has started. The number of connections that were reset while idle is limited.
        if (!session.wasStale && !this.#isRefused(session)) throw error;
      }
    }
  }

  #isRefused(session: Session): boolean {
    return session.isUnfit && this.#hosts.hasOthers;
  }

  async #commit(session: Session): Promise<SqlResult> {
    try {
      return await session.run('commit', []);
    } catch (error) {
      if (!session.isLost) throw error;
      throw new DataError('unavailable', 'The connection was lost while the transaction was being committed', {
        hint: 'It may have been committed: check the store before you repeat it.',
        cause: error,
      });
    }
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
