import type { FieldError } from '@rest-gen/logic';
import { type DataError, isDataError, pointerOf } from '@rest-gen/model/core';
import type { SentRequest as Sent } from '../core/contracts/sent-request.ts';
import { type HttpError, requestError } from '../core/errors.ts';
import { toHttpError } from '../core/respond/to-http-error.ts';

/** Translate an error of a store. @returns `undefined` for another error */
export function translateStoreError(error: unknown, sent: Sent | undefined): HttpError | undefined {
  return isDataError(error) ? mapStoreError(error, sent) : undefined;
}

/** Convert what a write has thrown to the error that is sent. */
export function toSentError(error: unknown, sent: Sent): HttpError {
  return toHttpError(error, (one) => translateStoreError(one, sent));
}

/**
 * Map an error of a store to the error that is sent.
 *
 * It is a 4xx only when the client caused it; all else is a mistake of the code, a 500 that is logged:
 * - names of fields and operators come from the code (lists check those of the client themselves);
 * - a value is the client's when it is in the path (404), the query or a header (400) or the body (422), as sent or as the logic has coerced it;
 * - a field without a value is the client's when the logic lets the body have it;
 * - a DELETE writes no values: what the database refuses are records that refer to the deleted one, whose table and field the user may not know;
 * - a conflict belongs to a write that the client asked for, so not to a read that writes.
 *
 * @param sent - absent where no action was selected
 */
function mapStoreError(error: DataError, sent: Sent | undefined): HttpError {
  const { code, message, field, hint } = error;
  if (sent?.req.method === 'DELETE' && (code === 'foreign_key' || code === 'not_null'))
    return requestError('E_CONFLICT', 'Other records refer to this one.', { cause: error });
  switch (code) {
    case 'conflict':
    case 'foreign_key':
      return sent === undefined || isRead(sent) ? mistake(error) : conflict(error, sent);
    case 'not_null':
      return sent !== undefined && isLeftOut(field, sent) ? refuse('body', error, sent) : mistake(error);
    case 'invalid_value':
    case 'invalid_filter':
    case 'undeclared': {
      const source = sent && findSource(error, sent);
      return source === undefined ? mistake(error) : refuse(source, error, sent as Sent);
    }
    case 'unknown_field':
    case 'no_policy':
      return mistake(error);
    case 'permission_denied':
      return requestError('E_PERMISSION', undefined, { hint: reasonOf(error), cause: error });
    case 'forbidden':
      return requestError('E_POLICY', undefined, { extra: placeOf(error), cause: error });
    case 'unauthorized':
      return requestError('E_UNAUTHORIZED', undefined, { headers: { 'WWW-Authenticate': 'Bearer' }, cause: error });
    case 'no_table':
      return requestError('E_NO_TABLE', undefined, { hint: reasonOf(error), cause: error });
    default:
      return requestError('E_UNAVAILABLE', undefined, {
        headers: { 'Retry-After': '1' },
        hint: hint ?? message,
        cause: error,
      });
  }
}

// --- internal ---

type Source = 'params' | 'query' | 'body' | 'headers';

function isRead({ req: { method } }: Sent): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'QUERY';
}

function mistake(error: DataError): HttpError {
  return requestError('E_INTERNAL', undefined, { hint: reasonOf(error), cause: error });
}

function reasonOf({ message, hint }: DataError): string {
  return hint === undefined ? `${message}.` : `${message}. ${hint}`;
}

/** In a related record, or in a list of them. */
function placeOf(error: DataError): { pointer?: string } {
  const pointer = pointerOf(error);
  return pointer === undefined ? {} : { pointer };
}

function conflict(error: DataError, sent: Sent): HttpError {
  const { code } = error;
  const place = placeOf(error);
  // A table between two others has fields that no client knows. What a DELETE changes are records of other tables.
  const isOwn = place.pointer === undefined && sent.req.method !== 'DELETE';
  const named = isOwn ? ownFields(error, sent).filter((field) => isNamed(field, sent)) : [];
  const names = named.join(', ').replace(/, ([^,]+)$/, ' and $1');
  const detail =
    code === 'foreign_key'
      ? 'The record refers to one that does not exist, or is referred to.'
      : names && `Another record has the same ${names}.`;
  const [first, ...others] = named;
  const extra = first === undefined ? place : others.length === 0 ? { field: first } : { fields: named };
  return requestError('E_CONFLICT', detail || undefined, { extra, cause: error });
}

/** The name of a hidden field is shown only where the logic takes it from the client. */
function isNamed(field: string, { unreadable, logic }: Sent): boolean {
  return !unreadable.has(field) || (logic?.fields('body')?.includes(field) ?? false);
}

