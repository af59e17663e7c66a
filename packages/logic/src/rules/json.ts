import { isPlainObject } from '../is-object.ts';

/** A copy, or why and where a value is refused. */
export type JsonCopy =
  | {
      readonly copy: unknown;
      /** Values in it: itself, and all items and members. */
      readonly size: number;
      readonly problem?: undefined;
    }
  | {
      /** End of the sentence "the value …". */
      readonly problem: string;
      /** Keys and positions from the value down. */
      readonly path: readonly (string | number)[];
    };

/** Maximum depth by default, the same as in the router. */
export const DEEPEST = 64;

/**
 * Copy an unchecked JSON value.
 *
 * Refuses numbers and strings that JSON cannot represent (not finite, lone surrogates), the key `__proto__`, keys of
 * more than 1,000 characters, what holds more than 5,000,000 values, and what is nested too deep, so also what contains
 * itself. Members that are undefined are left out; what is no plain object (a date, an upload) is the same in the copy.
 *
 * @param deepest - objects and lists that may be inside each other; bounds the stack. Default 64
 */
export function copyJson(value: unknown, deepest: number = DEEPEST): JsonCopy {
  const walk: Walk = { path: [], deepest, size: 0, problem: undefined };
  const copy = copyValue(value, walk);
  return walk.problem === undefined ? { copy, size: walk.size } : { problem: walk.problem, path: walk.path };
}

/**
 * Whether a value is what a body of JSON can hold: no `NaN`, no date, nothing undefined, no half of a character, and an
 * end.
 *
 * Nothing of the value is called.
 */
export function isJson(value: unknown): boolean {
  return isJsonWithin(value, DEEPEST);
}

/**
 * Whether a text has no lone surrogate: such a one has no UTF-8 form, a store would refuse it or silently change it.
 */
export function isWellFormed(value: string): boolean {
  return (value as string & { isWellFormed(): boolean }).isWellFormed();
}

/** A test that fails on text with a lone surrogate, on which some functions of `validator` throw. */
export function onWellFormed(matches: (value: string) => boolean): (value: string) => boolean {
  return (value) => isWellFormed(value) && matches(value);
}

/**
 * A test that fails on lone surrogates and on `''`; it answers for `''` without loading `validator`, because fields are
 * tested with it at start.
 */
export function onNonEmpty(matches: (value: string) => boolean): (value: string) => boolean {
  return (value) => value !== '' && isWellFormed(value) && matches(value);
}

// --- internal ---

const EMPTY = {};

/** UTF-16 units of a key. */
const LONGEST_KEY = 1000;

/**
 * Maximum number of values. A parser does not return more, but a program can pass one object that is shared in many
 * places.
 */
const MOST_VALUES = 5_000_000;

interface Walk {
  /** Where the walk is; it stays there once there is a problem. */
  readonly path: (string | number)[];
  readonly deepest: number;
  size: number;
  problem: string | undefined;
}

function copyValue(value: unknown, walk: Walk): unknown {
  walk.size += 1;
  if (walk.size > MOST_VALUES) {
    walk.problem = `holds more than ${MOST_VALUES} values`;
    return undefined;
  }
  if (typeof value === 'string') {
    if (!isWellFormed(value)) walk.problem = 'has half a surrogate pair, which is no character';
    return value;
  }
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) walk.problem = 'is not a finite number';
    return value;
  }
  if (typeof value !== 'object' || value === null) return value;
  const list = Array.isArray(value);
  if (!list && !isPlainObject(value)) return value;
  if (walk.path.length >= walk.deepest) {
    walk.problem = `is nested deeper than ${walk.deepest} levels`;
    return undefined;
  }
  return list ? copyList(value, walk) : copyObject(value, walk);
}

function copyList(list: readonly unknown[], walk: Walk): unknown {
  const copy: unknown[] = [];
  for (let position = 0; position < list.length; position += 1) {
    walk.path.push(position);
    copy.push(copyValue(list[position], walk));
    if (walk.problem !== undefined) break;
    walk.path.pop();
  }
  return copy;
}

function copyObject(object: Record<string, unknown>, walk: Walk): unknown {
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(object)) {
    if (key.length > LONGEST_KEY) {
      // The path ends here: such a key would be repeated in every pointer below it.
      walk.problem = `has a key of more than ${LONGEST_KEY} characters`;
      break;
    }
    if (!isWellFormed(key)) {
      // The path ends here: a pointer cannot contain such a key.
      walk.problem = 'has a key with half a surrogate pair, which is no character';
      break;
    }
    walk.path.push(key);
    if (key === '__proto__') {
      walk.problem = 'has a name that is never accepted';
      break;
    }
    const member = copyValue(object[key], walk);
    if (walk.problem !== undefined) break;
    if (member !== undefined) setOwn(copy, key, member);
    walk.path.pop();
  }
  return copy;
}

function setOwn(object: Record<string, unknown>, key: string, value: unknown): void {
  // If `Object.prototype` is frozen, an assignment to an inherited name fails.
  if (key in EMPTY) Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
  else object[key] = value;
}

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
