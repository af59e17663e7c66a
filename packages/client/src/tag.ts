import { isObject } from './is-object.ts';

/** What a record says of itself. */
export interface Tagged {
  /** The last segment of its path, encoded. */
  readonly segment: string;
  readonly tag: string;
}

/**
 * The entity tag of a record: `"abc"`, for the option `ifMatch` of a write; `undefined` for a record of a list.
 *
 * @see docs/client.md
 */
export function tagOf(record: object): string | undefined {
  return recall(record)?.tag;
}

/** Read what {@link keepTag} has written. */
export function recall(record: object): Tagged | undefined {
  const kept = (record as Readonly<Record<string, unknown>>)[MEMBER];
  if (typeof kept !== 'string') return undefined;
  const space = kept.indexOf(' ');
  return { segment: kept.slice(0, space), tag: kept.slice(space + 1) };
}

/**
 * Keep the entity tag of an answer in its record: as a member, since proxies and copies of every kind have it too, those in JSON and those that a
 * framework hands from server to browser.
 *
 * @returns the record
 */
export function keepTag(
  { body, headers }: { readonly body: unknown; readonly headers: Headers },
  path: string,
): unknown {
  const tag = headers.get('etag');
  if (tag && isObject(body)) body[MEMBER] = `${path.slice(path.lastIndexOf('/') + 1)} ${tag}`;
  return body;
}

/** A body as the service takes it. */
export function withoutTag(body: unknown): unknown {
  if (!isObject(body) || !(MEMBER in body)) return body;
  const { [MEMBER]: _, ...values } = body;
  return values;
}

// --- internal ---

/** No column has this name. */
const MEMBER = '@etag';
