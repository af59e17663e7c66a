import { DataError } from '@rest-gen/router/model';
import { aborted } from '../../queue.ts';
import type { SqlResult } from '../../sql/sql-client.ts';
import type { ServerConnection } from './server-driver.ts';

export interface Limits {
  readonly signal?: AbortSignal | undefined;
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

/** Run a statement until it ends, or until the signal or the time cancels it. Never rejects. */
export async function runStatement(
  connection: ServerConnection,
  text: string,
  parameters: readonly unknown[],
  { signal, timeout, grace }: Limits,
): Promise<Outcome> {
  const whole = { isCancelled: false, isStuck: false };
  if (signal?.aborted) return { ...whole, error: aborted(signal) };
  const running = settle(() => connection.query(text, parameters));
  const watch = interruption(signal, timeout);
  const reason = await Promise.race([running.then(() => undefined), watch.reason]);
  watch.stop();
  if (reason === undefined) return { ...whole, ...(await running) };
  const ended = Promise.all([running, connection.cancel().catch(() => {})]).then(([outcome]) => outcome);
  const outcome = await within(ended, grace);
  // It may have ended just before.
  if (outcome?.result !== undefined) return { ...outcome, isCancelled: true, isStuck: false };
  return { error: reason, isCancelled: true, isStuck: outcome === undefined };
}

/** The value of a promise, or `undefined` when the time is up first. */
export async function within<T>(promise: Promise<T>, milliseconds: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, milliseconds, undefined);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

// --- internal ---

type Settled = { result: SqlResult } | { result?: undefined; error: unknown };

async function settle(work: () => Promise<SqlResult>): Promise<Settled> {
  try {
    return { result: await work() };
  } catch (error) {
    return { error };
  }
}

interface Interruption {
  /** Resolves when the statement should end; otherwise never. */
  readonly reason: Promise<DataError>;
  stop(): void;
}

function interruption(signal: AbortSignal | undefined, timeout: number): Interruption {
  let timer: NodeJS.Timeout | undefined;
  let onAbort = (): void => {};
  const reason = new Promise<DataError>((resolve) => {
    onAbort = () => resolve(aborted(signal as AbortSignal));
    signal?.addEventListener('abort', onAbort, { once: true });
    if (timeout > 0) timer = setTimeout(() => resolve(tooLong(timeout)), timeout);
  });
  return {
    reason,
    stop: () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    },
  };
}

function tooLong(timeout: number): DataError {
  return new DataError('unavailable', `The statement took longer than ${timeout} milliseconds`, {
    hint: 'An index may be missing. The option `statementTimeout` of createModels sets the limit.',
  });
}
