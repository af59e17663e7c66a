import { once } from 'node:events';
import type { Server as NetServer } from 'node:net';
import { constants } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { watchConnections } from './connections.ts';
import { checkOptions, LONGEST_DELAY, OptionError, reasonOf, show } from './errors.ts';
import { SHUTDOWN_CHECKS, type ShutdownOptions } from './options.ts';

/**
 * The result of `gracefulShutdown`.
 *
 * @see docs/server.md#gracefulshutdown
 */
export interface Shutdown {
  /** Whether the shutdown has begun. */
  readonly stopping: boolean;
  /** Shut down as at a signal, without exiting. @returns whether everything was answered and closed in time */
  stop(): Promise<boolean>;
}

/**
 * Exit at SIGTERM or SIGINT after all pending requests are answered and everything in `close` is closed.
 *
 * @param servers - one or several; call it before they have connections
 * @throws {OptionError} `E_OPTION` for a value that is not a server, and for unknown or wrong options
 * @see docs/server.md#gracefulshutdown
 */
export function gracefulShutdown(servers: NetServer | readonly NetServer[], options: ShutdownOptions = {}): Shutdown {
  checkOptions('gracefulShutdown', options, SHUTDOWN_CHECKS);
  const list: NetServer[] = [servers].flat();
  if (!list.every((server) => typeof server?.listen === 'function'))
    throw new OptionError(`gracefulShutdown was called with ${show(servers)}`, 'Pass what listen() returns.');
  const watched = list.map(watchConnections);
  const { timeout = 25_000, delay = 0, close = [], signals = ['SIGTERM', 'SIGINT'], onSignal } = options;
  let stopped: Promise<boolean> | undefined;
  let wasSignalled = false;

  async function runSteps(signal?: NodeJS.Signals): Promise<boolean> {
    const drained = Promise.all(watched.map((connections) => connections.drain(delay)));
    const timer = new AbortController();
    const deadline = sleep(timeout || LONGEST_DELAY, LATE, timer).catch(() => LATE);
    // A router is a function too, and has a close().
    const steps: readonly (readonly [name: string, step: () => unknown])[] = [
      ['onSignal', () => signal && onSignal?.(signal)],
      ['pending requests', () => drained],
      ...close.map((one, at) => [`close[${at}]`, () => ('close' in one ? one.close() : one())] as const),
    ];
    let isGood = true;
    for (const [name, step] of steps) {
      try {
        if ((await Promise.race([step(), deadline])) !== LATE) continue;
        process.stderr.write(`E_STOP_TIMEOUT: after ${timeout} ms the shutdown still waited for ${name}\n`);
        for (const connections of watched) connections.destroy();
        isGood = false;
        break;
      } catch (error) {
        process.stderr.write(`E_STOP_CLOSE: ${name} failed: ${reasonOf(error)}\n`);
        isGood = false;
      }
    }
    timer.abort();
    running.delete(stopped as Promise<boolean>);
    for (const name of signals) process.removeListener(name, stopOnSignal);
    return isGood;
  }

  function stop(signal?: NodeJS.Signals): Promise<boolean> {
    if (stopped) return stopped;
    // The steps begin in a later turn, so that `onSignal` sees that the shutdown has begun.
    stopped = Promise.resolve().then(() => runSteps(signal));
    running.add(stopped);
    return stopped;
  }

  async function stopOnSignal(signal: NodeJS.Signals): Promise<void> {
    if (wasSignalled) process.exit(128 + constants.signals[signal]);
    wasSignalled = true;
    stop(signal);
    // Other calls of gracefulShutdown handle this signal next: the process exits after the last one.
    await undefined;
    const results = await Promise.all(running);
    await leaveCluster();
    process.exit(results.includes(false) ? 1 : 0);
  }

  for (const signal of new Set(signals)) process.on(signal, stopOnSignal);
  return {
    stop: () => stop(),
    get stopping() {
      return stopped !== undefined;
    },
  };
}

/** Whether a shutdown is running: `ready` then answers 503. */
export function isStopping(): boolean {
  return running.size > 0;
}

// --- internal ---

/**
 * The primary process then gives connections that are on their way to another worker. Most processes are no workers and
 * never load `node:cluster`.
 */
async function leaveCluster(): Promise<void> {
  if (!process.connected) return;
  const { worker } = (await import('node:cluster')).default;
  if (worker) await Promise.race([once(worker.disconnect(), 'disconnect'), sleep(1_000)]);
}

const running = new Set<Promise<boolean>>();
const LATE = Symbol('late');
