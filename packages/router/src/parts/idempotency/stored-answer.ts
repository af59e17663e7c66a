import { isUtf8 } from 'node:buffer';
import type { OutgoingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import type { Response } from 'express';
import type { ReadyAnswer } from '../../core/contracts/answer.ts';
import { type HttpError, requestError } from '../../core/errors.ts';
import { isLink, REPLAYED } from '../../core/respond/headers.ts';
import type { HeaderValue, StoredAnswer } from './types.ts';

/** Replaces an answer that the action wrote to `res`. */
export const UNREPEATABLE: StoredAnswer = { status: 0, headers: {}, body: null };

/**
 * Convert an answer to its stored form, including the header fields that the action has set on `res`.
 *
 * @param before - the header fields of `res` before the action; those are set for every answer anew
 * @throws {HttpError} 500 when it cannot be stored: a stream, not text, or longer than 10 MB
 */
export function storeAnswer(answer: ReadyAnswer, res: Response, before: OutgoingHttpHeaders): StoredAnswer {
  const given = new Map<string, readonly [name: string, value: HeaderValue]>();
  for (const [name, value] of Object.entries(answer.headers)) given.set(name.toLowerCase(), [name, value]);
  for (const [name, value] of Object.entries(res.getHeaders())) {
    if (value === undefined) continue;
    const answered = given.get(name);
    // In the order of sending: links of both, the media type of `res` before that of the answer, other fields after.
    if (answered !== undefined && isLink(name)) given.set(name, [name, [value, answered[1]].flat().join(', ')]);
    else if ((answered === undefined || name === 'content-type') && String(value) !== String(before[name]))
      given.set(name, [name, value]);
  }
  const headers = Object.fromEntries(given.values());
  return { status: answer.status, headers, body: toText(answer.body) };
}

/**
 * Send a stored answer again, marked with `Idempotent-Replayed: true`.
 *
 * @throws {HttpError} 500 when the action wrote its answer to `res`
 */
export function replay({ status, headers, body }: StoredAnswer, res: Response): ReadyAnswer {
  if (status === UNREPEATABLE.status) throw notReturned();
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  res.setHeader(REPLAYED, 'true');
  return { status, headers: {}, body: body ?? undefined };
}

/** An answer of which only the status and what belongs to no body is left. */
export function withoutBody({ status, headers }: StoredAnswer): StoredAnswer {
  const kept = Object.entries(headers).filter(([name]) => !OF_BODY.test(name));
  return { status, headers: Object.fromEntries(kept), body: null };
}

/** Restore the header fields of `res`. */
export function resetHeaders(res: Response, before: OutgoingHttpHeaders): void {
  for (const name of res.getHeaderNames()) if (!(name in before)) res.removeHeader(name);
  for (const [name, value] of Object.entries(before)) if (value !== undefined) res.setHeader(name, value);
}

/** The action has written to `res`, where an answer with a key cannot be kept. */
export function notReturned(): HttpError {
  return refuse('was written to res by the action; return it, or give it to this.success(…)');
}

// --- internal ---

const OF_BODY = /^(?:content-.*|etag|last-modified)$/i;

/** As large as a page may be; `t.text` of a migration takes it on every store. */
const LONGEST_BODY = 10_000_000;

function toText(body: ReadyAnswer['body']): string | null {
  if (body === undefined) return null;
  if (body instanceof Readable) throw refuse('is a stream');
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  if (bytes.byteLength > LONGEST_BODY) throw refuse('is longer than 10 MB');
  if (!isUtf8(bytes) || bytes.includes(0)) throw refuse('is no text');
  return typeof body === 'string' ? body : Buffer.from(body).toString();
}

function refuse(reason: string): HttpError {
  return requestError('E_INTERNAL', undefined, {
    hint: `An answer to a request with Idempotency-Key is kept to be repeated, and this one cannot be kept: it ${reason}.`,
  });
}
