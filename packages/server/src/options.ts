import type { ServerOptions as HttpsOptions } from 'node:https';
import { constants } from 'node:os';
import { ABOVE_ZERO, type Check, checkOptions, MILLISECONDS, wrongOption } from './errors.ts';

/**
 * Limits of connections and requests. Times are milliseconds; `0` means no limit.
 *
 * @see docs/server.md#createserver
 */
export interface ServerLimits {
  /** Milliseconds for the header fields of a request to arrive. Default 20,000; at most `requestTimeout`. */
  headersTimeout?: number | undefined;
  /** Milliseconds for the body of a request to arrive, and one more for each byte that has arrived. Default 120,000. */
  requestTimeout?: number | undefined;
  /** Milliseconds that a connection may be silent, in both directions, while a request runs. Default 120,000. */
  idleTimeout?: number | undefined;
  /** Milliseconds that a connection waits for its next request. Default 65,000: load balancers wait 60 seconds. */
  keepAliveTimeout?: number | undefined;
  /** Milliseconds between two checks of the first three timeouts. Default 5,000. */
  connectionsCheckingInterval?: number | undefined;
  /** Maximum number of header fields of a request; more get 431. Default 1,000. */
  maxHeaders?: number | undefined;
  /** Maximum bytes of all header fields of a request; more get 431. Default 16,384. */
  maxHeaderSize?: number | undefined;
}

/**
 * Options of `createServer`; all are optional.
 *
 * @see docs/server.md#createserver
 */
export interface ServerOptions extends ServerLimits {
  /** Serve HTTPS: the options of `https.createServer`, such as `{ key, cert }`. */
  https?: HttpsOptions | undefined;
}

/**
 * Options of `gracefulShutdown`; all are optional.
 *
 * @see docs/server.md#gracefulshutdown
 */
export interface ShutdownOptions {
  /** Milliseconds for the whole shutdown, counted from the signal. Default 25,000; `0` for no limit. */
  timeout?: number | undefined;
  /** Milliseconds in which connections are still accepted, while `ready` already answers 503. Default 0. */
  delay?: number | undefined;
  /** Closed one after another when all requests are finished: the router before the models. */
  close?: readonly Closable[] | undefined;
  /** Signals that stop the process. Default `['SIGTERM', 'SIGINT']`. */
  signals?: readonly NodeJS.Signals[] | undefined;
  /** Called first: close WebSockets, end event streams. */
  onSignal?: ((signal: NodeJS.Signals) => unknown) | undefined;
}

/**
 * An object or function that closes something at the end of a shutdown.
 *
 * @see docs/server.md#gracefulshutdown
 */
export type Closable = { close(): unknown } | (() => unknown);

/** Checks for `checkOptions`. */
export const SHUTDOWN_CHECKS: Readonly<Record<keyof ShutdownOptions, Check>> = {
  timeout: MILLISECONDS,
  delay: MILLISECONDS,
  close: [
    (value) => Array.isArray(value) && value.every(isClosable),
    'a list of functions, or of objects with close()',
  ],
  signals: [
    (value) => Array.isArray(value) && value.every(isSignal),
    "a list of signals that a process can handle, such as ['SIGTERM']",
  ],
  onSignal: [(value) => typeof value === 'function', 'a function'],
};

/** The options with all defaults. */
export type ResolvedLimits = { readonly [name in keyof ServerLimits]-?: number };

/**
 * Check the options and apply the defaults.
 *
 * @throws {OptionError} `E_OPTION` naming the option that is unknown or has a wrong value
 */
export function resolveOptions(options: ServerOptions): ResolvedLimits {
  checkOptions('createServer', options, CHECKS);
  const requestTimeout = options.requestTimeout ?? 120_000;
  const longest = requestTimeout === 0 ? Number.POSITIVE_INFINITY : requestTimeout;
  const { headersTimeout = Math.min(20_000, longest) } = options;
  // Node refuses it too, but does not name the fix.
  if (headersTimeout > longest) {
    throw wrongOption(
      'createServer',
      'headersTimeout',
      headersTimeout,
      `at most ${longest}, the value of requestTimeout`,
    );
  }
  return {
    headersTimeout,
    requestTimeout,
    idleTimeout: options.idleTimeout ?? 120_000,
    keepAliveTimeout: options.keepAliveTimeout ?? 65_000,
    connectionsCheckingInterval: options.connectionsCheckingInterval ?? 5_000,
    maxHeaders: options.maxHeaders ?? 1_000,
    maxHeaderSize: options.maxHeaderSize ?? 16_384,
  };
}

// --- internal ---

const CHECKS: Readonly<Record<keyof ServerOptions, Check>> = {
  headersTimeout: MILLISECONDS,
  requestTimeout: MILLISECONDS,
  idleTimeout: MILLISECONDS,
  keepAliveTimeout: MILLISECONDS,
  connectionsCheckingInterval: [(value) => MILLISECONDS[0](value) && value !== 0, 'an integer of milliseconds above 0'],
  maxHeaders: ABOVE_ZERO,
  maxHeaderSize: ABOVE_ZERO,
  https: [isObject, 'an object with key and cert'],
};

/** Windows has SIGBREAK; elsewhere it never comes, and a program for both may name it. */
function isSignal(value: unknown): boolean {
  if (value === 'SIGKILL' || value === 'SIGSTOP') return false;
  return value === 'SIGBREAK' || Object.hasOwn(constants.signals, String(value));
}

function isClosable(value: unknown): boolean {
  return typeof value === 'function' || typeof (value as { close?: unknown } | null)?.close === 'function';
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
