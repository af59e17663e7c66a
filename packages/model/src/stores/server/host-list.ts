import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { DataError } from '../../core/data-error.ts';
import type { RequestOptions } from '../../core/provider.ts';
import { aborted, isAborted } from '../../queue.ts';
import { clock, whileWatched } from '../../watch.ts';
import type { ServerHost } from './read-server-url.ts';
import type { ServerConnection, ServerDriver } from './server-driver.ts';
import { type Host, type Limits, Session } from './session.ts';

/**
 * The hosts of one store. One host is used until it fails, then the next.
 *
 * A failed host is tried last for some seconds. An idle connection is tested before it is lent, because the server, a
 * firewall or a load balancer may have dropped it.
 */
export class HostList {
  readonly #driver: ServerDriver;
  readonly #patience: number;
  readonly #limits: Limits;
  readonly #hosts: readonly Host[];
  #current: Host | undefined;

  /** @param patience - total milliseconds for getting a connection */
  constructor(driver: ServerDriver, hosts: readonly ServerHost[], patience: number, limits: Limits) {
    this.#driver = driver;
    this.#patience = patience;
    this.#limits = limits;
    this.#hosts = hosts.map((address) => ({ address, avoidUntil: 0 }));
  }

  /** Whether there is another host. */
  get hasOthers(): boolean {
    return this.#hosts.length > 1;
  }

  /**
   * Lend a connection of the first available host.
   *
   * @throws {DataError} `unavailable` when there is none, the time is up, or the signal aborts
   */
  async acquire(request: RequestOptions): Promise<Session> {
    const failures: unknown[] = [];
    for (const host of this.#order()) {
      try {
        const connection = await this.#connect(host, request);
        this.#current = host;
        return new Session(connection, host, this.#driver, this.#limits);
      } catch (error) {
        // Not a failure of the host: a driver that is missing, a request that has ended.
        if (error instanceof DataError) throw error;
        avoid(host);
        failures.push(error);
      }
    }
    throw unreachable(failures);
  }

  /** Take a connection back. */
  release({ host, connection, isUnfit, isReusable }: Session): void {
    if (isUnfit) avoid(host);
    connection.release(!isReusable);
  }

  /** Close all connections; each has been released. */
  async close(): Promise<void> {
    await Promise.all(this.#hosts.map(({ pool }) => pool?.close()));
  }

  async #connect(host: Host, request: RequestOptions): Promise<ServerConnection> {
    const end = clock() + this.#patience / this.#hosts.length;
    const check = (now: number): void => {
      if (isAborted(request)) throw aborted(request);
      if (now >= end) throw new Error('The server does not answer');
    };
    for (;;) {
      const connection = await this.#lend(host, check);
      const { idleSince } = connection;
      if (idleSince === undefined || clock() - idleSince < FRESH) return connection;
      try {
        await whileWatched(connection.query('select 1', []), check);
        return connection;
      } catch (error) {
        connection.release(true);
        if (error instanceof DataError || clock() >= end) throw error;
      }
    }
  }

  /** The first connection is opened alone: after a start, those who come meanwhile would open one each, and most find this one free. */
  async #lend(host: Host, check: (now: number) => void): Promise<ServerConnection> {
    if (host.opening !== undefined) await host.opening;
    const isFirst = host.pool === undefined;
    host.pool ??= this.#driver.openPool(host.address);
    const acquired = host.pool.acquire();
    if (isFirst) host.opening = opened(host, acquired);
    try {
      return await whileWatched(acquired, check);
    } catch (error) {
      // It may come when nobody waits for it any more.
      acquired.then(
        (connection) => connection.release(false),
        () => {},
      );
      throw error;
    }
  }

  /** The current one, then the others as written; failed ones come last. */
  #order(): readonly Host[] {
    if (!this.hasOthers) return this.#hosts;
    const now = clock();
    const at = Math.max(0, this.#hosts.indexOf(this.#current as Host));
    const hosts = [...this.#hosts.slice(at), ...this.#hosts.slice(0, at)];
    return [...hosts.filter((host) => host.avoidUntil <= now), ...hosts.filter((host) => host.avoidUntil > now)];
  }
}

// --- internal ---

/** Milliseconds. */
const AVOIDED = 5_000;
const FRESH = 1_000;
/** A server that takes longer may be ill: the others do not depend on what this connection meets. */
const LONGEST_OPENING = 100;

async function opened(host: Host, acquired: Promise<unknown>): Promise<void> {
  await Promise.race([acquired.catch(() => {}), sleep(LONGEST_OPENING, undefined, { ref: false })]);
  // Who only wanted to reach the server gives it back meanwhile.
  await setImmediate();
  host.opening = undefined;
}

/** Use other hosts for some seconds. */
function avoid(host: Host): void {
  host.avoidUntil = clock() + AVOIDED;
}

function unreachable(failures: readonly unknown[]): DataError {
  const [first] = failures;
  return new DataError('unavailable', 'No server of the store is available', {
    hint: failures.map((failure) => (failure as Error | undefined)?.message || String(failure)).join('; '),
    cause: failures.length === 1 ? first : new AggregateError(failures),
  });
}
