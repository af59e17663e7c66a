import { createHash } from 'node:crypto';
import type { FeedAddress } from './feed.ts';

/**
 * What two lists have in common that show the same.
 *
 * @returns `undefined` for a list that shares nothing: JSON does not say all of its user
 */
export function feedKey({ url, user, headers }: Pick<FeedAddress, 'url' | 'user' | 'headers'>): string | undefined {
  if (!isData(user, 0)) return undefined;
  // Short: clients may send long header fields, and each its own.
  return createHash('sha256')
    .update(JSON.stringify([url, headers, user]))
    .digest('base64');
}

// --- internal ---

const DEEPEST = 10;

/** JSON leaves out private members, what is in a `Map`, symbols and functions: two users may differ in them alone. */
function isData(value: unknown, depth: number): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return !['function', 'symbol', 'bigint'].includes(typeof value);
  if (value instanceof Date) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  const isPlain = prototype === Object.prototype || prototype === null || Array.isArray(value);
  if (!isPlain || depth > DEEPEST || Object.getOwnPropertySymbols(value).length > 0) return false;
  return Object.values(value).every((member) => isData(member, depth + 1));
}
