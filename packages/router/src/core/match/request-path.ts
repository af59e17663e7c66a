import type { IncomingMessage } from 'node:http';
import { parseurl } from '../commonjs.ts';

/** A request of Express, or one of Node itself: without a mount path. */
export type AddressedRequest = Pick<IncomingMessage, 'url'> & {
  readonly baseUrl?: string | undefined;
  readonly originalUrl?: string | undefined;
};

/*
 * The parser of Express, which keeps its result with the request. Another parser would disagree with it on some targets, such as
 * `http://h;x/post/1`: a rule would take what a guard, `app.use('/post', …)`, has not seen.
 */

/**
 * Read the path of a request below the mount path, still percent-encoded: `/post/12`.
 *
 * @returns `undefined` when Express finds no path and calls no middleware, and when it drops a slash below the mount path
 */
export function requestPath(req: AddressedRequest): string | undefined {
  const path = parse(parseurl, req)?.pathname ?? undefined;
  return path === undefined || hasLostSlash(req, path) ? undefined : path;
}

/** Read the query of a request, still percent-encoded, without the question mark. */
export function requestSearch(req: AddressedRequest): string {
  return (parse(parseurl, req)?.query as string | null | undefined) ?? '';
}

/** Read the path that the client has sent, mount path included. */
export function originalPath(req: AddressedRequest): string | undefined {
  return parse(parseurl.original, req)?.pathname ?? undefined;
}

/** Path and query as the client has sent them, mount path included: without the origin of an absolute target, which may hold a password. */
export function originalTarget(req: AddressedRequest): string {
  return parse(parseurl.original, req)?.path ?? '';
}

// --- internal ---

/** Below a mount at `/api`, Express 4 makes `/post` of `/api//post`, which a guard on `/api/post` does not see. */
function hasLostSlash(req: AddressedRequest, path: string): boolean {
  const { baseUrl = '', originalUrl } = req;
  if (baseUrl === '' || originalUrl === undefined) return false;
  const seen = baseUrl + path;
  const sent = originalPath(req);
  return sent !== undefined && sent !== seen && sent.replace(/\/+/g, '/') === seen.replace(/\/+/g, '/');
}

function parse(parser: typeof parseurl.original, req: AddressedRequest): ReturnType<typeof parseurl> {
  try {
    return parser(req as IncomingMessage);
  } catch {
    return undefined;
  }
}
