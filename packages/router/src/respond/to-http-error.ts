import { type FieldError, Refusal, type ValidationError } from '@rest-gen/logic';
import { HttpError, isHttpError, requestError, withoutStack } from '../errors.ts';
import { type DataError, isDataError } from '../model/data-error.ts';

/**
 * Turn whatever was thrown, or the refusal of a logic, into the error that is answered.
 *
 * @param reads - the request only reads: a field or filter that the store does not know came from its query
 */
export function toHttpError(error: unknown, reads: boolean): HttpError {
  try {
    return translate(error, reads);
  } catch (cause) {
    // A getter or a proxy that throws when it is looked at.
    return requestError('E_INTERNAL', undefined, { cause });
  }
}

// --- internal ---

function translate(error: unknown, reads: boolean): HttpError {
  if (isHttpError(error)) return error;
  if (error instanceof Refusal || isValidationError(error)) return fromValidation(error);
  if (isDataError(error)) return fromData(error, reads);
  return fromExposed(error) ?? requestError('E_INTERNAL', undefined, { cause: error, hint: hintOf(error) });
}

/** Errors of a validation that `detail` tells; the list has all. */
const TOLD = 5;

/** Errors of the model's set-up say what to do. */
function hintOf(error: unknown): string | undefined {
  const hint = error instanceof Error ? (error as { hint?: unknown }).hint : undefined;
  return typeof hint === 'string' ? hint : undefined;
}

function fromValidation(refused: Refusal | ValidationError): HttpError {
  const { status, code, errors, language } = refused;
  const texts = errors.map(({ message }) => message);
  const more = texts.length > TOLD ? [`and ${texts.length - TOLD} more`] : [];
  const detail = [...texts.slice(0, TOLD), ...more].join('; ');
  // Errors of an older copy of the package do not tell it.
  const headers = typeof language === 'string' ? { 'Content-Language': language, Vary: 'Accept-Language' } : undefined;
  const cause = refused instanceof Refusal ? undefined : refused.cause;
  // Its stack would tell nothing but this place.
  return withoutStack(() => new HttpError(status, detail, { code, extra: { errors }, headers, cause }));
}

/** By name: a program may hold several copies of a package. */
function isValidationError(error: unknown): error is ValidationError {
  return (
    error instanceof Error &&
    error.name === 'ValidationError' &&
    Array.isArray((error as ValidationError).errors) &&
    'status' in error
  );
}

function fromData(error: DataError, reads: boolean): HttpError {
  const { code, message, field, hint } = error;
  const about = field === undefined ? {} : { extra: { field } };
  switch (code) {
    case 'conflict':
      return requestError('E_CONFLICT', field ? `Another record has the same ${field}.` : undefined, {
        ...about,
        cause: error,
      });
    case 'foreign_key':
      return requestError('E_CONFLICT', 'The record refers to one that does not exist, or is referred to.', {
        ...about,
        cause: error,
      });
    case 'not_null':
      return fromValue(error);
    case 'invalid_value':
    case 'undeclared':
      return reads ? requestError('E_QUERY', message, { ...about, hint, cause: error }) : fromValue(error);
    case 'unknown_field':
    case 'invalid_filter':
      // In a write the names come from logic and code, so the program is wrong, not the request.
      return reads
        ? requestError('E_QUERY', message, { ...about, hint, cause: error })
        : requestError('E_INTERNAL', undefined, {
            hint: hint ?? `${message}: add the column in a migration, or take it out of the logic.`,
            cause: error,
          });
    case 'no_table':
      return requestError('E_NO_TABLE', undefined, { hint: hint ?? message, cause: error });
    default:
      return requestError('E_UNAVAILABLE', undefined, {
        headers: { 'Retry-After': '1' },
        hint: hint ?? message,
        cause: error,
      });
  }
}

function fromValue(error: DataError): HttpError {
  const { code, field, message, hint } = error;
  const rule = code === 'not_null' ? 'required' : 'invalid';
  const errors: FieldError[] = [{ in: 'body', pointer: field === undefined ? '' : `/${field}`, rule, message }];
  return requestError('E_VALIDATION', message, { extra: { errors }, hint, cause: error });
}

/** Errors made to be shown (`http-errors`, body parsers): they carry a status of 4xx and say `expose`. */
function fromExposed(error: unknown): HttpError | undefined {
  if (!(error instanceof Error)) return undefined;
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
