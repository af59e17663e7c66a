import { isPlainObject } from '../rules/arguments.ts';

/**
 * A text that is the same for declarations that mean the same: plain objects and lists by what is in them, everything else that is an
 * object (functions, classes, schemas of other libraries) by which one it is.
 */
export function shapeOf(value: unknown): string {
  if (typeof value === 'function') return `#${identify(value)}`;
  if (typeof value !== 'object' || value === null) return typeof value === 'bigint' ? `${value}n` : scalar(value);
  if (value instanceof RegExp) return String(value);
  if (value instanceof Date) return `@${value.getTime()}`;
  if (Array.isArray(value)) return `[${value.map(shapeOf).join()}]`;
  if (!isPlainObject(value)) return `#${identify(value)}`;
  return `{${Object.entries(value)
    .map(([name, item]) => `${JSON.stringify(name)}:${shapeOf(item)}`)
    .join()}}`;
}

// --- internal ---

const numbers = new WeakMap<object, number>();
let last = 0;

function identify(value: object): number {
  const known = numbers.get(value);
  if (known !== undefined) return known;
  last += 1;
  numbers.set(value, last);
  return last;
}

function scalar(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value) : Object.is(value, -0) ? '-0' : String(value);
}
