import { DataError } from '../../core/data-error.ts';
import type { RequestOptions } from '../../core/provider.ts';
import { aborted, isAborted } from '../../queue.ts';
import type { SqlResult } from '../../sql/sql-client.ts';
import { clock, whileWatched } from '../../watch.ts';
import type { ServerHost } from './read-server-url.ts';
import type { HostPool, ServerConnection, ServerDriver } from './server-driver.ts';

/** A server, and its connections from the first use on. */
export interface Host {
  readonly address: ServerHost;
  pool?: HostPool;
  /** While the first connection is opened; not for long. */
  opening?: Promise<void> | undefined;
  /** By `clock()`. */
  avoidUntil: number;
}

/** Milliseconds. */
export interface Limits {
  /** For a statement; 0 for no limit. */
  readonly timeout: number;
  /** For cancelling it, after which the connection is given up. */
  readonly grace: number;
}

/** A connection in use, and its state after errors. */
export class Session {
  readonly connection: ServerConnection;
  readonly host: Host;
  readonly #driver: ServerDriver;
  readonly #limits: Limits;
  /** A statement was cancelled: a late cancel request would hit the next one. */
  #isSpent = false;
  /** No further statement can be sent. */
  isLost = false;
  /** The server has refused work that another one may accept. */
  isUnfit = false;

  constructor(connection: ServerConnection, host: Host, driver: ServerDriver, limits: Limits) {
    this.connection = connection;
    this.host = host;
    this.#driver = driver;
    this.#limits = limits;
  }

  /** The connection was opened for this session. */
  get isNew(): boolean {
    return this.connection.idleSince === undefined;
  }

  /** The connection was lost before the statement was sent, or may have been. */
  get wasStale(): boolean {
    return this.isLost && !this.#isSpent && !this.isNew;
  }

  /** The connection can be used again. */
  get isReusable(): boolean {
    return !this.#isSpent && !this.isLost && !this.isUnfit;
  }

  /** Run a statement until it ends, or until one of the requests or the time cancels it. */
  async run(
    text: string,
    parameters: readonly unknown[],
    requests: readonly RequestOptions[] = [],
    { timeout, grace }: Limits = this.#limits,
  ): Promise<SqlResult> {
    const begin = clock();
    let reason = abortion(requests);
    if (reason !== undefined) throw reason;
    let cancelling: Promise<void> | undefined;
    let end = 0;
    const check = (now: number): void => {
      if (reason === undefined) {
        reason = abortion(requests) ?? (timeout > 0 && now - begin >= timeout ? tooLong(timeout) : undefined);
        if (reason === undefined) return;
        this.#isSpent = true;
        end = now + grace;
        cancelling = this.connection.cancel().catch(() => {});
      } else if (now >= end) {
        // It may still be running.
        this.isLost = true;
        throw reason;
      }
    };
    try {
      return await whileWatched(this.connection.query(text, parameters), check);
    } catch (error) {
      if (reason !== undefined) throw reason;
      const verdict = this.#driver.judge(error);
      if (verdict === 'lost') this.isLost = true;
      if (verdict === 'unfit') this.isUnfit = true;
      throw error;
    } finally {
      if (cancelling !== undefined && !this.isLost) await whileWatched(cancelling, check);
    }
  }

  /** Roll back. If that fails, the connection is discarded, which has the same effect. */
  async rollback(): Promise<void> {
    if (this.isLost) return;
    try {
      await this.run('rollback', [], [], { timeout: this.#limits.grace, grace: 0 });
    } catch {
      this.isLost = true;
    }
  }
}

// --- internal ---

function abortion(requests: readonly RequestOptions[]): DataError | undefined {
  const request = requests.find(isAborted);
  return request && aborted(request);
}

function tooLong(timeout: number): DataError {
  return new DataError('unavailable', `The statement took longer than ${timeout} milliseconds`, {
    hint: 'An index may be missing. The option `statementTimeout` of createModels sets the limit.',
  });
}
