import { validateHeaderName, validateHeaderValue } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import type { RequestContext } from '../controller/types.ts';
import type { ActionPlan, ResourcePlan } from '../dispatch/types.ts';
import { requestError } from '../errors.ts';
import type { ResolvedOptions } from '../options.ts';
import { conditional } from './conditional.ts';
import { locationOf } from './location.ts';
import { openStream, toStream } from './streams.ts';
import type { ReadyAnswer } from './types.ts';
import { tagOfShown, writeBody } from './write-body.ts';

/**
 * Make an answer of what an action returned, or gave to `success`: 200 with data, 201 for POST (with the `Location` that
 * the data's `id` gives), 204 without data.
 *
 * @throws {HttpError} 500 `E_NO_ANSWER` when a GET or QUERY returns nothing; whatever `JSON.stringify`, `envelope` and a stream that does not open throw
 */
export async function toAnswer(
  value: unknown,
  context: RequestContext,
  plan: ActionPlan,
  { envelope }: ResolvedOptions,
): Promise<ReadyAnswer> {
  const { controller, req, res, answer } = context;
  const { data, status, headers } = answer ?? { data: value, status: undefined, headers: {} };
  const ready = checkHeaders(headers);
  if (data === undefined) {
    if (!answer && (plan.method === 'GET' || plan.method === 'QUERY')) {
      throw requestError('E_NO_ANSWER', undefined, {
        hint: `Return the data from ${plan.action} of the controller "${controller}", and wait there for what writes to res.`,
      });
    }
    return { status: status ?? 204, headers: ready, body: undefined };
  }
  const given = status ?? (plan.action === 'postAction' ? 201 : 200);
  // A status that has no body (RFC 9110 section 6.4.1).
  if (BODILESS.has(given)) return { status: given, headers: ready, body: undefined };
  if (given === 201 && status === undefined && hasId(data) && !res.hasHeader('Location')) {
    setDefault(ready, 'Location', locationOf(req, data.id));
  }
  const stream = toStream(data);
  const binary = stream !== undefined || data instanceof Uint8Array;
  setDefault(ready, 'Content-Type', binary ? 'application/octet-stream' : 'application/json; charset=utf-8');
  if (stream) await openStream(stream, context.signal);
  if (binary) return conditional({ status: given, headers: ready, body: stream ?? (data as Uint8Array) }, req, res);
  if (answer?.tagged) setDefault(ready, 'ETag', await tagOfShown(data, context));
  const about = { status: given, controller, action: plan.action, req };
  return conditional({ status: given, headers: ready, body: await writeBody(data, about, envelope) }, req, res);
}

/** Send an answer. */
export async function sendAnswer({ status, headers, body }: ReadyAnswer, res: Response): Promise<void> {
  res.statusCode = status;
  // A media type that the action has set on `res` itself stays.
  for (const [name, value] of headers) if (name !== 'Content-Type' || !res.hasHeader(name)) res.setHeader(name, value);
  if (body instanceof Readable) {
    await pipeline(body, res);
    return;
  }
  if (body === undefined) {
    if (status === 304) res.removeHeader('Content-Type');
    res.end();
    return;
  }
  res.setHeader('Content-Length', body.byteLength);
  res.end(body);
}

/** Answer OPTIONS: what this path has (RFC 9110 section 9.3.7). */
export function sendAllow(res: Response, { allow, acceptPatch, acceptQuery }: ResourcePlan): void {
  res.statusCode = 204;
  res.setHeader('Allow', allow);
  if (acceptPatch !== undefined) res.setHeader('Accept-Patch', acceptPatch);
  if (acceptQuery !== undefined) res.setHeader('Accept-Query', acceptQuery);
  res.end();
}

// --- internal ---

const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

/** A header field that cannot be sent has to fail here, while the request can still get an error. */
function checkHeaders(headers: Readonly<Record<string, string>>): Map<string, string> {
  for (const [name, value] of Object.entries(headers)) {
    validateHeaderName(name);
    validateHeaderValue(name, value);
  }
  return new Map(Object.entries(headers));
}

/** Set a header field that is not there in any case of its letters. */
function setDefault(headers: Map<string, string>, name: string, value: string): void {
  if (![...headers.keys()].some((other) => other.toLowerCase() === name.toLowerCase())) headers.set(name, value);
}

function hasId(data: unknown): data is { id: string | number | bigint } {
  if (typeof data !== 'object' || data === null || !Object.hasOwn(data, 'id')) return false;
  return ['string', 'number', 'bigint'].includes(typeof (data as { id: unknown }).id);
}
