import type { RequestContext } from '../contracts/request-context.ts';
import { requestError } from '../errors.ts';

/**
 * Say who owns an `Idempotency-Key`: the user, by `id` or `sub`; else the header `Authorization`.
 *
 * @throws {HttpError} 500 `E_INTERNAL` where the project has policies, and nothing says who the user is: another user could get the answer
 */
export function scopeOf({ req, user, access }: RequestContext): string | undefined {
  const { id, sub } = Object(user) as { id?: unknown; sub?: unknown };
  const name = [id, sub].find(isName);
  // A line break, which no header field can contain: no credentials are the same text.
  if (name !== undefined) return `user\n${name}`;
  const { authorization } = req.headers;
  if (authorization === undefined && user !== undefined && access !== undefined) {
    const hint =
      'Idempotency-Key needs to know whose key it is, and the user has neither id nor sub: write idempotencyScope().';
    throw requestError('E_INTERNAL', undefined, { hint });
  }
  return authorization;
}

// --- internal ---

function isName(value: unknown): value is string | number | bigint {
  return typeof value === 'string' ? value !== '' : typeof value === 'number' || typeof value === 'bigint';
}
