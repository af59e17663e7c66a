import type { Request } from 'express';
import { readPath } from '../match/read-path.ts';

/**
 * The address of this request without query and trailing slash, mount path included: `/api/post`.
 *
 * Characters that no address has, though parsers of HTTP let them through, are encoded: a `>` would end it in `Link` (RFC 3986 section 2).
 */
export function pathOf({ baseUrl, url }: Request): string {
  // A leading double slash would make the path an authority when a client resolves it (RFC 3986 section 4.2).
  const path = (baseUrl + readPath(url)).replace(/^\/+/, '/').replace(/["<>\\^`{|}]/g, encodeURIComponent);
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end--;
  return path.slice(0, end);
}

/** The address of a record of the collection that was asked. */
export function locationOf(req: Request, id: unknown): string {
  return `${pathOf(req).replace(/\/$/, '')}/${encodeURIComponent(String(id))}`;
}
