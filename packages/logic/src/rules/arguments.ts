import { suggestion } from '../nearest/nearest.ts';
import { isWellFormed } from './well-formed.ts';

/** Checks of arguments: each gives the end of the sentence "the rule …", or undefined when the argument can be used. */
type Refuse = (argument: unknown) => string | undefined;

/** Only `true` (`false` is taken out before). */
export const onlyTrue: Refuse = (argument) => (argument === true ? undefined : 'takes true or false');

/** Some text that is not empty; half a character (a lone surrogate) is none. */
export const someText: Refuse = (argument) =>
  typeof argument === 'string' && argument !== '' && isWellFormed(argument) ? undefined : 'takes a non-empty string';

/** Any finite number. */
export const anyNumber: Refuse = (argument) => (Number.isFinite(argument) ? undefined : 'takes a number');

/** A finite number above zero. */
export const positiveNumber: Refuse = (argument) =>
  Number.isFinite(argument) && (argument as number) > 0 ? undefined : 'takes a number above 0';

/** An integer of at least 0. */
export const count: Refuse = (argument) => (isCount(argument) ? undefined : 'takes an integer of at least 0');

/** n, or `{ min, max }`, of things that are counted. */
export const countBounds: Refuse = (argument) =>
  isCount(argument)
    ? undefined
    : bounds(argument, isCount, 'takes an integer of at least 0, or { min, max } with such integers');

/** `true`, or `{ min, max }` of integers. */
export const intRange: Refuse = (argument) =>
  argument === true ? undefined : bounds(argument, Number.isSafeInteger, 'takes true, or { min, max } with integers');

/** `true`, or `{ min, max }` of numbers. */
export const floatRange: Refuse = (argument) =>
  argument === true ? undefined : bounds(argument, Number.isFinite, 'takes true, or { min, max } with numbers');

/** Whether a value is an object that is no list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is a plain object or a module, not an instance such as a `Map` or a date. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // Another realm (a test runner's) has another Object.prototype.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

// --- internal ---

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function bounds(argument: unknown, fits: (value: unknown) => boolean, takes: string): string | undefined {
  if (!isObject(argument)) return takes;
  const keys = Object.keys(argument);
  if (keys.length === 0) return takes;
  for (const key of keys) {
    if (key !== 'min' && key !== 'max') return `has no "${key}"${suggestion(key, ['min', 'max'], `; it ${takes}`)}`;
    if (!fits(argument[key])) return takes;
  }
  const { min, max } = argument as { min?: number; max?: number };
  if (min !== undefined && max !== undefined && min > max) return `has min ${min} above max ${max}: no value can pass`;
  return undefined;
}
