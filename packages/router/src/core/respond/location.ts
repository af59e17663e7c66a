import { type AddressedRequest, originalPath, requestPath } from '../match/request-path.ts';
import { prefixOf, withoutEndSlashes } from './prefix.ts';

/** The path of a request for the `instance` of a problem document, relative to this host. */
export function instanceOf(req: AddressedRequest): string {
  return toReference(prefixOf(req) + (originalPath(req) ?? '/'));
}

/**
 * The path of this request without query and trailing slash, including the mount path and what a proxy has stripped: `/api/post`.
 *
 * Characters that a URL cannot have, but HTTP parsers accept, are encoded: a `>` would end the URL in `Link` (RFC 3986 section 2).
 */
export function pathOf(req: AddressedRequest): string {
  return withoutEndSlashes(toReference(prefixOf(req) + (req.baseUrl ?? '') + (requestPath(req) ?? '/'))) || '/';
}

/** A path of the router as the client sees it, mount path included. */
export function addressOf(req: AddressedRequest, path: string): string {
  return toReference(prefixOf(req) + (req.baseUrl ?? '') + path);
}

/** The path of a record of the requested collection, by the segment that names it. */
export function locationOf(req: AddressedRequest, segment: string): string {
  const path = pathOf(req);
  return `${path === '/' ? '' : path}/${segment}`;
}

// --- internal ---

function toReference(path: string): string {
  return PLAIN.test(path) ? path : path.replace(/^\/+/, '/').replace(/["<>\\^`{|}]/g, encodeURIComponent);
}

/** A leading double slash would make the path an authority when a client resolves it (RFC 3986 section 4.2). */
const PLAIN = /^\/(?!\/)[^"<>\\^`{|}]*$/;
