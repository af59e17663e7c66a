import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Check, checkOptions, MILLISECONDS, OptionError, reasonOf, show } from './errors.ts';
import { isStopping } from './graceful-shutdown.ts';

/**
 * The value that `ready` checks: a model provider, whose `ping()` rejects while its store is unreachable, or such a
 * function. `ready()` is called instead of `ping()` where it exists: models also reject there while migrations are
 * pending. Clients get the message of an error with `expose: true`.
 *
 * @see docs/server.md#live-and-ready
 */
export type Pingable = { ping(): unknown; ready?(): unknown } | (() => unknown);

/**
 * Options of `ready`; all are optional.
 *
 * @see docs/server.md#live-and-ready
 */
export interface ReadyOptions {
  /** Milliseconds for all pings together. Default 1,000; `0` for no limit. */
  timeout?: number | undefined;
}

/**
 * A handler for `app.get(path, …)` of Express 4 and 5, or for a server without Express.
 *
 * @see docs/server.md#live-and-ready
 */
export type Probe = (req: IncomingMessage, res: ServerResponse) => void;

/**
 * A handler that always answers 200: the process is alive.
 *
 * @see docs/server.md#live-and-ready
 */
export function live(): Probe {
  return (_req, res) => answer(res, 200, 'live');
}

/**
 * A handler that answers 200 when all pings succeed. It answers 503 while the process stops, when a ping fails, and
 * when it takes too long. Concurrent probes share one ping. The reason is written to stderr once.
 *
 * @param asked - one or several; without any, the process is ready until it stops
 * @throws {OptionError} `E_OPTION` for a value without `ping`, and for unknown or wrong options
 * @see docs/server.md#live-and-ready
 */
export function ready(asked: Pingable | readonly Pingable[] = [], options: ReadyOptions = {}): Probe {
  checkOptions('ready', options, CHECKS);
  const pings = (Array.isArray(asked) ? asked : [asked]).map(toPing);
  const timeout = options.timeout ?? 1_000;
  let running: Promise<Failure | undefined> | undefined;
  let wasReady = true;

  async function ask(): Promise<Failure | undefined> {
    const failure = await findFailure(pings, timeout);
    if (failure !== undefined && wasReady) process.stderr.write(`E_NOT_READY: ${failure.reason}\n`);
    wasReady = failure === undefined;
    running = undefined;
    return failure;
  }

  return (_req, res) => {
    if (isStopping()) {
      answer(res, 503, 'stopping');
      return;
    }
    running ??= ask();
    void running.then((failure) =>
      failure === undefined ? answer(res, 200, 'ready') : answer(res, 503, 'unavailable', failure.shown),
    );
  };
}

// --- internal ---

const CHECKS: Readonly<Record<keyof ReadyOptions, Check>> = { timeout: MILLISECONDS };

/** Why a process is not ready, on one line. */
interface Failure {
  readonly reason: string;
  /** The reason as clients may see it. */
  readonly shown?: string | undefined;
}

function toPing(asked: Pingable): () => unknown {
  if (typeof (asked as { ready?: unknown } | null)?.ready === 'function')
    return () => (asked as { ready(): unknown }).ready();
  if (typeof (asked as { ping?: unknown } | null)?.ping === 'function')
    return () => (asked as { ping(): unknown }).ping();
  if (typeof asked === 'function') return asked;
  throw new OptionError(
    `ready was called with ${show(asked)}`,
    'Pass models, other objects with ping(), or functions.',
  );
}

async function findFailure(pings: readonly (() => unknown)[], timeout: number): Promise<Failure | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Failure>((resolve) => {
    if (timeout > 0) timer = setTimeout(resolve, timeout, { reason: `no answer to a ping within ${timeout} ms` });
  });
  const all = Promise.all(pings.map(async (ping) => ping())).then((answers) => {
    return answers.includes(false) ? { reason: 'a ping returned false' } : undefined;
  });
  try {
    return await Promise.race([all, late]);
  } catch (error) {
    const isShown = (error as { expose?: unknown } | null)?.expose === true;
    return { reason: reasonOf(error), shown: isShown ? reasonOf(error) : undefined };
  } finally {
    clearTimeout(timer);
  }
}

function answer(res: ServerResponse, status: number, text: string, reason?: string): void {
  // A middleware with a shorter timeout may have answered in the meantime.
  if (res.headersSent) return;
  const body = JSON.stringify({ status: text, reason });
  res.statusCode = status;
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Content-Length', Buffer.byteLength(body));
  res.setHeader('Cache-Control', 'no-store');
  res.end(body);
}
