/** Whether a value is an object that is no list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is a plain object or a module, not an instance such as a `Map` or a date. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (!isObject(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // Another realm (a test runner's) has another Object.prototype.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
