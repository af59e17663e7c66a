import type { Request } from 'express';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS', 'QUERY', 'TRACE']);

/** Whether a request changes nothing (RFC 9110, section 9.2.1; RFC 10008). */
export function isSafe(req: Request): boolean {
  return SAFE.has(req.method);
}

/**
 * Whether a page that may do so sends a request: browsers say which one it is, and pages cannot change that.
 *
 * @param origins - the other origins whose pages may
 * @returns `undefined` where the request does not say it, as no browser does
 */
export function isFromOwnPage(req: Request, origins: ReadonlySet<string>): boolean | undefined {
  const site = req.headers['sec-fetch-site'];
  if (site === 'same-origin') return true;
  const { origin } = req.headers;
  if (origin === undefined) return site === undefined ? undefined : false;
  return origins.has(origin) || (site === undefined && origin === `${req.protocol}://${req.headers.host}`);
}
