import { DataError } from '@rest-gen/router/model';
import { aborted } from '../../queue.ts';
import type { ServerHost } from './read-server-url.ts';
import { within } from './run-statement.ts';
import type { HostPool, ServerConnection, ServerDriver } from './server-driver.ts';

/** A connection and its host. */
export interface Lent {
  readonly connection: ServerConnection;
  /** The host has refused work: use another one for some seconds. */
  avoid(): void;
}

/**
 * The hosts of one store. One host is used until it fails, then the next.
 *
 * A failed host is tried last for some seconds. An idle connection is tested before it is lent, because the server, a
 * firewall or a load balancer may have dropped it.
 */
export class HostList {
  readonly #driver: ServerDriver;
  readonly #patience: number;
  readonly #hosts: Host[];
  #current = 0;

  /** @param patience - total milliseconds for getting a connection */
  constructor(driver: ServerDriver, hosts: readonly ServerHost[], patience: number) {
    this.#driver = driver;
    this.#patience = patience;
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
  async acquire(signal?: AbortSignal): Promise<Lent> {
    const failures: unknown[] = [];
    for (const host of this.#order()) {
      if (signal?.aborted) throw aborted(signal);
      const avoid = (): void => {
        host.avoidUntil = performance.now() + AVOIDED;
      };
      try {
        // A missing driver is not a failure of the host.
        host.pool ??= this.#driver.openPool(host.address);
        const connection = await this.#connect(host.pool, this.#patience / this.#hosts.length, signal);
        this.#current = this.#hosts.indexOf(host);
        return { connection, avoid };
      } catch (error) {
        if (error instanceof DataError) throw error;
        avoid();
        failures.push(error);
      }
    }
    throw unreachable(failures);
  }

  async close(): Promise<void> {
    await Promise.all(this.#hosts.map(({ pool }) => pool?.close()));
  }

  /** The current one, then the others as written; failed ones come last. */
  #order(): Host[] {
    const now = performance.now();
    const hosts = [...this.#hosts.slice(this.#current), ...this.#hosts.slice(0, this.#current)];
    return [...hosts.filter((host) => host.avoidUntil <= now), ...hosts.filter((host) => host.avoidUntil > now)];
  }

  async #connect(pool: HostPool, patience: number, signal: AbortSignal | undefined): Promise<ServerConnection> {
    const end = performance.now() + patience;
    for (;;) {
      const connection = await lend(pool, end - performance.now(), signal);
      const isAlive = await answers(connection, end - performance.now());
      if (isAlive) return connection;
      connection.release(true);
      if (isAlive === undefined) throw silence();
    }
  }
}

// --- internal ---

interface Host {
  readonly address: ServerHost;
  pool?: HostPool;
  /** By `performance.now()`. */
  avoidUntil: number;
}

/** Milliseconds. */
const AVOIDED = 5_000;
const FRESH = 1_000;

async function lend(pool: HostPool, patience: number, signal: AbortSignal | undefined): Promise<ServerConnection> {
  const lending = pool.acquire();
  let leave = (): void => {};
  const left = new Promise<undefined>((resolve) => {
    leave = () => resolve(undefined);
    signal?.addEventListener('abort', leave, { once: true });
  });
  try {
    const connection = await within(Promise.race([lending, left]), patience);
    if (connection !== undefined) return connection;
  } finally {
    signal?.removeEventListener('abort', leave);
  }
  // Its result is no longer needed.
  lending.then(
    (late) => late.release(false),
    () => {},
  );
  throw signal?.aborted ? aborted(signal) : silence();
}

/** @returns `undefined` when there is no answer */
async function answers(connection: ServerConnection, patience: number): Promise<boolean | undefined> {
  if (connection.idleSince === undefined || performance.now() - connection.idleSince < FRESH) return true;
  const answer = connection.query('select 1', []).then(
    () => true,
    () => false,
  );
  return within(answer, patience);
}

function silence(): Error {
  return new Error('The server does not answer');
}

function unreachable(failures: readonly unknown[]): DataError {
  const [first] = failures;
  return new DataError('unavailable', 'No server of the store is available', {
    hint: failures.map((failure) => (failure as Error | undefined)?.message || String(failure)).join('; '),
    cause: failures.length === 1 ? first : new AggregateError(failures),
  });
}
