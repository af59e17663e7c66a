import { DataError, type RequestOptions } from '@rest-gen/router/model';
import { aborted, isAborted } from '../../queue.ts';
import type { SqlResult } from '../../sql/sql-client.ts';
import { clock, unwatch, type Watched, watch } from '../../watch.ts';
import type { ServerConnection } from './server-driver.ts';

export interface Limits {
  /** Milliseconds for the statement; 0 for no limit. */
  readonly timeout: number;
  /** Milliseconds for cancelling it, after which the connection is given up. */
  readonly grace: number;
}

/** How a statement ended. */
export interface Outcome {
  readonly result?: SqlResult | undefined;
  readonly error?: unknown;
  /** The server was asked to cancel it: a late cancel request would hit the next statement of the connection. */
  readonly isCancelled: boolean;
  /** It may still be running. */
  readonly isStuck: boolean;
}

/** Run a statement until it ends, or until a signal or the time cancels it. Never rejects. */
export function runStatement(
  connection: ServerConnection,
  text: string,
  parameters: readonly unknown[],
  limits: Limits,
  ...requests: readonly RequestOptions[]
): Promise<Outcome> {
  return new Promise((resolve) => new RunningStatement(connection, limits, requests, resolve).run(text, parameters));
}

// --- internal ---

class RunningStatement implements Watched {
  readonly #connection: ServerConnection;
  readonly #limits: Limits;
  readonly #requests: readonly RequestOptions[];
  readonly #resolve: (outcome: Outcome) => void;
  place = -1;
  readonly #begin = clock();
  /** Why it is cancelled, and when the connection is given up. */
  #cancelled: { readonly reason: DataError; readonly end: number } | undefined;
  #cancelling: Promise<void> | undefined;

  constructor(
    connection: ServerConnection,
    limits: Limits,
    requests: readonly RequestOptions[],
    resolve: (outcome: Outcome) => void,
  ) {
    this.#connection = connection;
    this.#limits = limits;
    this.#requests = requests;
    this.#resolve = resolve;
  }

  run(text: string, parameters: readonly unknown[]): void {
    const reason = this.#abortion();
    if (reason !== undefined) {
      this.#resolve({ error: reason, isCancelled: false, isStuck: false });
      return;
    }
    watch(this);
    this.#connection.query(text, parameters).then(
      (result) => this.#finish({ result }),
      (error: unknown) => this.#finish({ error }),
    );
  }

  check(now: number): void {
    const { timeout, grace } = this.#limits;
    if (this.#cancelled !== undefined) {
      if (now >= this.#cancelled.end) this.#end({ error: this.#cancelled.reason, isCancelled: true, isStuck: true });
      return;
    }
    const reason = this.#abortion() ?? (timeout > 0 && now - this.#begin >= timeout ? tooLong(timeout) : undefined);
    if (reason === undefined) return;
    this.#cancelled = { reason, end: now + grace };
    this.#cancelling = this.#connection.cancel().catch(() => {});
  }

  #abortion(): DataError | undefined {
    const request = this.#requests.find(isAborted);
    return request && aborted(request);
  }

  #finish(outcome: Pick<Outcome, 'result' | 'error'>): void {
    if (this.#cancelled === undefined) {
      this.#end({ result: outcome.result, error: outcome.error, isCancelled: false, isStuck: false });
      return;
    }
    const { reason } = this.#cancelled;
    // It may have ended just before it was cancelled.
    const { result } = outcome;
    const error = result === undefined ? reason : undefined;
    this.#cancelling?.then(() => this.#end({ result, error, isCancelled: true, isStuck: false }));
  }

  #end(outcome: Outcome): void {
    unwatch(this);
    this.#resolve(outcome);
  }
}

function tooLong(timeout: number): DataError {
  return new DataError('unavailable', `The statement took longer than ${timeout} milliseconds`, {
    hint: 'An index may be missing. The option `statementTimeout` of createModels sets the limit.',
  });
}
