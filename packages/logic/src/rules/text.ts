import { isObject } from '../is-object.ts';
import { suggestion } from '../nearest.ts';
import { checkRegExp } from '../regexp/check-regexp.ts';
import { countBounds, someText } from './arguments.ts';
import { isWellFormed, onNonEmpty, onWellFormed } from './json.ts';
import { jsonFormats } from './json-formats.ts';
import { type Rule, type RuleContext, TEXT } from './rule.ts';

/** The rules on text. */
export const textRules: Record<string, Rule> = {
  length: {
    on: TEXT,
    refuse: countBounds,
    test: (bounds: number | { min?: number; max?: number }) => {
      const { min = 0, max = Number.POSITIVE_INFINITY } =
        typeof bounds === 'number' ? { min: bounds, max: bounds } : bounds;
      return (value: string) => hasLength(value, min, max);
    },
    schema: (bounds: number | { min?: number; max?: number }) => {
      const { min, max } = typeof bounds === 'number' ? { min: bounds, max: bounds } : bounds;
      return { ...(min !== undefined && { minLength: min }), ...(max !== undefined && { maxLength: max }) };
    },
  },
  byteLength: {
    on: TEXT,
    refuse: countBounds,
    test: (bounds: number | { min?: number; max?: number }) => {
      const { min = 0, max = Number.POSITIVE_INFINITY } =
        typeof bounds === 'number' ? { min: bounds, max: bounds } : bounds;
      return (value: string) => {
        const bytes = Buffer.byteLength(value);
        return bytes >= min && bytes <= max;
      };
    },
  },
  contains: {
    on: TEXT,
    literal: true,
    refuse: someText,
    test: (text: string) => (value: string) => value.includes(text),
  },
  startWith: {
    on: TEXT,
    literal: true,
    refuse: someText,
    test: (text: string) => (value: string) => value.startsWith(text),
  },
  endWith: {
    on: TEXT,
    literal: true,
    refuse: someText,
    test: (text: string) => (value: string) => value.endsWith(text),
  },
  regexp: {
    on: TEXT,
    literal: true,
    refuse: (argument, context) =>
      argument instanceof RegExp ? refuseSlow(argument, context) : 'takes a regular expression, such as /^[a-z]+$/',
    test: (regexp: RegExp, context) => {
      const most = longest(context);
      // A copy without the flags that give a regular expression a memory between calls (`y` stays an anchor).
      const own = new RegExp(regexp.source, regexp.flags.replace('g', ''));
      return (value: string) => {
        if (most !== undefined && value.length > most) return false;
        // A lone surrogate is refused anyway, and checkRegExp does not consider it.
        if (!isWellFormed(value)) return false;
        own.lastIndex = 0;
        return own.test(value);
      };
    },
    schema: (regexp: RegExp) =>
      UNICODE.test(regexp.flags) ? { pattern: regexp.source } : { 'x-regexp': String(regexp) },
  },
  pattern: {
    on: TEXT,
    literal: true,
    refuse: (argument, context) => {
      if (typeof argument !== 'string') return 'takes the source of a regular expression, such as "^[a-z]+$"';
      try {
        return refuseSlow(new RegExp(argument, 'u'), { ...context, rules: {} });
      } catch (error) {
        return `cannot be read: ${(error as Error).message}`;
      }
    },
    test: (source: string) => {
      const regexp = new RegExp(source, 'u');
      return onWellFormed((value) => regexp.test(value));
    },
    schema: (source: string) => ({ pattern: source }),
  },
  format: {
    on: TEXT,
    refuse: (argument) => {
      const names = Object.keys(jsonFormats);
      if (typeof argument === 'string' && names.includes(argument)) return undefined;
      return `takes one of ${names.join(', ')}${typeof argument === 'string' ? suggestion(argument, names) : ''}`;
    },
    test: (format: string) => onNonEmpty(jsonFormats[format] as (value: string) => boolean),
    schema: (format: string) => ({ format }),
  },
};

// --- internal ---

/** Flags with which an expression means the same as a `pattern` of JSON Schema. */
const UNICODE = /^d?g?u$/;

/** Texts of requests are bounded by the size of a body (102,400 bytes by default). */
const BODY = 100_000;

function refuseSlow(regexp: RegExp, context: RuleContext): string | undefined {
  const slow = checkRegExp(regexp, { maxLength: longest(context) ?? BODY });
  if (slow === undefined) return undefined;
  return (
    `can hang: ${regexp}: ${slow.reason}; ` +
    'write it so that every text can match in one way only, or bound the text (more) with length: { max }'
  );
}

/** Most UTF-16 units that a text can have without failing another rule of its field. */
function longest({ rules }: RuleContext): number | undefined {
  const characters = upper(rules.length);
  const bytes = upper(rules.byteLength);
  if (characters === undefined && bytes === undefined) return undefined;
  return Math.min((characters ?? Number.POSITIVE_INFINITY) * 2, bytes ?? Number.POSITIVE_INFINITY);
}

/** Code points are counted only where the number of UTF-16 units leaves a doubt: a character has one or two of them. */
function hasLength(value: string, min: number, max: number): boolean {
  const units = value.length;
  if (units < min || units > max * 2) return false;
  if (units <= max && units >= min * 2) return true;
  const characters = countCharacters(value);
  return characters >= min && characters <= max;
}

function countCharacters(value: string): number {
  let characters = 0;
  for (const _character of value) characters += 1;
  return characters;
}

function upper(bounds: unknown): number | undefined {
  const max = isObject(bounds) ? bounds.max : bounds;
  return typeof max === 'number' ? max : undefined;
}
