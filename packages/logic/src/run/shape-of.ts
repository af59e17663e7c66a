import { isPlainObject } from '../rules/arguments.ts';

/**
 * A text that is the same for declarations that mean the same: plain objects and lists by what is in them, everything else that is an
 * object (functions, classes, schemas of other libraries) by which one it is.
 */
export function shapeOf(value: unknown): string {
  return describe(value, 0);
}

// --- internal ---

/** Deeper than any declaration that is taken; what contains itself ends there. */
const DEEPEST = 100;

function describe(value: unknown, depth: number): string {
  if (typeof value === 'function') return `#${identify(value)}`;
  if (typeof value !== 'object' || value === null) return typeof value === 'bigint' ? `${value}n` : scalar(value);
  if (value instanceof RegExp) return String(value);
  if (value instanceof Date) return `@${value.getTime()}`;
  const list = Array.isArray(value);
  if (depth > DEEPEST || (!list && !isPlainObject(value))) return `#${identify(value)}`;
  if (list) return `[${Array.from(value, (item) => describe(item, depth + 1)).join()}]`;
  return `{${Object.entries(value)
    .map(([name, item]) => `${JSON.stringify(name)}:${describe(item, depth + 1)}`)
    .join()}}`;
}

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
