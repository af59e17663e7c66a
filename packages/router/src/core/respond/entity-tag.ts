import { hash } from 'node:crypto';

/** An entity tag (RFC 9110 section 8.8.3): `W/"a"` is `{ weak: true, opaque: '"a"' }`. */
export interface EntityTag {
  readonly weak: boolean;
  /** With its quotes. */
  readonly opaque: string;
}

/** The value of `If-Match` and `If-None-Match`: `*`, or a list of tags. */
export type EntityTags = '*' | readonly EntityTag[];

/**
 * The strong tag of bytes: their hash.
 *
 * It guards against lost updates (`If-Match`), so two representations must never share it: 32 bits (CRC-32) are too few, and sums such as FNV can
 * be produced on purpose. SHA-1 in one call takes no longer than FNV of 64 bits over 100 bytes, and a third of it over 4,000.
 */
export function tagOf(bytes: Uint8Array | string): string {
  return `"${hash('sha1', bytes, 'base64url')}"`;
}

/**
 * Read a list of entity tags (RFC 9110 sections 8.8.3, 13.1.1 and 13.1.2); empty elements of the list are ignored (section 5.6.1.2).
 *
 * @example readEntityTags('"a,b", W/"c"') // [{ weak: false, opaque: '"a,b"' }, { weak: true, opaque: '"c"' }]
 * @returns `undefined` when the field is malformed
 */
export function parseEntityTags(field: string): EntityTags | undefined {
  if (trim(field) === '*') return '*';
  const tags: EntityTag[] = [];
  for (let at = skipSpace(field, 0); at < field.length; at = skipSpace(field, at + 1)) {
    if (field[at] === ',') continue;
    const weak = field.startsWith('W/', at);
    const start = weak ? at + 2 : at;
    const end = endOfOpaque(field, start);
    if (end === undefined) return undefined;
    tags.push({ weak, opaque: field.slice(start, end) });
    at = skipSpace(field, end);
    if (at < field.length && field[at] !== ',') return undefined;
  }
  return tags;
}

/** The tag of an answer with included records: that of the record without them, and that of all. `"a"`, `"b"` → `"a.b"` */
export function joinTags(recordTag: string, tag: string): string {
  return `${recordTag.slice(0, -1)}.${tag.slice(1)}`;
}

/** The tag of the record in each tag that {@link joinTags} has made; others stay. */
export function recordTags(tags: EntityTags): EntityTags {
  if (tags === '*') return tags;
  return tags.map(({ weak, opaque }) => ({ weak, opaque: opaque.replace(/\..*/, '"') }));
}

/**
 * Whether one of the tags matches the representation.
 *
 * @param tag - the current one, as `ETag` has it; `undefined` when there is no representation: nothing matches, not even `*`
 * @param comparison - strong: neither of both tags is weak (RFC 9110 section 8.8.3.2)
 */
export function matches(tags: EntityTags, tag: string | undefined, comparison: 'strong' | 'weak'): boolean {
  if (tag === undefined) return false;
  if (tags === '*') return true;
  const weak = tag.startsWith('W/');
  if (weak && comparison === 'strong') return false;
  const opaque = weak ? tag.slice(2) : tag;
  return tags.some((one) => one.opaque === opaque && !(one.weak && comparison === 'strong'));
}

// --- internal ---

/** The index after a quoted tag. It has no escapes: a backslash is an ordinary character. */
function endOfOpaque(field: string, start: number): number | undefined {
  if (field[start] !== '"') return undefined;
  for (let at = start + 1; at < field.length; at++) {
    const code = field.charCodeAt(at);
    if (code === 0x22 /* '"' */) return at + 1;
    if (code < 0x21 || code === 0x7f || code > 0xff) return undefined;
  }
  return undefined;
}

function trim(field: string): string {
  let end = field.length;
  while (end > 0 && isSpace(field[end - 1])) end--;
  return field.slice(Math.min(skipSpace(field, 0), end), end);
}

function skipSpace(field: string, from: number): number {
  let at = from;
  while (isSpace(field[at])) at++;
  return at;
}

function isSpace(character: string | undefined): boolean {
  return character === ' ' || character === '\t';
}
