import { requestError } from '../errors.ts';

/**
 * Percent-decode a capture, exactly once (RFC 3986 section 2.4).
 *
 * @param raw - as it is in the path
 * @param maxSegment - longest segment in characters, after decoding
 * @throws {HttpError} `E_BAD_ESCAPE` for a bad escape; `E_BAD_PATH` for a control character, a line break, an encoded slash, an empty or a dot segment;
 *   `E_PATH_TOO_LONG`
 */
export function decodeCapture(raw: string, maxSegment: number): string {
  const value = raw.includes('%') ? decodeEscapes(raw) : raw;
  // Ids end up in header fields, logs and the names of files.
  if (CONTROL.test(value))
    throw requestError('E_BAD_PATH', 'A control character or line break is not accepted in the path.');
  if (!value.includes('/')) return checkSegment(value, maxSegment);
  for (const segment of value.split('/')) {
    // `/files//etc/passwd` would make the rest of a path an absolute one.
    if (segment === '') throw requestError('E_BAD_PATH', 'An empty segment is not accepted in the path.');
    checkSegment(segment, maxSegment);
  }
  return value;
}

/**
 * Give back a segment that has no escapes and no slash.
 *
 * @throws {HttpError} `E_BAD_PATH` for a dot segment, `E_PATH_TOO_LONG`
 */
export function checkSegment(value: string, maxSegment: number): string {
  if (value.length <= 2 && (value === '.' || value === '..')) {
    throw requestError('E_BAD_PATH', 'A dot segment is not accepted in the path.');
  }
  if (value.length > maxSegment) {
    throw requestError('E_PATH_TOO_LONG', `A path segment has ${value.length} characters; ${maxSegment} are allowed.`);
  }
  return value;
}

// --- internal ---

/** Control characters, and the line and paragraph separators of Unicode. */
const CONTROL = /[\p{Cc}\u2028\u2029]/u;

function decodeEscapes(raw: string): string {
  let value: string;
  try {
    value = decodeURIComponent(raw);
  } catch {
    throw requestError('E_BAD_ESCAPE', 'The path holds an invalid percent escape.');
  }
  // An encoded slash would make one segment look like two to code that reads the value later.
  if (/%2f/i.test(raw)) throw requestError('E_BAD_PATH', 'An encoded slash is not accepted in the path.');
  return value;
}
