import { createHash } from 'node:crypto';
import type { PlanUser } from './types.ts';

/**
 * Hash who plans: the `id` or `sub` of the user, and what its symbols say, such as the abilities of an API token. A user with neither is the whole user.
 */
export function requesterOf(user: PlanUser): string {
  const { id, sub } = Object(user) as { id?: unknown; sub?: unknown };
  const name = id ?? sub ?? user ?? null;
  const symbols = user ? Object.getOwnPropertySymbols(user) : [];
  const narrowed = symbols.map((symbol) => [String(symbol), (user as unknown as Record<symbol, unknown>)[symbol]]);
  return createHash('sha256')
    .update(JSON.stringify([String(name) === '[object Object]' ? name : String(name), narrowed]))
    .digest('hex');
}
