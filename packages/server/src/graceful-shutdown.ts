import type { Server as NetServer } from 'node:net';
import { constants } from 'node:os';
import { type Connections, watchConnections } from './connections.ts';
import { type Check, checkOptions, MILLISECONDS, OptionError, show } from './errors.ts';
import { leaveCluster } from './leave-cluster.ts';
import { type Closable, runStop } from './run-stop.ts';

/** Options of `gracefulShutdown`; all are optional. */
export interface ShutdownOptions {
  /** Milliseconds for the whole stop, from the signal on. Default 25,000: less than the 30 seconds that Kubernetes gives; `0` for none. */
  timeout?: number | undefined;
  /** Milliseconds in which connections are still taken while `ready` answers 503 already. Default 0. */
  delay?: number | undefined;
  /** Closed one after the other, in this order, when every request has been answered: the router before the models. */
  close?: readonly Closable[] | undefined;
  /** Signals that stop the process. Default `['SIGTERM', 'SIGINT']`. */
  signals?: readonly NodeJS.Signals[] | undefined;
  /** Called at the first signal, before anything else: say goodbye to WebSockets, end streams that have no end. */
  onSignal?: ((signal: NodeJS.Signals) => unknown) | undefined;
}

/** The result of `gracefulShutdown`. */
export interface Shutdown {
  /** Whether the stop has begun. */
  readonly stopping: boolean;
  /** Stop as at a signal, but let the process live. @returns whether everything was answered and closed in time */
  stop(): Promise<boolean>;
}

/**
 * Stop the process at SIGTERM or SIGINT when its work is done: no more connections, what is in flight is answered, idle
 * connections close, then what `close` names, and the process exits with 0; at the deadline, or when a `close` fails, with 1. A second
 * signal exits at once, with 128 and the number of the signal. The reason is printed on stderr when it is not 0 (`E_STOP_TIMEOUT`, `E_STOP_CLOSE`).
 *
 * @param servers - one or several; call it before they have connections
 * @throws {OptionError} `E_OPTION` for what is no server, and for options that are unknown or wrong
 */
export function gracefulShutdown(servers: NetServer | readonly NetServer[], options: ShutdownOptions = {}): Shutdown {
  checkOptions('gracefulShutdown', options, CHECKS);
  const watched = (Array.isArray(servers) ? servers : [servers]).map(watch);
  const { timeout = 25_000, delay = 0, close = [], onSignal } = options;
  const signals = new Set(options.signals ?? ['SIGTERM', 'SIGINT']);
  let stopped: Promise<boolean> | undefined;
  let wasSignalled = false;

  function stop(signal?: NodeJS.Signals): Promise<boolean> {
    const sayGoodbye = signal && onSignal ? () => onSignal(signal) : undefined;
    stopped ??= runStop(watched, { timeout, delay, close, sayGoodbye }).finally(() => {
      for (const name of signals) process.removeListener(name, stopOnSignal);
    });
    return stopped;
  }

  async function stopOnSignal(signal: NodeJS.Signals): Promise<void> {
    if (wasSignalled) process.exit(128 + constants.signals[signal]);
    wasSignalled = true;
    stops.add(stop(signal));
    // Others that hear the same signal begin their stops before this goes on: the process ends with the last of them.
    await undefined;
    const results = await Promise.all(stops);
    await leaveCluster();
    process.exit(results.includes(false) ? 1 : 0);
  }

  for (const signal of signals) process.on(signal, stopOnSignal);
  return {
    stop: () => stop(),
    get stopping() {
      return stopped !== undefined;
    },
  };
}

// --- internal ---

/** The stops that a signal has begun. */
const stops = new Set<Promise<boolean>>();

const CHECKS: Readonly<Record<keyof ShutdownOptions, Check>> = {
  timeout: MILLISECONDS,
  delay: MILLISECONDS,
  close: [
    (value) => Array.isArray(value) && value.every(isClosable),
    'a list of functions, or of objects with close()',
  ],
  signals: [
    (value) => Array.isArray(value) && value.every(canBeHeard),
    "a list of signals that a process can hear, such as ['SIGTERM']",
  ],
  onSignal: [(value) => typeof value === 'function', 'a function'],
};

/** Windows has SIGBREAK; elsewhere it never comes, and a program for both may name it. */
function canBeHeard(signal: unknown): boolean {
  if (signal === 'SIGKILL' || signal === 'SIGSTOP') return false;
  return signal === 'SIGBREAK' || Object.hasOwn(constants.signals, String(signal));
}

function isClosable(value: unknown): boolean {
  return typeof value === 'function' || typeof (value as { close?: unknown } | null)?.close === 'function';
}

/** By what it can do: in Bun, a server of HTTP is no `net.Server`. */
function watch(server: NetServer): Connections {
  const { on, close, address } = Object(server);
  if ([on, close, address].every((method) => typeof method === 'function')) return watchConnections(server);
  throw new OptionError(
    `gracefulShutdown was given ${show(server)}`,
    'It takes a server, or a list of servers: what listen() gives back.',
  );
}
