import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { inspect, types } from 'node:util';
import { answerProblem } from './answer-problem.ts';
import { isExpressApp } from './express-app.ts';
import type { Handler } from './handler.ts';

/** The function that a server calls for each request. */
export type Listener = (req: IncomingMessage, res: ServerResponse) => void;

/**
 * The listener of a handler. An Express application answers its own errors. For other handlers, errors get 500
 * `E_INTERNAL` or the `status` of the error, and 404 `E_NOT_FOUND` if `next` is called without one.
 */
export function serveHandler(handler: Handler): Listener {
  const run = handler as (...args: [...Parameters<Listener>, next?: (error?: unknown) => void]) => unknown;
  if (isExpressApp(handler)) return run;
  const wantsNext = handler.length > 2;
  return (req, res) => {
    try {
      const result = wantsNext ? run(req, res, (error) => answerRest(res, error)) : run(req, res);
      if (isThenable(result)) result.then(undefined, (error) => answerError(res, error));
    } catch (error) {
      answerError(res, error);
    }
  };
}

// --- internal ---

/** The `next` of a handler. Express passes `'router'` and `'route'` when there is no error. */
function answerRest(res: ServerResponse, error: unknown): void {
  if (error === undefined || error === null || error === 'router' || error === 'route') {
    answerProblem(res, 404, 'E_NOT_FOUND', 'There is nothing at this address.');
  } else answerError(res, error);
}

function answerError(res: ServerResponse, error: unknown): void {
  const { status, code, detail } = describe(error);
  if (status >= 500) console.error(showFailure(error));
  answerProblem(res, status, code, detail);
}

/** Describe an error for the response. An error whose properties throw is an internal error. */
function describe(error: unknown): { status: number; code: string; detail: string } {
  try {
    const status = statusOf(error);
    return { status, code: codeOf(status, error), detail: detailOf(status, error) };
  } catch {
    return { status: 500, code: 'E_INTERNAL', detail: FAILED };
  }
}

const FAILED = 'The server failed.';

/** Only the message of an error with a client status is shown to the client. */
function detailOf(status: number, error: unknown): string {
  if (status >= 500) return FAILED;
  const { message, expose } = error as { message?: unknown; expose?: unknown };
  const isTold = types.isNativeError(error) && expose !== false && typeof message === 'string';
  return isTold ? message : (http.STATUS_CODES[status] ?? FAILED);
}

/** The code of the error itself, or of its status: `E_CONFLICT` for 409. */
function codeOf(status: number, error: unknown): string {
  if (status >= 500) return 'E_INTERNAL';
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && /^E_[A-Z_]+$/.test(code)) return code;
  return `E_${(http.STATUS_CODES[status] ?? String(status)).toUpperCase().replaceAll(/\W+/g, '_')}`;
}

function statusOf(error: unknown): number {
  const { status, statusCode } = (typeof error === 'object' && error !== null ? error : {}) as Record<string, unknown>;
  const found = status ?? statusCode;
  return Number.isInteger(found) && (found as number) >= 400 && (found as number) <= 599 ? (found as number) : 500;
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
}

/**
 * Format a thrown value for a log, like the console does. Control characters are escaped and all lines but the first
 * are indented, so that a message from a request cannot look like a log entry. Never throws.
 */
function showFailure(thrown: unknown): string {
  return show(thrown)
    .split('\n')
    .map((line, index) => `${index === 0 ? '' : '  '}${line.replace(CONTROLS, escapeOne)}`)
    .join('\n');
}

/** C0 and C1 controls, marks of direction, separators of lines. */
const CONTROLS = /[\p{Cc}\p{Bidi_C}\p{Zl}\p{Zp}]/gu;

function escapeOne(character: string): string {
  if (character === '\r') return '\\r';
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** A proxy or a getter throws when it is looked at. */
function show(thrown: unknown): string {
  try {
    return inspect(thrown);
  } catch {
    return `a value that throws when it is shown (${typeof thrown})`;
  }
}
