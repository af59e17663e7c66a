import type { Request } from 'express';
import type { AddressedRequest } from '../match/request-path.ts';

/** What a proxy in front has stripped from the path of this request; empty for nothing. */
export function prefixOf(req: AddressedRequest): string {
  return PREFIXES.get(req) ?? '';
}

/**
 * Find the prefix of a request, for the addresses in its answer.
 *
 * @param prefix - the option of that name: a path without a slash at its end, or the name of a header field, which counts where the application trusts the proxy (`trust proxy`)
 */
export function findPrefix(req: Request, prefix: string | undefined): void {
  if (prefix === undefined) return;
  if (prefix.startsWith('/')) PREFIXES.set(req, prefix);
  else {
    const sent = req.headers[prefix];
    if (typeof sent === 'string' && isPrefix(sent) && isTrusted(req)) PREFIXES.set(req, withoutEndSlashes(sent));
  }
}

/** Whether a text is a path that can stand before others: two slashes at its beginning would name a host. */
export function isPrefix(text: string): boolean {
  return /^\/(?!\/)[\w\-.~!$&'()*+,;=:@%/]*$/.test(text);
}

/** A path without the slashes at its end. */
export function withoutEndSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end--;
  return path.slice(0, end);
}

// --- internal ---

const PREFIXES = new WeakMap<AddressedRequest, string>();

/** A server of Node alone trusts nobody. */
function isTrusted({ app, socket }: Request): boolean {
  const trusts: unknown = app?.get('trust proxy fn');
  return typeof trusts === 'function' && trusts(socket?.remoteAddress, 0) === true;
}
