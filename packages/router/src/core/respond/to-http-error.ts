import http from 'node:http';
import type { ValidationError } from '@rest-gen/logic';
import { Refusal } from '@rest-gen/logic/common';
import { isError } from '@rest-gen/model/core';
import type { ResolvedOptions } from '../contracts/options.ts';
import { badJson, HttpError, isHttpError, requestError, withoutStack } from '../errors.ts';

/**
 * Convert a thrown value, or the errors of a logic, to the error that is sent.
 *
 * @param translate - translates errors of a feature, which the core does not know
 * @param isPassedOn - a middleware has passed the error to `next`: its status is the one to send
 */
export function toHttpError(
  error: unknown,
  translate?: (error: unknown) => HttpError | undefined,
  isPassedOn = false,
): HttpError {
  try {
    return isHttpError(error) ? error : (translate?.(error) ?? convert(error, isPassedOn));
  } catch (cause) {
    // A getter or a proxy that throws on access.
    return requestError('E_INTERNAL', undefined, { cause });
  }
}

/** Convert what a middleware has passed to `next`, or what `onError` returns: its status is the one to send. */
export function passedError(error: unknown, { translate }: Pick<ResolvedOptions, 'translate'>): HttpError {
  return toHttpError(error, (one) => translate(one, undefined), true);
}

// --- internal ---

function convert(error: unknown, isPassedOn: boolean): HttpError {
  if (error instanceof Refusal || isValidationError(error)) return fromValidation(error);
  // Express could not decode a parameter of one of its own routes.
  if (error instanceof URIError && (error as { status?: unknown }).status === 400)
    return requestError('E_BAD_ESCAPE', undefined, { cause: error });
  return fromStatus(error, isPassedOn) ?? requestError('E_INTERNAL', undefined, { cause: error, hint: hintOf(error) });
}

/** Number of validation errors in `detail`; `errors` lists all. */
const TOLD = 5;

/** Errors of the model's setup have a hint. */
function hintOf(error: unknown): string | undefined {
  const hint = isError(error) ? (error as { hint?: unknown }).hint : undefined;
  return typeof hint === 'string' ? hint : undefined;
}

function fromValidation(refused: Refusal | ValidationError): HttpError {
  const { status, code, errors, language } = refused;
  const texts = errors.map(({ message }) => message);
  const more = texts.length > TOLD ? [`and ${texts.length - TOLD} more`] : [];
  const detail = [...texts.slice(0, TOLD), ...more].join('; ');
  // Errors of an older copy of the package do not have it.
  const headers = typeof language === 'string' ? { 'Content-Language': language, Vary: 'Accept-Language' } : undefined;
  const cause = refused instanceof Refusal ? undefined : refused.cause;
  // Its stack would only name this place.
  return withoutStack(() => new HttpError(status, detail, { code, extra: { errors }, headers, cause }));
}

/** By name: a program may hold several copies of a package. */
function isValidationError(error: unknown): error is ValidationError {
  return (
    isError(error) &&
    error.name === 'ValidationError' &&
    Array.isArray((error as ValidationError).errors) &&
    'status' in error
  );
}

/** What an error can carry for its answer, as those of `http-errors`, body parsers and `express-jwt` do, and plain objects. */
interface Carried {
  readonly message?: unknown;
  /** Some classes keep a word here, `'fail'`, and the number in `statusCode`. */
  readonly status?: unknown;
  readonly statusCode?: unknown;
  /** The message may be shown to clients. */
  readonly expose?: unknown;
  readonly headers?: unknown;
  /** Of `body-parser`. */
  readonly type?: unknown;
}

/** An error of a service that an action asks has a status, too, which says nothing about this answer. Such errors have no `expose`. */
function fromStatus(error: unknown, isPassedOn: boolean): HttpError | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { message, status, statusCode, expose, headers, type } = error as Carried;
  const statuses = [status, statusCode].filter(isErrorStatus);
  const [sent] = statuses;
  // Two that differ are none.
  if (sent === undefined || statuses.some((other) => other !== sent)) return undefined;
  if (!isPassedOn && typeof expose !== 'boolean') return undefined;
  const shown = expose === true && typeof message === 'string' && message !== '' ? message : undefined;
  // As the router answers what `express.json()` refuses.
  if (type === 'entity.parse.failed' && shown !== undefined) return badJson(shown, error);
  // What our codes say of 503 is not true of it.
  const detail = shown ?? (sent >= 500 ? `${http.STATUS_CODES[sent] ?? 'Error'}.` : undefined);
  return new HttpError(sent, detail, { cause: error, headers: sendable(headers) });
}

function isErrorStatus(status: unknown): status is number {
  return Number.isInteger(status) && (status as number) >= 400 && (status as number) <= 599;
}

/** Others, such as cookies, are those of another answer. */
const SENDABLE = /^(?:retry-after|www-authenticate|allow|ratelimit.*)$/i;

function sendable(headers: unknown): Record<string, string> {
  const fields = typeof headers === 'object' && headers !== null ? Object.entries(headers) : [];
  const sent = fields.filter(([name, value]) => SENDABLE.test(name) && value !== undefined && value !== null);
  return Object.fromEntries(sent.map(([name, value]) => [name, String(value)]));
}
