import { DataError, type RequestOptions } from '@rest-gen/router/model';
import { aborted, isAborted } from '../../queue.ts';
import { clock, unwatch, type Watched, watch } from '../../watch.ts';
import type { ServerHost } from './read-server-url.ts';
import type { HostPool, ServerConnection, ServerDriver } from './server-driver.ts';
import { runStatement } from './statement.ts';

export interface Host {
  readonly address: ServerHost;
  pool?: HostPool;
  /** By `clock()`. */
  avoidUntil: number;
}

/** A connection and its host. */
export interface Lent {
  readonly connection: ServerConnection;
  readonly host: Host;
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
  readonly #hosts: readonly Host[];
  #current: Host | undefined;

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
  async acquire(request: RequestOptions): Promise<Lent> {
    const failures: unknown[] = [];
    for (const host of this.#order()) {
      if (isAborted(request)) throw aborted(request);
      try {
        // A missing driver is not a failure of the host.
        host.pool ??= this.#driver.openPool(host.address);
        const connection = await connect(host.pool, this.#patience / this.#hosts.length, request);
        this.#current = host;
        return { connection, host };
      } catch (error) {
        if (error instanceof DataError) throw error;
        this.avoid(host);
        failures.push(error);
      }
    }
    throw unreachable(failures);
  }

  /** Use other hosts for some seconds. */
  avoid(host: Host): void {
    host.avoidUntil = clock() + AVOIDED;
  }

  async close(): Promise<void> {
    await Promise.all(this.#hosts.map(({ pool }) => pool?.close()));
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

async function connect(pool: HostPool, patience: number, request: RequestOptions): Promise<ServerConnection> {
  const end = clock() + patience;
  for (;;) {
    const connection = await lend(pool, end, request);
    if (isFresh(connection)) return connection;
    const limits = { timeout: Math.max(1, end - clock()), grace: 0 };
    const { result, isStuck } = await runStatement(connection, 'select 1', [], limits);
    if (result !== undefined) return connection;
    connection.release(true);
    if (isStuck) throw silence();
  }
}

/** @param end - when the patience ends, by `clock` */
function lend(pool: HostPool, end: number, request: RequestOptions): Promise<ServerConnection> {
  return new Promise((resolve, reject) => {
    const lending = new Lending(end, request, resolve, reject);
    watch(lending);
    pool.acquire().then(
      (connection) => lending.take(connection),
      (error: unknown) => lending.fail(error),
    );
  });
}

class Lending implements Watched {
  place = -1;
  readonly #end: number;
  readonly #request: RequestOptions;
  readonly #resolve: (connection: ServerConnection) => void;
  readonly #reject: (error: unknown) => void;
  #isLeft = false;

  constructor(
    end: number,
    request: RequestOptions,
    resolve: (connection: ServerConnection) => void,
    reject: (error: unknown) => void,
  ) {
    this.#end = end;
    this.#request = request;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  check(now: number): void {
    if (isAborted(this.#request)) this.fail(aborted(this.#request));
    else if (now >= this.#end) this.fail(silence());
  }

  /** A connection that comes when nobody waits for it any more is given back. */
  take(connection: ServerConnection): void {
    unwatch(this);
    if (this.#isLeft) connection.release(false);
    else this.#resolve(connection);
  }

  fail(error: unknown): void {
    this.#isLeft = true;
    unwatch(this);
    this.#reject(error);
  }
}

function isFresh({ idleSince }: ServerConnection): boolean {
  return idleSince === undefined || clock() - idleSince < FRESH;
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
