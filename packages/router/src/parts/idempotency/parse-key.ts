import { idempotencyError } from './errors.ts';
import type { IdempotencyPlan } from './types.ts';

/**
 * Read the header field `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header): text in quotes (RFC 9651 section 3.3.3), or bare.
 *
 * Quoted and bare, the same characters are the same key.
 *
 * @returns `undefined` when there is none, and none is required
 * @throws {HttpError} 400 `E_IDEMPOTENCY_KEY`
 */
export function parseKey(header: string | readonly string[] | undefined, plan: IdempotencyPlan): string | undefined {
  if (header === undefined) {
    if (!plan.required) return undefined;
    throw idempotencyError(
      'E_IDEMPOTENCY_KEY',
      'This request needs the header Idempotency-Key: a new UUID for a new request, the same one to repeat it.',
    );
  }
  const text = String(header);
  const quoted = QUOTED.exec(text)?.[1];
  const key = quoted === undefined ? BARE.exec(text)?.[0] : quoted.replace(/\\(.)/g, '$1');
  if (key !== undefined && key.length <= LONGEST) return key;
  throw idempotencyError(
    'E_IDEMPOTENCY_KEY',
    `Idempotency-Key has to be one key of 1 to ${LONGEST} visible characters of ASCII, best a UUID in quotes.`,
  );
}

// --- internal ---

const LONGEST = 255;
/** Quotes and backslashes are escaped with a backslash. */
const QUOTED = /^"((?:[!#-[\]-~]|\\["\\])+)"$/;
/** Visible characters except separators and quotes of header fields. */
const BARE = /^[!#-+\--:<-[\]-~]+$/;
