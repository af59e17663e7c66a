/**
 * Whether every property of an object that can be read is its own, those of `Object.prototype` as Node makes it aside.
 *
 * So it is for what `JSON.parse` gives; not for instances of classes, and not when some code has added to `Object.prototype`.
 */
export function isBare(value: object): boolean {
  if (Object.getPrototypeOf(value) !== Object.prototype) return false;
  for (const _added in EMPTY) return false;
  return true;
}

/** The own properties of an object, in one that inherits nothing. */
export function ownCopy(value: object): object {
  return Object.assign(Object.create(null) as object, value);
}

// --- internal ---

const EMPTY = {};
