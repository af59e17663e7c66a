import { readDate } from '../run/read-date.ts';
import { someText } from './arguments.ts';
import { isOneOf } from './is-one-of.ts';
import { type Kind, type Rule, type RuleContext, SCALARS, type Schema } from './rule.ts';

/** The rules that compare a value with given ones, with another field, or with a time. */
export const choiceRules: Record<string, Rule> = {
  in: {
    on: SCALARS,
    literal: true,
    implies: commonKind,
    refuse: refuseChoices,
    schema: oneOf,
  },
  notIn: {
    on: SCALARS,
    literal: true,
    implies: commonKind,
    refuse: refuseChoices,
    schema: (list: readonly unknown[]) => ({ not: { enum: list } }),
  },
  enum: {
    literal: true,
    implies: commonKind,
    refuse: (argument) =>
      isFilledList(argument) && argument.every(isJson) ? undefined : 'takes a list of JSON values that is not empty',
    schema: oneOf,
    keyword: 'enum',
    test: isOneOf,
  },
  const: {
    literal: true,
    implies: (argument: unknown) => commonKind([argument]),
    refuse: (argument) => (isJson(argument) ? undefined : 'takes a JSON value'),
    schema: (argument: unknown, { rules }) =>
      rules.nullable === true ? { enum: [argument, null] } : { const: argument },
    keyword: 'const',
    test: (argument: unknown) => isOneOf([argument]),
  },
  equals: {
    on: SCALARS,
    refuse: refuseField,
    test: (name: string) => (value: unknown, siblings) => value === siblings[name],
  },
  different: {
    on: SCALARS,
    refuse: refuseField,
    test: (name: string) => (value: unknown, siblings) => value !== siblings[name],
  },
  before: {
    on: ['date'],
    refuse: refuseTime,
    test: (argument: true | string | Date) => {
      const limit = readLimit(argument);
      return (value: string) => (readDate(value) ?? Number.NaN) < (limit ?? Date.now());
    },
  },
  after: {
    on: ['date'],
    refuse: refuseTime,
    test: (argument: true | string | Date) => {
      const limit = readLimit(argument);
      return (value: string) => (readDate(value) ?? Number.NaN) > (limit ?? Date.now());
    },
  },
};

// --- internal ---

function isFilledList(argument: unknown): argument is readonly unknown[] {
  return Array.isArray(argument) && argument.length > 0;
}

function isJson(value: unknown): boolean {
  try {
    return JSON.stringify(value) !== undefined;
  } catch {
    return false;
  }
}

function oneOf(list: readonly unknown[], { rules }: RuleContext): Schema {
  return { enum: rules.nullable === true && !list.includes(null) ? [...list, null] : list };
}

/** Lets `in: [1, 2]` coerce text without a type beside it. */
function commonKind(list: unknown): Kind | undefined {
  if (!isFilledList(list)) return undefined;
  const values = list.filter((value) => value !== null);
  if (values.every((value) => typeof value === 'string')) return 'string';
  if (values.every((value) => Number.isSafeInteger(value))) return 'int';
  if (values.every((value) => typeof value === 'number')) return 'float';
  return values.every((value) => typeof value === 'boolean') ? 'boolean' : undefined;
}

function refuseChoices(argument: unknown, { kind }: RuleContext): string | undefined {
  if (!isFilledList(argument)) return 'takes a list of values that is not empty';
  const odd = argument.findIndex((value) => !canBe(kind, value));
  if (odd === -1) return undefined;
  const text = typeof argument[odd] === 'object' ? 'an object' : JSON.stringify(argument[odd]);
  return `lists ${text}, which no ${kind === 'any' ? 'value' : kind} can be: it takes texts, numbers, booleans and null`;
}

function canBe(kind: Kind, value: unknown): boolean {
  if (value === null) return true;
  if (kind === 'int') return Number.isSafeInteger(value);
  if (kind === 'float') return Number.isFinite(value);
  if (kind === 'boolean') return typeof value === 'boolean';
  if (kind === 'any') return typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
  return typeof value === 'string';
}

function refuseField(argument: unknown, { siblings }: RuleContext): string | undefined {
  const wrong = someText(argument);
  if (wrong !== undefined) return 'takes the name of another field';
  if (siblings === undefined) return 'compares fields of one object; an item of a list has no other field beside it';
  return siblings.includes(argument as string)
    ? undefined
    : `names "${argument}", which is not declared beside it: ${siblings.join(', ')}`;
}

function refuseTime(argument: unknown): string | undefined {
  if (argument === true || (argument instanceof Date && !Number.isNaN(argument.getTime()))) return undefined;
  if (typeof argument === 'string' && readDate(argument) !== undefined) return undefined;
  return 'takes true (now), a Date, or an ISO 8601 text such as "2026-01-31"';
}

function readLimit(argument: true | string | Date): number | undefined {
  if (argument === true) return undefined;
  return typeof argument === 'string' ? readDate(argument) : argument.getTime();
}
