import type { Exchange } from '../../core/contracts/exchange.ts';
import { idempotencyError } from './errors.ts';

/**
 * Say who owns an `Idempotency-Key`: the user, by `id` or `sub`; else the header `Authorization`.
 *
 * @throws {HttpError} 400 `E_IDEMPOTENCY_KEY` for a user with none of them: another user could get the answer
 */
export function scopeOf({ req, user }: Exchange): string | undefined {
  const { id, sub } = Object(user) as { id?: unknown; sub?: unknown };
  const name = [id, sub].find(isName);
  // A line break, which no header field can contain: no credentials are the same text.
  if (name !== undefined) return `user\n${name}`;
  const { authorization } = req.headers;
  if (authorization === undefined && user !== undefined) {
    const detail = 'An Idempotency-Key belongs to a user, and this one has neither an id nor a sub.';
    throw idempotencyError('E_IDEMPOTENCY_KEY', detail, { hint: 'Give the user an id, or write idempotencyScope().' });
  }
  return authorization;
}

// --- internal ---

function isName(value: unknown): value is string | number | bigint {
  return typeof value === 'string' ? value !== '' : Number.isFinite(value) || typeof value === 'bigint';
}
