import type { ValidationError } from '@rest-gen/logic';
import { Refusal } from '@rest-gen/logic/common';
import { isError } from '@rest-gen/model/core';
import { HttpError, isHttpError, requestError, withoutStack } from '../errors.ts';

/**
 * Convert a thrown value, or the errors of a logic, to the error that is sent.
 *
 * @param translate - translates errors of a feature, which the core does not know
 */
export function toHttpError(error: unknown, translate?: (error: unknown) => HttpError | undefined): HttpError {
  try {
    return isHttpError(error) ? error : (translate?.(error) ?? convert(error));
  } catch (cause) {
    // A getter or a proxy that throws on access.
    return requestError('E_INTERNAL', undefined, { cause });
  }
}

// --- internal ---

function convert(error: unknown): HttpError {
  if (error instanceof Refusal || isValidationError(error)) return fromValidation(error);
  // Express could not decode a parameter of one of its own routes.
  if (error instanceof URIError && (error as { status?: unknown }).status === 400)
    return requestError('E_BAD_ESCAPE', undefined, { cause: error });
  return fromExposed(error) ?? requestError('E_INTERNAL', undefined, { cause: error, hint: hintOf(error) });
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

/** Errors that may be shown to clients (`http-errors`, body parsers): status 4xx and `expose`. */
function fromExposed(error: unknown): HttpError | undefined {
  if (!isError(error)) return undefined;
  const {
    status,
    statusCode = status,
    expose,
    message,
    headers,
  } = error as {
    status?: unknown;
    statusCode?: unknown;
    expose?: unknown;
    message: string;
    headers?: Record<string, string>;
  };
  if (
    expose !== true ||
    typeof statusCode !== 'number' ||
    !Number.isInteger(statusCode) ||
    statusCode < 400 ||
    statusCode > 499
  )
    return undefined;
  return new HttpError(statusCode, message, { cause: error, headers });
}
