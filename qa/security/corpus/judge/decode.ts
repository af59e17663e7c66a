import assert from 'node:assert/strict';
import { isHttpError } from '../../../../packages/router/src/core/errors.ts';
import { decodeCapture } from '../../../../packages/router/src/core/match/match-path.ts';

/**
 * Decode a text as RFC 3986 has it, once and byte by byte, without the functions of the language that do it.
 *
 * @returns `undefined` for a bad escape
 */
export function decodeOnce(raw: string): string | undefined {
  try {
    const decoded = raw.replace(/(?:%[\da-f]{2})+|%/gi, (run) => {
      if (run.length < 3) throw new RangeError('a bad escape');
      return UTF8.decode(Buffer.from(run.replaceAll('%', ''), 'hex'));
    });
    return decoded;
  } catch {
    return undefined;
  }
}

/**
 * Decode a capture: exactly one decoding, or one of three refusals.
 *
 * @param raw - without a NUL, which no parser of HTTP lets through
 * @returns the code, or `undefined` for a value
 * @throws {assert.AssertionError} for a broken promise
 */
export function judgeDecode(raw: string): string | undefined {
  const expected = expectCapture(raw);
  let actual: { value: string } | { code: string };
  try {
    actual = { value: decodeCapture(raw, MOST) };
  } catch (error) {
    if (!isHttpError(error)) throw error;
    actual = { code: error.code };
  }
  assert.deepEqual(actual, expected, JSON.stringify(raw));
  return 'code' in actual ? actual.code : undefined;
}

/** What becomes of a capture, by the oracle: its value, or a code. */
export function expectCapture(raw: string): { value: string } | { code: string } {
  const value = decodeOnce(raw);
  if (value === undefined) return { code: 'E_BAD_ESCAPE' };
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value) || /%2f/i.test(raw)) return { code: 'E_BAD_PATH' };
  const segments = value.split('/');
  for (const segment of segments) {
    if (segments.length > 1 && segment === '') return { code: 'E_BAD_PATH' };
    if (segment === '.' || segment === '..') return { code: 'E_BAD_PATH' };
    if (segment.length > MOST) return { code: 'E_PATH_TOO_LONG' };
  }
  return { value };
}

// --- internal ---

const MOST = 255;
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
