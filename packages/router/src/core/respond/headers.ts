import type { ServerResponse } from 'node:http';
import http from 'node:http';
import { cachingOfError } from './caching.ts';

/**
 * Copy header fields; of those that differ in case alone, the last counts. One that cannot be sent has to fail here, while the request can still get
 * an error.
 */
export function copyHeaders(given: Readonly<Record<string, string>>): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name of Object.keys(given)) {
    const value = given[name] as string;
    http.validateHeaderName(name);
    http.validateHeaderValue(name, value);
    replaceHeader(headers, name, value);
  }
  return headers;
}

/** Read a header field; its name is case-insensitive. */
export function findHeader(headers: Readonly<Record<string, string>>, name: string): string | undefined {
  for (const other of Object.keys(headers)) {
    if (other.length === name.length && other.toLowerCase() === name.toLowerCase()) return headers[other];
  }
  return undefined;
}

/** Set a header field unless it is set; its name is case-insensitive. */
export function setDefault(headers: Record<string, string>, name: string, value: string): void {
  if (findHeader(headers, name) === undefined) headers[name] = value;
}

/** Replace a header field; its name is case-insensitive. */
export function replaceHeader(headers: Record<string, string>, name: string, value: string): void {
  for (const other of Object.keys(headers)) {
    if (other.length === name.length && other.toLowerCase() === name.toLowerCase()) delete headers[other];
  }
  headers[name] = value;
}

/** Set header fields of an answer; links are added to those that others have set (RFC 8288 section 3). */
export function putHeaders(
  res: ServerResponse,
  fields: Iterable<readonly [name: string, value: string | string[]]>,
): void {
  for (const [name, value] of fields) {
    const known = isLink(name) ? res.getHeader('Link') : undefined;
    res.setHeader(name, known === undefined ? value : [known, value].flat().join(', '));
  }
}

/** Whether a header field is `Link`, case-insensitively. */
export function isLink(name: string): boolean {
  return name.length === 4 && name.toLowerCase() === 'link';
}

/** Whether a `Content-Type` is of JSON: `application/json`, `application/problem+json`. */
export function isJsonType(type: unknown): boolean {
  return /^\s*[^\s;]+[/+]json\s*(?:;|$)/i.test(String(type));
}

/**
 * Add to the field `Vary` what an answer depends on; what others (CORS) have said that it depends on, it still does (RFC 9110 section 12.5.5).
 *
 * @param fields - `Accept` or `Accept, Accept-Language`
 */
export function addVary(res: ServerResponse, fields: string): void {
  const before = res.getHeader('Vary');
  if (before === undefined && isOneName(fields)) {
    res.setHeader('Vary', fields);
    return;
  }
  const named = splitList([before ?? ''].flat().join());
  const lower = new Set(named.map((name) => name.toLowerCase()));
  const all = [...named, ...splitList(fields).filter((name) => !lower.has(name.toLowerCase()))];
  res.setHeader('Vary', all.includes('*') ? '*' : all.join(', '));
}

/** Remove the header fields that describe, encode or cache another response. */
export function removeStale(res: ServerResponse): void {
  const kept = cachingOfError(res);
  for (const name of res.getHeaderNames()) if (STALE.has(name)) res.removeHeader(name);
  for (const [name, value] of kept) res.setHeader(name, value);
}

/** Marks an answer that is kept from an earlier request. */
export const REPLAYED = 'Idempotent-Replayed';

// --- internal ---

/** In lower case, like `getHeaderNames()`. */
const STALE: ReadonlySet<string> = new Set([
  ...['etag', 'last-modified', 'cache-control', 'expires', 'location', 'trailer', 'transfer-encoding', 'x-total-count'],
  ...['disposition', 'encoding', 'language', 'location'].map((name) => `content-${name}`),
]);

function isOneName(field: string): boolean {
  return /^[\w-]+$/.test(field);
}

function splitList(field: string): string[] {
  const names = field.split(',').map((name) => name.trim());
  return names.filter((name) => name !== '');
}
