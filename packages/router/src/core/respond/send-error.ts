import http from 'node:http';
import { inspect } from 'node:util';
import { isError, isThenable } from '@rest-gen/model/core';
import type { NextFunction, Request, Response } from 'express';
import type { Params } from '../compile/types.ts';
import { ABOUT_BLANK, type ErrorHandler, type ResolvedOptions } from '../contracts/options.ts';
import type { SentRequest } from '../contracts/sent-request.ts';
import { debug, isDebugging } from '../debug.ts';
import { type HttpError, requestError } from '../errors.ts';
import { addVary, putHeaders, removeStale } from './headers.ts';
import { instanceOf } from './location.ts';
import { logFailure } from './log-failure.ts';
import { loggedRequest, loggedTarget } from './logged-target.ts';
import { breakOff, endWithText } from './send-answer.ts';
import { passedError, toHttpError } from './to-http-error.ts';
import { toJson } from './write-body.ts';

/** How problem documents are written, and logged. */
export interface ProblemStyle extends Pick<ResolvedOptions, 'teach' | 'problemType' | 'translate'> {
  /** Parameters of the path: logs omit the values of secrets. */
  readonly params?: Params | undefined;
}

/**
 * Answer with a problem document (RFC 9457), or hand the error to `onError`.
 *
 * Never throws: an error that cannot be written (a header with a line break in it) is answered with a plain 500; where that cannot be sent either
 * (a middleware whose `end` throws), the connection is closed.
 *
 * @param next - calls the next handler; `undefined` under bare `node:http`
 * @param sent - what the client sent to the action that failed
 * @param params - of the path, where no action was selected
 * @returns the status of the error
 */
export function sendError(
  thrown: unknown,
  req: Request,
  res: Response,
  next: NextFunction | undefined,
  options: ResolvedOptions,
  sent?: SentRequest,
  params: Params | undefined = sent?.params,
): number {
  const error = toHttpError(thrown, (one) => options.translate(one, sent));
  if (isDebugging()) debug('%s %s: %s %s', req.method, loggedTarget(req, params), error.status, error.code);
  const { teach, problemType, translate, onError } = options;
  const style: ProblemStyle = { teach, problemType, translate, params };
  if (onError) handOver(error, req, res, next, onError, style);
  else sendProblem(error, req, res, style);
  return error.status;
}

/**
 * Pass a request, or its error, to the next handler. Without one it is answered: 404 `E_NOT_FOUND`, or the error.
 *
 * @param error - `undefined` for none
 */
export function passOn(
  error: unknown,
  req: Request,
  res: Response,
  next: NextFunction | undefined,
  style: ProblemStyle,
): void {
  if (next) next(error);
  else if (res.headersSent) breakOff(res);
  else sendProblem(passedError(error ?? nothingHere(), style), req, res, style);
}

/**
 * Report an error that came after the answer had begun: the client cannot receive it.
 *
 * @param aborted - the client has left, or the time was up: the error is the expected end of the action
 */
export function reportLate(thrown: unknown, req: Request, res: Response, aborted: boolean, params?: Params): void {
  if (isDebugging()) debug('%s %s: an error after the answer: %s', req.method, loggedTarget(req, params), thrown);
  if (!aborted) reportFailure('An error came after the answer.', thrown, req, res, params);
  if (res.headersSent && !res.writableEnded) breakOff(res);
}

/** Report an error that does not change the answer. */
export function reportFailure(detail: string, cause: unknown, req: Request, res: Response, params?: Params): void {
  report(requestError('E_INTERNAL', detail, { cause }), req, res, params);
}

// --- internal ---

function handOver(
  error: HttpError,
  req: Request,
  res: Response,
  next: NextFunction | undefined,
  onError: ErrorHandler,
  style: ProblemStyle,
): void {
  const goOn: NextFunction = (left?: unknown) => passOn(left, req, res, next, style);
  const answer = (returned: unknown): void => {
    // Whatever else it returns, such as `res`, is none.
    if (isError(returned) && !res.headersSent) sendProblem(passedError(returned, style), req, res, style);
  };
  try {
    const done: unknown = onError(error, req, res, goOn);
    if (isThenable(done)) done.then(answer).then(undefined, goOn);
    else answer(done);
  } catch (failure) {
    goOn(failure);
  }
}

/** `onError` has called `next()` without an error, and no handler follows. */
function nothingHere(): HttpError {
  return requestError('E_NOT_FOUND', 'There is nothing at this address.');
}

function sendProblem(error: HttpError, req: Request, res: Response, style: ProblemStyle): void {
  report(error, req, res, style.params);
  try {
    writeProblem(error, req, res, style);
  } catch (cause) {
    const failure = requestError('E_INTERNAL', undefined, { cause });
    report(failure, req, res, style.params);
    writePlain(failure, Object.keys(error.headers), req, res, style);
  }
}

/** Answer without the header fields that could not be sent, and without asking `problemType`, which may have failed. */
function writePlain(
  failure: HttpError,
  unsent: readonly string[],
  req: Request,
  res: Response,
  { teach, translate, params }: ProblemStyle,
): void {
  try {
    for (const name of unsent) if (FIELD_NAME.test(name)) res.removeHeader(name);
    writeProblem(failure, req, res, { teach, translate, problemType: () => ABOUT_BLANK });
  } catch (cause) {
    report(requestError('E_INTERNAL', 'An error cannot be answered.', { cause }), req, res, params);
    res.destroy();
  }
}

function writeProblem(error: HttpError, req: Request, res: Response, style: ProblemStyle): void {
  const text = formatProblem(error, req, style);
  // Header fields that an earlier step has set for a successful response do not apply.
  removeStale(res);
  res.statusCode = error.status;
  res.statusMessage = '';
  for (const [name, value] of Object.entries(error.headers)) {
    if (name.toLowerCase() === 'vary' && typeof value === 'string') addVary(res, value);
    else putHeaders(res, [[name, value]]);
  }
  res.setHeader('Content-Type', 'application/problem+json; charset=utf-8');
  const length = Buffer.byteLength(text);
  res.setHeader('Content-Length', length);
  endWithText(res, text, length);
}

/** Members from an action may not be serializable (a cycle): then they are omitted. */
function formatProblem(error: HttpError, req: Request, style: ProblemStyle): string {
  try {
    return toJson({ ...toProblem(error, req, style), ...error.extra });
  } catch (cause) {
    if (isDebugging())
      debug('%s %s: members of the problem cannot be written: %s', req.method, loggedTarget(req, style.params), cause);
    return toJson(toProblem(error, req, style));
  }
}

function toProblem(error: HttpError, req: Request, { teach, problemType }: ProblemStyle): Record<string, unknown> {
  const { status, code, detail, hint, cause } = error;
  const problem: Record<string, unknown> = {
    type: problemType(code),
    title: http.STATUS_CODES[status] ?? 'Error',
    status,
    detail,
    instance: instanceOf(req),
    code,
  };
  if (!teach) return problem;
  if (status >= 500 && cause !== undefined) {
    problem.detail = isError(cause) ? `${cause.name}: ${cause.message}` : inspect(cause);
  }
  if (hint !== undefined) problem.hint = hint;
  return problem;
}

/** Log what the operator has to fix, except in tests: server failures, and grants that are missing in the database. */
function report(error: HttpError, req: Request, res: Response, params: Params | undefined): void {
  if ((error.status < 500 && error.code !== 'E_PERMISSION') || process.env.NODE_ENV === 'test') return;
  logFailure(error, () => loggedRequest(req, res, params));
}

const FIELD_NAME = /^[\w!#$%&'*+.^`|~-]+$/;
