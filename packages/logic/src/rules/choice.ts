import { isObject } from '../is-object.ts';
import type { Kind } from '../kind.ts';
import type { Schema } from '../schemas.ts';
import { someText } from './arguments.ts';
import { isJson } from './json.ts';
import { isOfKind, kindTest } from './kinds.ts';
import { parseDate } from './parse-date.ts';
import { type Rule, type RuleContext, SCALARS, type Test } from './rule.ts';

/** The rules that compare a value with given ones, with another field, or with a time. */
export const choiceRules: Record<string, Rule> = {
  in: {
    on: SCALARS,
    literal: true,
    implies: commonKind,
    refuse: refuseChoices,
    test: isOneOf,
    schema: oneOf,
  },
  notIn: {
    on: SCALARS,
    literal: true,
    implies: commonKind,
    refuse: refuseChoices,
    test: (list: readonly unknown[]) => {
      const isListed = isOneOf(list);
      return (value: never, siblings) => !isListed(value, siblings);
    },
    schema: (list: readonly unknown[], { rules }) => {
      const refused = rules.nullable === true ? list.filter((value) => value !== null) : list;
      return refused.length === 0 ? {} : { not: { enum: refused } };
    },
  },
  enum: {
    literal: true,
    implies: commonKind,
    refuse: (argument) =>
      isFilledList(argument) && argument.every(isJson) ? undefined : 'takes a non-empty list of JSON values',
    test: isOneOf,
    schema: oneOf,
  },
  const: {
    literal: true,
    implies: (argument: unknown) => commonKind([argument]),
    refuse: (argument) => (isJson(argument) ? undefined : 'takes a JSON value'),
    schema: (argument: unknown, { rules }) =>
      rules.nullable === true && argument !== null ? { enum: [argument, null] } : { const: argument },
    test: (argument: unknown) => isOneOf([argument]),
  },
  equals: { on: SCALARS, compares: 'same', refuse: refuseField },
  different: { on: SCALARS, compares: 'different', refuse: refuseField },
  before: {
    on: ['date'],
    refuse: refuseTime,
    test: (argument: true | string | Date) => {
      const limit = parseLimit(argument);
      return (value: string) => (parseDate(value) ?? Number.NaN) < (limit ?? Date.now());
    },
  },
  after: {
    on: ['date'],
    refuse: refuseTime,
    test: (argument: true | string | Date) => {
      const limit = parseLimit(argument);
      return (value: string) => (parseDate(value) ?? Number.NaN) > (limit ?? Date.now());
    },
  },
};

/** Whether a value of a list can be that of a field. */
export function canBe(kind: Kind, value: unknown): boolean {
  if (value === null) return true;
  const isScalar = ['string', 'number', 'boolean'].includes(typeof value);
  return (
    isScalar && SCALARS.includes(kind) && isOfKind(value, kind) && kindTest(kind, true)?.(value as never, {}) !== false
  );
}

/** A value that a declaration lists, for a message. */
export function describe(value: unknown): string {
  if (typeof value === 'object') return 'an object';
  if (typeof value === 'function') return 'a function';
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}

/**
 * Compile a list of JSON values into a test.
 *
 * In place of the comparison that Ajv brings, which calls `toString` and `valueOf` of values that a request made up.
 */
export function isOneOf(list: readonly unknown[]): Test {
  const scalars = new Set(list.filter((value) => !isContainer(value)));
  const containers = list.filter(isContainer);
  return (value: unknown) =>
    isContainer(value) ? containers.some((container) => isEqual(container, value)) : scalars.has(value);
}

// --- internal ---

function isFilledList(argument: unknown): argument is readonly unknown[] {
  return Array.isArray(argument) && argument.length > 0;
}

function oneOf(list: readonly unknown[], { rules }: RuleContext): Schema {
  return { enum: rules.nullable === true && !list.includes(null) ? [...list, null] : list };
}

/** Lets `in: [1, 2]` coerce text without a declared type. */
function commonKind(list: unknown): Kind | undefined {
  if (!isFilledList(list)) return undefined;
  const values = list.filter((value) => value !== null);
  if (values.length === 0) return undefined;
  if (values.every((value) => typeof value === 'string')) return 'string';
  if (values.every((value) => Number.isSafeInteger(value))) return 'int';
  if (values.every((value) => typeof value === 'number')) return 'float';
  return values.every((value) => typeof value === 'boolean') ? 'boolean' : undefined;
}

function refuseChoices(argument: unknown, { kind }: RuleContext): string | undefined {
  if (!isFilledList(argument)) return 'takes a non-empty list of values';
  const odd = argument.findIndex((value) => !canBe(kind, value));
  if (odd === -1) return undefined;
  return `lists ${describe(argument[odd])}, which no ${kind === 'any' ? 'value' : kind} can be: it takes strings, numbers, booleans and null`;
}

function refuseField(argument: unknown): string | undefined {
  return someText(argument) === undefined ? undefined : 'takes the name of another field';
}

function refuseTime(argument: unknown): string | undefined {
  if (argument === true || (argument instanceof Date && !Number.isNaN(argument.getTime()))) return undefined;
  if (typeof argument === 'string' && parseDate(argument) !== undefined) return undefined;
  return 'takes true (now), a Date, or an ISO 8601 string such as "2026-01-31"';
}

function parseLimit(argument: true | string | Date): number | undefined {
  if (argument === true) return undefined;
  return typeof argument === 'string' ? parseDate(argument) : argument.getTime();
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** As deep as what was declared, not as what was sent. */
function isEqual(declared: unknown, value: unknown): boolean {
  if (!isContainer(declared) || !isContainer(value)) return declared === value;
  if (Array.isArray(declared)) {
    return (
      Array.isArray(value) &&
      value.length === declared.length &&
      declared.every((item, position) => isEqual(item, value[position]))
    );
  }
  if (!isObject(value)) return false;
  const entries = Object.entries(declared);
  return (
    entries.length === Object.keys(value).length &&
    entries.every(([name, item]) => Object.hasOwn(value, name) && isEqual(item, value[name]))
  );
}
