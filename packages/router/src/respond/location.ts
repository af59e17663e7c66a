import type { IncomingMessage } from 'node:http';
import { readPath } from '../match/read-path.ts';

/** A request of Express, or one of Node itself: without a mount path. */
export type AddressedRequest = Pick<IncomingMessage, 'url'> & {
  readonly baseUrl?: string | undefined;
  readonly originalUrl?: string | undefined;
};

/** Path and query of a request as the client has sent them, mount path included. */
export function targetOf({ originalUrl, url }: AddressedRequest): string {
  return originalUrl ?? url ?? '/';
}

/**
 * The path of a request as a problem document tells it, a reference to this host: without the origin that a target in absolute form names, which may
 * hold a password, and without query and fragment.
 */
export function instanceOf(req: AddressedRequest): string {
  return toReference(readPath(targetOf(req)));
}

/**
 * The address of this request without query and trailing slash, mount path included: `/api/post`.
 *
 * Characters that no address has, though parsers of HTTP let them through, are encoded: a `>` would end it in `Link` (RFC 3986 section 2).
 */
export function pathOf({ baseUrl = '', url = '/' }: AddressedRequest): string {
  const path = toReference(baseUrl + readPath(url));
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end--;
  return path.slice(0, end);
}

/** The address of a record of the collection that was asked. */
export function locationOf(req: AddressedRequest, id: unknown): string {
  const path = pathOf(req);
  // As UTF-8 writes it: half of a surrogate pair, which JSON can hold, has no escape.
  const text = typeof id === 'string' ? Buffer.from(id).toString() : String(id);
  return `${path === '/' ? '' : path}/${encodeURIComponent(text)}`;
}

// --- internal ---

function toReference(path: string): string {
  return PLAIN.test(path) ? path : path.replace(/^\/+/, '/').replace(/["<>\\^`{|}]/g, encodeURIComponent);
}

/** A leading double slash would make the path an authority when a client resolves it (RFC 3986 section 4.2). */
const PLAIN = /^\/(?!\/)[^"<>\\^`{|}]*$/;
