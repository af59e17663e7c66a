import { createHash } from 'node:crypto';
import { validateHeaderName, validateHeaderValue } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import type { RequestContext } from '../controller/types.ts';
import type { ActionPlan, ResourcePlan } from '../dispatch/types.ts';
import { requestError } from '../errors.ts';
import type { ResolvedOptions } from '../options.ts';
import { locationOf } from './location.ts';
import { toJson } from './to-json.ts';
import type { ReadyAnswer } from './types.ts';

/**
 * Make an answer of what an action returned, or gave to `success`: 200 with data, 201 for POST (with the `Location` that
 * the data's `id` gives), 204 without data.
 *
 * @throws {HttpError} 500 `E_NO_ANSWER` when a GET or QUERY returns nothing; whatever `JSON.stringify` and `envelope` throw
 */
export function toAnswer(
  value: unknown,
  context: RequestContext,
  plan: ActionPlan,
  { envelope }: ResolvedOptions,
): ReadyAnswer {
  const { controller, req, answer } = context;
  const { data, status, headers } = answer ?? { data: value, status: undefined, headers: {} };
  const ready = checkHeaders(headers);
  if (data === undefined) {
    if (!answer && (plan.method === 'GET' || plan.method === 'QUERY')) {
      throw requestError('E_NO_ANSWER', undefined, {
        hint: `Return the data from ${plan.action} of the controller "${controller}".`,
      });
    }
    return { status: status ?? 204, headers: ready, body: undefined };
  }
  const given = status ?? (plan.action === 'postAction' ? 201 : 200);
  if (given === 201 && status === undefined && !ready.has('Location') && hasId(data)) {
    ready.set('Location', locationOf(req, data.id));
  }
  const binary = data instanceof Readable || data instanceof Uint8Array;
  if (!ready.has('Content-Type'))
    ready.set('Content-Type', binary ? 'application/octet-stream' : 'application/json; charset=utf-8');
  if (binary) return { status: given, headers: ready, body: data };
  const shaped = envelope ? envelope(data, { status: given, controller, action: plan.action, req }) : data;
  return { status: given, headers: ready, body: Buffer.from(toJson(shaped)) };
}

/** Send an answer; a GET gets an `ETag` and, where the client has it already, 304 (RFC 9110 section 13). */
export async function sendAnswer({ status, headers, body }: ReadyAnswer, req: Request, res: Response): Promise<void> {
  res.statusCode = status;
  // A media type that the action has set on `res` itself stays.
  for (const [name, value] of headers) if (name !== 'Content-Type' || !res.hasHeader(name)) res.setHeader(name, value);
  if (body instanceof Readable) {
    await pipeline(body, res);
    return;
  }
  if (body === undefined) {
    res.end();
    return;
  }
  if (status === 200 && (req.method === 'GET' || req.method === 'HEAD')) {
    if (!res.hasHeader('ETag')) res.setHeader('ETag', `"${createHash('sha1').update(body).digest('base64url')}"`);
    if (isKnown(req.headers['if-none-match'], String(res.getHeader('ETag')))) {
      res.statusCode = 304;
      res.removeHeader('Content-Type');
      res.end();
      return;
    }
  }
  res.setHeader('Content-Length', body.byteLength);
  res.end(body);
}

/** Answer OPTIONS: what this path has (RFC 9110 section 9.3.7). */
export function sendAllow(res: Response, { allow, acceptPatch }: ResourcePlan): void {
  res.statusCode = 204;
  res.setHeader('Allow', allow);
  if (acceptPatch !== undefined) res.setHeader('Accept-Patch', acceptPatch);
  res.end();
}

// --- internal ---

/** A header field that cannot be sent has to fail here, while the request can still get an error. */
function checkHeaders(headers: Readonly<Record<string, string>>): Map<string, string> {
  const checked = new Map<string, string>();
  for (const [name, value] of Object.entries(headers)) {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    checked.set(name.toLowerCase() === 'content-type' ? 'Content-Type' : name, value);
  }
  return checked;
}

function hasId(data: unknown): data is { id: string | number | bigint } {
  if (typeof data !== 'object' || data === null || !Object.hasOwn(data, 'id')) return false;
  return ['string', 'number', 'bigint'].includes(typeof (data as { id: unknown }).id);
}

/** Weak comparison, as `If-None-Match` asks for (RFC 9110 section 13.1.2). */
function isKnown(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  return header.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === tag.replace(/^W\//, ''));
}
