import { Buffer } from 'node:buffer';
import { type Description, type Id, type KeyValue, keyValues } from '@rest-gen/model/core';
import type { Project } from '../core/contracts/project.ts';

/**
 * Write a key as one segment of a path. The values of a composite key have commas between them, and a comma in a value is encoded.
 *
 * A text that a path cannot carry is `~` and base64url, bytes are base64url.
 *
 * @see docs/keys.md
 */
export function writeKey(id: Id): string {
  return keyValues(id).map(writeValue).join(',');
}

/** The columns whose values name a record in the URLs of a class. */
export function urlKey(
  { key }: { readonly key?: string | undefined },
  { primaryKey }: Pick<Description, 'primaryKey'>,
): readonly string[] {
  return key === undefined ? primaryKey : [key];
}

/** The name of the id of each controller in rules, besides `id`: its `static key`. */
export function idNames({ controllers }: Pick<Project, 'controllers'>): (controller: string) => string | undefined {
  return (name) => {
    const { key } = (controllers.get(name)?.Class ?? {}) as { readonly key?: unknown };
    return typeof key === 'string' ? key : undefined;
  };
}

/** Whether the segment of a key may be another key than its text. */
export function isCoded(text: string): boolean {
  return text.startsWith('~') || text.includes(',');
}

/**
 * Parse the segment of a path that names a record: the inverse of {@link writeKey}. A composite key is split before it is decoded, a single key never is.
 *
 * There is one spelling of each key, so that a guard on a path cannot be passed by another one.
 *
 * @param segment - as received, still percent-encoded
 * @param columns - the columns of the key
 * @returns `undefined` for what is no key of these columns
 */
export function parseKey(
  segment: string,
  columns: readonly string[],
  { columns: types }: Pick<Description, 'columns'>,
): Id | undefined {
  const parts = columns.length > 1 ? segment.split(',') : [segment];
  if (parts.length !== columns.length) return undefined;
  const values = parts.map((part, at) => parseValue(part, types.get(columns[at] ?? '')?.type));
  if (values.includes(undefined)) return undefined;
  return (values.length === 1 ? values[0] : values) as Id;
}

// --- internal ---

/** What the router refuses in a path, and what begins like `~` and base64url. */
const UNCARRIABLE = /^$|^\.{1,2}$|^~|[/\p{Cc}\u2028\u2029]/u;

const BASE64URL = /^[\w-]*$/;

function writeValue(value: KeyValue): string {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64url') || '~';
  // A lone surrogate, which JSON can hold, cannot be percent-encoded.
  const text = typeof value === 'string' ? Buffer.from(value).toString() : String(value);
  return UNCARRIABLE.test(text) ? `~${Buffer.from(text).toString('base64url')}` : encodeURIComponent(text);
}

/** @param type - only text and bytes are coded: no other value needs it, and code that reads an id must not get a slash in it */
function parseValue(part: string, type: string | undefined): string | undefined {
  if (part === '') return undefined;
  const text = decodeURIComponent(part);
  if (!text.startsWith('~') || (type !== 'string' && type !== 'binary')) return text;
  if (!BASE64URL.test(text.slice(1))) return undefined;
  const bytes = Buffer.from(text.slice(1), 'base64url');
  const value = bytes.toString();
  const isText = bytes.equals(Buffer.from(value)) && UNCARRIABLE.test(value);
  return isText ? value : undefined;
}
