import type { ActionPlan } from '../contracts/exchange.ts';
import type { Limits } from '../contracts/options.ts';
import { type HttpError, requestError } from '../errors.ts';

/**
 * Check depth, keys and items of a parsed body, and that no key could reach a prototype.
 *
 * @param maxItems - of the class, in place of the limit
 * @throws {HttpError} 413 `E_BODY_LIMIT`; 400 `E_BAD_KEY` for a key `__proto__`
 */
export function checkBodyLimits(
  body: unknown,
  options: Limits,
  { maxItems }: Partial<Pick<ActionPlan, 'maxItems'>> = ANY,
): void {
  if (typeof body !== 'object' || body === null) return;
  const limits = maxItems === undefined ? options : { ...options, items: maxItems };
  // Nearly every body passes the first test; the second one says what is wrong with the others.
  if (isSmall(body, limits, Math.min(limits.depth, SAFE_DEPTH))) return;
  const error = findExcess(body, limits);
  if (error) throw error;
}

// --- internal ---

const ANY = {};

/** Levels that a recursion may take of the stack, however high the limit is set. */
const SAFE_DEPTH = 200;

/** Whether a value is within the limits for certain, within the first `levels` levels. */
function isSmall(value: object, limits: Limits, levels: number): boolean {
  if (levels === 0) return false;
  if (Array.isArray(value)) {
    if (value.length > limits.items) return false;
    for (let i = 0; i < value.length; i++) {
      const item: unknown = value[i];
      if (typeof item === 'object' && item !== null && !isSmall(item, limits, levels - 1)) return false;
    }
    return true;
  }
  if (ArrayBuffer.isView(value)) return true;
  let keys = 0;
  for (const key in value) {
    if (++keys > limits.keys || key === '__proto__') return false;
    const item = (value as Record<string, unknown>)[key];
    if (typeof item === 'object' && item !== null && !isSmall(item, limits, levels - 1)) return false;
  }
  return true;
}

/** The first excess, level by level. */
function findExcess(body: object, limits: Limits): HttpError | undefined {
  // A list of levels instead of recursion: the depth is the sender's choice.
  let level: unknown[] = [body];
  for (let depth = 0; level.length > 0; depth++) {
    const next: unknown[] = [];
    for (const value of level) {
      // Bytes of express.raw() are one value, not an object of numbers.
      if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) continue;
      if (depth >= limits.depth) return tooMuch('nested deeper than', limits.depth, 'levels');
      if (Array.isArray(value)) {
        if (value.length > limits.items) return tooMuch('holding a list of more than', limits.items, 'items');
        for (const item of value) next.push(item);
        continue;
      }
      const keys = Object.keys(value);
      if (keys.length > limits.keys) return tooMuch('holding an object of more than', limits.keys, 'keys');
      if (keys.includes('__proto__'))
        return requestError('E_BAD_KEY', 'The body holds the key "__proto__", which is never accepted.');
      for (const item of Object.values(value)) next.push(item);
    }
    level = next;
  }
  return undefined;
}

function tooMuch(what: string, limit: number, unit: string): HttpError {
  return requestError('E_BODY_LIMIT', `The body is ${what} ${limit} ${unit}.`);
}
