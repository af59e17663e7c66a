/**
 * Write a key as one segment of a path: the values of a composite key have commas between them. A text that a path cannot carry is `~` and base64url,
 * bytes are base64url.
 *
 * @see docs/keys.md
 */
export function writeKey(id: unknown): string {
  return (Array.isArray(id) ? id : [id]).map(writeValue).join(',');
}

// --- internal ---

const UNCARRIABLE = /^$|^\.{1,2}$|^~|[/\p{Cc}\u2028\u2029]/u;

function writeValue(value: unknown): string {
  if (value instanceof Uint8Array) return toBase64Url(value) || '~';
  const text = String(value);
  return UNCARRIABLE.test(text) ? `~${toBase64Url(new TextEncoder().encode(text))}` : encodeURIComponent(text);
}

function toBase64Url(bytes: Uint8Array): string {
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
