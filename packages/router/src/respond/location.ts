import { type AddressedRequest, readOriginalPath, readPath } from '../match/read-target.ts';

/** The path of a request for a problem document: a reference to this host. */
export function instanceOf(req: AddressedRequest): string {
  return toReference(readOriginalPath(req) ?? '/');
}

/**
 * The address of this request without query and trailing slash, mount path included: `/api/post`.
 *
 * Characters that no address has, though parsers of HTTP let them through, are encoded: a `>` would end it in `Link` (RFC 3986 section 2).
 */
export function pathOf(req: AddressedRequest): string {
  const path = toReference((req.baseUrl ?? '') + (readPath(req) ?? '/'));
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
