import { DataError, type RequestOptions } from '@rest-gen/router/model';
import type { StoreOptions } from '../../backend.ts';
import { aborted, Queue } from '../../queue.ts';
import type { SqlClient, SqlDialectName, SqlQuery, SqlResult } from '../../sql/sql-client.ts';
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
  readonly #running = new Set<Promise<unknown>>();
  #closing: Promise<void> | undefined;

  constructor(driver: ServerDriver, hosts: readonly ServerHost[], options: StoreOptions) {
    const { patience, connections, statementTimeout } = options;
    this.dialect = driver.dialect;
    this.#driver = driver;
    this.#hosts = new HostList(driver, hosts, patience);
    this.#places = new Queue(patience, connections, 'All connections to the store are busy');
    this.#limits = { timeout: statementTimeout, grace: Math.min(patience, LONGEST_GRACE) };
  }

  readonly query: SqlQuery = (text, parameters, { signal } = {}) =>
    this.#placed(async () => {
      for (;;) {
        const session = await this.#connect(signal);
        try {
          return await session.run(text, parameters, signal);
        } catch (error) {
          const isHarmless = session.wasStale && isRead.test(text);
          if (!isHarmless && !this.#isRefused(session)) throw error;
        } finally {
          session.release();
        }
      }
    }, signal);

  transaction<T>(work: (query: SqlQuery) => Promise<T>, { signal }: RequestOptions = {}): Promise<T> {
    return this.#placed(async () => {
      const session = await this.#begin(signal);
      try {
        const result = await work((text, parameters, options = {}) =>
          session.run(text, parameters, both(signal, options.signal)),
        );
        if (signal?.aborted) throw aborted(signal);
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
    }, signal);
  }

  /** Wait for running work, then close all connections; every later call rejects with `unavailable`. */
  close(): Promise<void> {
    this.#closing ??= this.#drain().then(() => this.#hosts.close());
    return this.#closing;
  }

  async #drain(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }

  async #placed<T>(work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    if (this.#closing !== undefined) throw new DataError('unavailable', 'The store has been closed');
    const running = this.#places.run(work, false, signal);
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  async #connect(signal: AbortSignal | undefined): Promise<Session> {
    return new Session(this.#driver, await this.#hosts.acquire(signal), this.#limits);
  }

  async #begin(signal: AbortSignal | undefined): Promise<Session> {
    for (;;) {
      const session = await this.#connect(signal);
      try {
        for (const statement of this.#driver.begin) await session.run(statement, [], signal);
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

function both(a: AbortSignal | undefined, b: AbortSignal | undefined): AbortSignal | undefined {
  if (a === undefined || b === undefined || a === b) return a ?? b;
  return AbortSignal.any([a, b]);
}

function conflict(cause: unknown): DataError {
  return new DataError('retry', 'The server has become read-only', { cause });
}
