import { requestError } from '../errors.ts';

/**
 * Percent-decode a capture, exactly once (RFC 3986 section 2.4).
 *
 * @param raw - as it stands in the path
 * @param maxSegment - longest segment in characters, after decoding
 * @throws {HttpError} `E_BAD_ESCAPE` for a bad escape; `E_BAD_PATH` for a NUL, an encoded slash, an empty or a dot segment; `E_PATH_TOO_LONG`
 */
export function decodeCapture(raw: string, maxSegment: number): string {
  const value = raw.includes('%') ? decodeEscapes(raw) : raw;
  for (const segment of value.split('/')) {
    // `/files//etc/passwd` would make the rest of a path an absolute one.
    if (segment === '' && value !== '')
      throw requestError('E_BAD_PATH', 'An empty segment is not accepted in the path.');
    if (segment === '.' || segment === '..')
      throw requestError('E_BAD_PATH', 'A dot segment is not accepted in the path.');
    if (segment.length > maxSegment) {
      throw requestError(
        'E_PATH_TOO_LONG',
        `A path segment has ${segment.length} characters; ${maxSegment} are allowed.`,
      );
    }
  }
  return value;
}

// --- internal ---

function decodeEscapes(raw: string): string {
  let value: string;
  try {
    value = decodeURIComponent(raw);
  } catch {
    throw requestError('E_BAD_ESCAPE', 'The path holds an invalid percent escape.');
  }
  if (value.includes('\0')) throw requestError('E_BAD_PATH', 'A NUL is not accepted in the path.');
  // An encoded slash would make one segment look like two to whatever reads the value later.
  if (/%2f/i.test(raw)) throw requestError('E_BAD_PATH', 'An encoded slash is not accepted in the path.');
  return value;
}
