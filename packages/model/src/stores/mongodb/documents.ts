/** A field that a lock sets for the time of a transaction: nobody ever sees it. */
export const LOCK = 'rest_gen_lock';

/** Set an own property, whatever its name: a plain assignment of `__proto__` would set the prototype. */
export function setOwn(target: object, key: string, value: unknown): void {
  if (key !== '__proto__') {
    (target as Record<string, unknown>)[key] = value;
    return;
  }
  Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
}

/**
 * Whether BSON gives a value of JSON back as it was.
 *
 * It has no names with NUL, no halves of surrogate pairs, nests 100 levels at most, and its serializer takes `_bsontype` for a type of its own.
 */
export function isNestable(value: unknown, depth = 1): boolean {
  if (typeof value === 'string') return !halfPair.test(value);
  if (typeof value !== 'object' || value === null) return true;
  return depth <= deepest && Object.entries(value).every(([key, part]) => isName(key) && isNestable(part, depth + 1));
}

// --- internal ---

/** Documents of MongoDB nest 100 levels; the field itself and the command around it take some. */
const deepest = 90;

// In a unicode expression a surrogate that is half of a pair is alone.
const halfPair = /\p{Surrogate}/u;

function isName(key: string): boolean {
  return key !== '_bsontype' && !key.includes('\0') && !halfPair.test(key);
}
