/**
 * Write a key as one segment of a path: the values of a composite key have commas between them. A text that a path cannot carry is `~` and base64url,
 * bytes are base64url.
 *
 * @see docs/keys.md
 */
export function writeKey(id: unknown): string {
  return Array.isArray(id) ? id.map(writeValue).join(',') : writeValue(id);
}

// --- internal ---

const UNCARRIABLE = /^$|^\.{1,2}$|^~|[/\p{Cc}\u2028\u2029]/u;

function writeValue(value: unknown): string {
  if (value instanceof Uint8Array) return toBase64Url(String.fromCharCode(...value)) || '~';
  const text = String(value);
  const encoded = encodeURIComponent(text);
  if (!UNCARRIABLE.test(text)) return encoded;
  const bytes = encoded.replace(/%(..)/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return `~${toBase64Url(bytes)}`;
}

/** @param bytes - each as one character */
function toBase64Url(bytes: string): string {
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
