import type { Answer } from './send.ts';

/** What is remembered of a record that was read. */
export interface ReadRecord {
  readonly path: string;
  readonly tag: string | null;
}

const READ = new WeakMap<object, ReadRecord>();

export function recall(record: object): ReadRecord | undefined {
  return READ.get(record);
}

/** Remember the entity tag of an answer with its record. Returns the record. */
export function remember({ body, headers }: Answer, path: string): unknown {
  if (typeof body === 'object' && body !== null) READ.set(body, { path, tag: headers.get('etag') });
  return body;
}
