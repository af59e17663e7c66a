import { isPlainObject } from './arguments.ts';
import { isWellFormed } from './well-formed.ts';

/**
 * Whether a value is what a body of JSON can hold: no `NaN`, no date, nothing undefined, no half of a character, and an end.
 *
 * Nothing of the value is called.
 */
export function isJson(value: unknown): boolean {
  return isJsonWithin(value, DEEPEST);
}

// --- internal ---

/** Deeper than any value that is written by hand; what contains itself is deeper. */
const DEEPEST = 64;

function isJsonWithin(value: unknown, levels: number): boolean {
  if (value === null || typeof value === 'boolean') return true;
  if (typeof value === 'string') return isWellFormed(value);
  if (typeof value === 'number') return Number.isFinite(value);
  if (levels === 0) return false;
  // Not `every`: that leaves out the holes of a list.
  if (Array.isArray(value)) return Array.from(value as unknown[]).every((item) => isJsonWithin(item, levels - 1));
  if (!isPlainObject(value)) return false;
  return Object.entries(value).every(([name, item]) => isWellFormed(name) && isJsonWithin(item, levels - 1));
}
