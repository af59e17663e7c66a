/**
 * Write a `Content-Disposition` (RFC 6266), with a name that is not ASCII also in UTF-8 (RFC 8187).
 *
 * @param name - only its last part is used, as clients must (RFC 6266 section 4.3): `a/b.txt` is `b.txt`
 */
export function toDisposition(name: string, isInline: boolean): string {
  const type = isInline ? 'inline' : 'attachment';
  const last = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  // Clients decode percent signs in the first form, in different ways.
  const ascii = last.replace(/[^\x20-\x7e]|["%]/g, '_');
  const plain = `${type}; filename="${ascii}"`;
  return ascii === last ? plain : `${plain}; filename*=UTF-8''${encode(last)}`;
}

// --- internal ---

/** Percent-encode everything but the characters of RFC 8187, `attr-char`. A lone surrogate becomes U+FFFD. */
function encode(name: string): string {
  const whole = Buffer.from(name).toString();
  return encodeURIComponent(whole).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
