import { STATUS_CODES } from 'node:http';
import type { NextFunction, Request, Response } from 'express';
import { debug } from '../debug.ts';
import type { HttpError } from '../errors.ts';
import type { ResolvedOptions } from '../options.ts';
import { toHttpError } from './to-http-error.ts';
import { toJson } from './to-json.ts';

/** Answer with a problem document (RFC 9457), or hand the error to `onError`. */
export function sendError(
  thrown: unknown,
  req: Request,
  res: Response,
  next: NextFunction,
  options: ResolvedOptions,
): void {
  const error = toHttpError(thrown, req.method === 'GET' || req.method === 'HEAD' || req.method === 'QUERY');
  debug('%s %s: %d %s', req.method, req.originalUrl, error.status, error.code);
  if (options.onError) {
    options.onError(error, req, res, next);
    return;
  }
  report(error);
  const body = Buffer.from(writeProblem(error, req, options.teach));
  // What an earlier step meant for a good answer does not hold for this one.
  for (const name of STALE_HEADERS) res.removeHeader(name);
  res.statusCode = error.status;
  for (const [name, value] of Object.entries(error.headers)) res.setHeader(name, value);
  res.setHeader('Content-Type', 'application/problem+json; charset=utf-8');
  res.setHeader('Content-Length', body.byteLength);
  res.end(body);
}

// --- internal ---

const STALE_HEADERS = ['ETag', 'Last-Modified', 'Content-Encoding', 'Cache-Control'];

/** Members that an action gave may not be JSON (a cycle): then the error is answered without them. */
function writeProblem(error: HttpError, req: Request, teach: boolean): string {
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
  if (status >= 500 && cause !== undefined)
    problem.detail = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
  if (hint !== undefined) problem.hint = hint;
  return problem;
}

/** A failure of the server goes to stderr, as Express does it: not in tests. */
function report(error: HttpError): void {
  if (error.status < 500 || process.env.NODE_ENV === 'test') return;
  const { cause, hint } = error;
  console.error(
    cause instanceof Error ? cause.stack : `${error.code}: ${error.detail}${hint === undefined ? '' : ` ${hint}`}`,
  );
}
