import { findRounded } from '@rest-gen/model/core';
import { QUERY_TYPES } from '../actions.ts';
import type { ActionPlan } from '../contracts/exchange.ts';
import { badJson, type HttpError, isHttpError, requestError } from '../errors.ts';

/**
 * Refuse valid JSON with a number that JavaScript would round.
 *
 * @throws {HttpError} 422 `E_VALIDATION`
 */
export function refuseRounded(text: string): void {
  const pointer = findRounded(text);
  if (pointer === undefined) return;
  throw inexact(pointer);
}

/**
 * Make the error 422 for a number that JavaScript would round.
 *
 * @param pointer - its place in the body
 */
export function inexact(pointer: string): HttpError {
  const message = 'The number has more digits than a JSON number keeps; send it as text.';
  return requestError('E_VALIDATION', message, {
    hint: 'The rule bigint of a logic takes whole numbers as text, int does not.',
    extra: { errors: [{ in: 'body', pointer, rule: 'precision', message }] },
  });
}

/** Make the error 400 for a body that differs from its announcement. */
export function unreadable(reason: unknown): HttpError {
  return requestError('E_BAD_BODY', undefined, { cause: typeof reason === 'string' ? new Error(reason) : reason });
}

/** Make the error 413 for a body of more than `limit` bytes. */
export function tooLarge(limit: number): HttpError {
  // The rest of the body is not read, so the connection cannot carry another request.
  return requestError('E_BODY_TOO_LARGE', `The body is larger than ${limit} bytes.`, {
    headers: { Connection: 'close' },
  });
}

/** Make the error 500 for a body that a middleware has read without setting `req.body`. */
export function refuseConsumed(): HttpError {
  return requestError('E_INTERNAL', undefined, { hint: CONSUMED });
}

/**
 * Make the error 415 for a media type that actions of this method do not read; it names those that they do.
 *
 * @param isLarge - the body exceeds the limit or has no announced length: the connection is closed instead of reading it
 */
export function refuseType(
  type: string,
  { method, forms }: Pick<ActionPlan, 'method' | 'forms'>,
  isLarge: boolean,
): HttpError {
  const [field, json] = ACCEPTED[method] ?? ['Accept', 'application/json'];
  const accepted = forms && method !== 'QUERY' ? `${json}, application/x-www-form-urlencoded` : json;
  const headers = {
    [field]: accepted,
    ...(method === 'POST' && { 'Accept-Post': accepted }),
    ...(isLarge && { Connection: 'close' }),
  };
  const hint =
    method === 'QUERY'
      ? undefined
      : forms
        ? HINTS.get(type)
        : 'A controller takes forms where it says static forms = true.';
  return requestError(
    'E_MEDIA_TYPE',
    `The media type ${type === '' ? 'is missing' : `"${type}" is not supported`}; send ${accepted}.`,
    { headers, hint },
  );
}

/** Translate an error of `body-parser`. */
export function refuseBody(error: unknown, limit: number): HttpError {
  if (isHttpError(error)) return error;
  const { type, message } = error as { type?: string; message?: string };
  switch (type) {
    case 'entity.parse.failed':
      return badJson(message);
    case 'encoding.invalid':
      return requestError('E_BAD_BODY', 'The body is not valid UTF-8.');
    case 'entity.too.large':
      return tooLarge(limit);
    case 'parameters.too.many':
      return requestError('E_BODY_LIMIT', 'The form has more fields than are allowed.');
    case 'encoding.unsupported':
    case 'charset.unsupported':
      return requestError('E_MEDIA_TYPE', `The body cannot be decoded: ${message}.`);
    default:
      return unreadable(error);
  }
}

/** The line of the log for JSON that a middleware has parsed. */
export const PARSED_BEFORE: string =
  'A parser before the router reads JSON, such as express.json(): numbers of more than 15 digits are rounded before they are checked. ' +
  'Mount it after the router, or for the paths that need it: docs/http-writes.md#bodies-that-middleware-reads.';

// --- internal ---

const CONSUMED =
  'A middleware before the router has read the body without setting req.body. ' +
  'Mount it after the router, or set req.body to the parsed value. To keep the bytes, use ' +
  'express.json({ verify: (req, res, bytes) => { req.rawBody = bytes; } }).';

/** Hints for media types that a class with forms may read. */
const HINTS: ReadonlyMap<string, string> = new Map([
  ['multipart/form-data', "Read it in __before: await this.upload(multer().single('file'))."],
]);

/** Method → the field that names the types of its body in an answer 415, and its value; `Accept` and JSON for all others. */
const ACCEPTED: Readonly<Record<string, readonly [field: string, types: string]>> = {
  PATCH: ['Accept-Patch', 'application/merge-patch+json, application/json'],
  QUERY: ['Accept-Query', QUERY_TYPES],
};
