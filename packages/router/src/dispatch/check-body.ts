import { requestError } from '../errors.ts';
import type { Limits } from '../options.ts';

/**
 * Check depth, keys and items of a parsed body, and that no key could reach a prototype.
 *
 * @throws {HttpError} 413 `E_BODY_LIMIT`; 400 `E_BAD_KEY` for a key `__proto__`
 */
export function checkBody(body: unknown, limits: Limits): void {
  // A list of levels instead of recursion: the depth is the sender's choice.
  let level: unknown[] = [body];
  for (let depth = 0; level.length > 0; depth++) {
    const next: unknown[] = [];
    for (const value of level) {
      // Bytes of express.raw() are one value, not an object of numbers.
      if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) continue;
      if (depth >= limits.depth) throw tooMuch('nested deeper than', limits.depth, 'levels');
      if (Array.isArray(value)) {
        if (value.length > limits.items) throw tooMuch('holding a list of more than', limits.items, 'items');
        for (const item of value) next.push(item);
        continue;
      }
      const keys = Object.keys(value);
      if (keys.length > limits.keys) throw tooMuch('holding an object of more than', limits.keys, 'keys');
      if (keys.includes('__proto__'))
        throw requestError('E_BAD_KEY', 'The body holds the key "__proto__", which is never accepted.');
      for (const item of Object.values(value)) next.push(item);
    }
    level = next;
  }
}

// --- internal ---

function tooMuch(what: string, limit: number, unit: string) {
  return requestError('E_BODY_LIMIT', `The body is ${what} ${limit} ${unit}.`);
}