/** Of several fields, those that the client has sent: it cannot change what the code has set. An action without a body, such as a restore, has sent none. */
function ownFields({ fields }: DataError, { input }: Sent): readonly string[] {
  if (fields.length < 2 || input?.body === undefined) return fields;
  return fields.filter((field) => membersOf(input.body, field).length > 0);
}

function isLeftOut(field: string | undefined, sent: Sent): boolean {
  if (isRead(sent)) return false;
  // Some stores do not name the field.
  if (field === undefined) return sent.input?.body !== undefined;
  const given = [sent.input?.body].flat().map((record) => membersOf(record, field));
  if (given.every((values) => values.length > 0 && !values.includes(null))) return false;
  return sent.logic?.fields('body')?.includes(field) ?? true;
}

function refuse(source: Source, error: DataError, sent: Sent): HttpError {
  const { code, hint } = error;
  if (source === 'params') return requestError('E_NOT_FOUND', undefined, { cause: error });
  const own = ownFields(error, sent);
  const named = own.filter((field) => isNamed(field, sent));
  const message = own.length === named.length ? error.message : 'A value cannot be used';
  const options = { extra: named.length === 1 ? { field: named[0] } : {}, hint, cause: error };
  if (source === 'headers') return requestError('E_BAD_REQUEST', message, options);
  if (source === 'query' || isRead(sent)) return requestError('E_QUERY', message, options);
  const rule = code === 'not_null' ? 'required' : 'invalid';
  const pointer = pointerOf(error);
  const pointers = pointer !== undefined ? [pointer] : named.length === 0 ? [''] : named.map((field) => `/${field}`);
  const errors = pointers.map((place): FieldError => ({ in: 'body', pointer: place, rule, message }));
  return requestError('E_VALIDATION', message, { ...options, extra: { errors } });
}

/** Find where the client sent the value that the store refuses: first under the name of the field or in a cursor, then anywhere. */
function findSource(error: DataError, sent: Sent): Source | undefined {
  const { code, field, fields, value, cause } = error;
  const sources = sourcesOf(sent);
  if (value !== undefined) {
    const named = sources.find(([, values]) => field !== undefined && membersOf(values, field).some(holds(value)));
    const found = named ?? sources.find(([, values]) => holds(value)(values));
    // A driver tells the value as it was sent to the database.
    if (found !== undefined || cause === undefined || isDataError(cause)) return found?.[0];
  }
  // Our own checks report the invalid value; errors of a driver do not.
  if (code === 'invalid_filter' && cause === undefined) return undefined;
  const names = code === 'invalid_filter' && isRead(sent) ? [...fields, 'after'] : fields;
  if (fields.length > 0)
    return sources.find(([, values]) => names.some((one) => membersOf(values, one).length > 0))?.[0];
  const [hasQuery, hasBody] = [Object.keys(sent.query).length > 0, sent.input?.body !== undefined];
  if (isRead(sent)) return hasQuery || hasBody ? 'query' : undefined;
  return hasBody ? 'body' : undefined;
}

function sourcesOf({ req, params, query, input }: Sent): readonly (readonly [Source, unknown])[] {
  return [
    ['params', [params, input?.params]],
    ['query', [query, input?.query]],
    ['body', [input?.body]],
    ['headers', [req.headers, input?.headers]],
  ];
}

/** The values sent under the name of a field: `{ views: 7 }` and `views[gte]=7`, in a list those of each record. */
function membersOf(values: unknown, field: string): unknown[] {
  if (Array.isArray(values)) return values.flatMap((item) => membersOf(item, field));
  if (typeof values !== 'object' || values === null) return [];
  return Object.entries(values).flatMap(([name, member]) => (name.replace(/\[.*/, '') === field ? [member] : []));
}

/** Whether the sent values include this one. Scalars are compared as text: `Number(this.get('page'))` is still the client's. */
function holds(value: unknown): (sent: unknown) => boolean {
  const text = toText(value);
  return (sent) => {
    const left: unknown[] = [sent];
    while (left.length > 0) {
      const one = left.pop();
      if (one === value || (text !== undefined && isInText(text, one))) return true;
      if (typeof one === 'object' && one !== null && !ArrayBuffer.isView(one)) {
        for (const member of Object.values(one)) left.push(member);
      }
    }
    return false;
  };
}

function toText(value: unknown): string | undefined {
  const isScalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint';
  return isScalar ? String(value) : undefined;
}

/** A list may have been sent as one string with commas. */
function isInText(text: string, sent: unknown): boolean {
  const whole = toText(sent);
  return whole !== undefined && (whole === text || whole.split(',').includes(text));
}
