import { STATUS_CODES } from 'node:http';
import { inspect } from 'node:util';
import type { NextFunction, Request, Response } from 'express';
import { debug } from '../debug.ts';
import { type HttpError, requestError } from '../errors.ts';
import type { ResolvedOptions } from '../options.ts';
import { toHttpError } from './to-http-error.ts';
import { toJson } from './to-json.ts';

/**
 * Answer with a problem document (RFC 9457), or hand the error to `onError`.
 *
 * Never throws: an error that cannot be written (a header with a line break in it) is answered with a plain 500.
 */
export function sendError(
  thrown: unknown,
  req: Request,
  res: Response,
  next: NextFunction,
  options: ResolvedOptions,
): void {
  const error = toHttpError(thrown, READS.has(req.method));
  debug('%s %s: %d %s', req.method, req.originalUrl, error.status, error.code);
  if (options.onError) {
    handOver(options.onError, error, req, res, next);
    return;
  }
  report(error);
  try {
    writeProblem(error, req, res, options.teach);
  } catch (cause) {
    const failure = requestError('E_INTERNAL', undefined, { cause });
    report(failure);
    for (const name of Object.keys(error.headers)) if (isName(name)) res.removeHeader(name);
    writeProblem(failure, req, res, options.teach);
  }
}

/**
 * An error when the answer is on its way, or was given: nobody can be told but the operator.
 *
 * @param signal - when it has aborted, what comes late only stops what it was doing, as it should
 */
export function reportLate(thrown: unknown, req: Request, res: Response, signal: AbortSignal): void {
  debug('%s %s: an error after the answer: %o', req.method, req.originalUrl, thrown);
  if (!signal.aborted) report(requestError('E_INTERNAL', 'An error came after the answer.', { cause: thrown }));
  // Half an answer must not look like a whole one.
  if (res.headersSent && !res.writableEnded) res.destroy();
}

// --- internal ---

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'QUERY']);
const STALE_HEADERS = ['ETag', 'Last-Modified', 'Content-Encoding', 'Cache-Control', 'Location'];

type OnError = NonNullable<ResolvedOptions['onError']>;

function handOver(onError: OnError, error: HttpError, req: Request, res: Response, next: NextFunction): void {
  try {
    const done: unknown = onError(error, req, res, next);
    if (done instanceof Promise) done.catch(next);
  } catch (failure) {
    next(failure);
  }
}

function writeProblem(error: HttpError, req: Request, res: Response, teach: boolean): void {
  const body = Buffer.from(formatProblem(error, req, teach));
  // What an earlier step meant for a good answer does not hold for this one.
  for (const name of STALE_HEADERS) res.removeHeader(name);
  res.statusCode = error.status;
  res.statusMessage = '';
  for (const [name, value] of Object.entries(error.headers)) {
    // What others (CORS) have said that the answer depends on, it still does.
    if (name.toLowerCase() === 'vary' && typeof value === 'string') res.vary(value);
    else res.setHeader(name, value);
  }
  res.setHeader('Content-Type', 'application/problem+json; charset=utf-8');
  res.setHeader('Content-Length', body.byteLength);
  res.end(body);
}

/** Members that an action gave may not be JSON (a cycle): then the error is answered without them. */
function formatProblem(error: HttpError, req: Request, teach: boolean): string {
  const problem = toProblem(error, req, teach);
  try {
    return toJson({ ...problem, ...error.extra });
  } catch (cause) {
    debug('%s %s: members of the problem cannot be written: %o', req.method, req.originalUrl, cause);
    return toJson(problem);
  }
}

function toProblem(error: HttpError, req: Request, teach: boolean): Record<string, unknown> {
  const { status, code, detail, hint, cause } = error;
  const problem: Record<string, unknown> = {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail,
    instance: req.originalUrl.split('?', 1)[0],
    code,
  };
  if (!teach) return problem;
  if (status >= 500 && cause !== undefined) {
    problem.detail = cause instanceof Error ? `${cause.name}: ${cause.message}` : inspect(cause);
  }
  if (hint !== undefined) problem.hint = hint;
  return problem;
}

/** A failure of the server goes to stderr, as Express does it: not in tests. */
function report(error: HttpError): void {
  if (error.status < 500 || process.env.NODE_ENV === 'test') return;
  const { cause, hint } = error;
  const said = `${error.code}: ${error.detail}${hint === undefined ? '' : ` ${hint}`}`;
  console.error(cause === undefined ? said : `${said}\n${inspect(cause)}`);
}

function isName(name: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(name);
}
