import type { OutgoingHttpHeader, ServerResponse } from 'node:http';

/** `Cache-Control` of an answer that is for one user: no shared cache may keep it, and a browser asks before it shows it again (RFC 9111 section 5.2.2). */
export const PERSONAL = 'private, no-cache';

/** Remember what the application has said about caching before the router runs. */
export function rememberCaching(res: ServerResponse): void {
  if (res.hasHeader('Cache-Control') || res.hasHeader('Expires')) EARLIER.set(res, readCaching(res));
}

/** Whether neither the class nor the action has said how the answer is cached, and shared caches could keep it. */
export function isShared(res: ServerResponse): boolean {
  const said = res.getHeader('Cache-Control');
  const earlier = EARLIER.get(res)?.get('Cache-Control');
  return said === undefined || (said === earlier && !PRIVATE.test(String(said)));
}

/** Keep an answer out of shared caches, unless the class or the action has said how it is cached. */
export function keepPersonal(res: ServerResponse): void {
  if (!res.headersSent && isShared(res)) res.setHeader('Cache-Control', PERSONAL);
}

/** Keep an error out of shared caches, whatever was said about the answer. */
export function keepErrorPersonal(res: ServerResponse): void {
  if (!res.headersSent && !NO_STORE.test(String(res.getHeader('Cache-Control')))) {
    res.setHeader('Cache-Control', PERSONAL);
  }
}

/** The caching fields of an error: a `no-store` or `private, no-cache` that is set stays; otherwise, those that were set before the router ran. */
export function cachingOfError(res: ServerResponse): Caching {
  const said = readCaching(res);
  const earlier = EARLIER.get(res) ?? new Map();
  const control = String(said.get('Cache-Control'));
  const isStricter = control === PERSONAL && !PRIVATE.test(String(earlier.get('Cache-Control')));
  return isStricter || NO_STORE.test(control) ? said : earlier;
}

// --- internal ---

type Caching = ReadonlyMap<string, OutgoingHttpHeader>;

const EARLIER = new WeakMap<ServerResponse, Caching>();

const NO_STORE = /\bno-store\b/i;
const PRIVATE = /\b(?:no-store|private)\b/i;

function readCaching(res: ServerResponse): Caching {
  const fields = ['Cache-Control', 'Expires'].map((name) => [name, res.getHeader(name)] as const);
  return new Map(fields.filter((field): field is [string, OutgoingHttpHeader] => field[1] !== undefined));
}
