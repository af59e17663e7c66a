import { createHash } from 'node:crypto';
import type { Exchange } from '../../core/contracts/exchange.ts';
import { collectFiles } from '../../core/dispatch/collect-files.ts';
import { originalTarget } from '../../core/match/request-path.ts';

/** The stored name of a key, different for each controller and client, so that no client gets the answer of another one. 64 characters. */
export function nameKey(controller: string, scope: string, key: string): string {
  return sha256(JSON.stringify([controller, scope, key]));
}

/**
 * Hash a request: the same text for the same method, URL, media type, parsed body and uploads, in any order of the keys of
 * objects. 64 characters.
 *
 * It also says the format of its row: 0, of 1.1.0 and later. The fingerprint of a later format begins with its number, `1:…`, and versions that do not know
 * it neither compare it nor repeat the answer.
 */
export function fingerprint({ req }: Pick<Exchange, 'req'>, body: unknown): string {
  // The boundary of a form differs each time it is sent.
  const type = (req.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase();
  const files = Object.entries(collectFiles(req)).map(([name, uploads]) => [name, [uploads].flat().map(toUpload)]);
  return digest([req.method, originalTarget(req), type, body, files]);
}

/** Hash a value in canonical JSON. 64 characters. */
export function digest(value: unknown): string {
  return sha256(canonical(value));
}

/** Whether a row is in the format of this version. */
export function isKnownFormat(stored: unknown): boolean {
  return typeof stored === 'string' && !/^\d+:/.test(stored);
}

// --- internal ---

function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

/** JSON with sorted keys. The depth of a body has been checked. */
function canonical(value: unknown): string {
  if (value instanceof Uint8Array) return sha256(value);
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  members.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join()}}`;
}

/** The properties that stay the same when a file is sent again; storage names differ. */
function toUpload(upload: unknown): unknown {
  const { originalname, mimetype, size, buffer } = Object(upload);
  return { originalname, mimetype, size, buffer };
}
