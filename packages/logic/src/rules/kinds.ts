import { isObject } from '../is-object.ts';
import type { Kind } from '../kind.ts';
import type { Schema } from '../schemas.ts';
import { floatRange, intRange, onlyTrue } from './arguments.ts';
import { isWellFormed } from './json.ts';
import { parseDate } from './parse-date.ts';
import type { Rule, Test } from './rule.ts';

/** The rules that declare a type: at most one a field. */
export const typeRules: Record<string, Rule> = {
  string: { declares: 'string', refuse: onlyTrue },
  int: { declares: 'int', refuse: intRange },
  bigint: { declares: 'bigint', refuse: intRange },
  float: { declares: 'float', refuse: floatRange },
  boolean: { declares: 'boolean', refuse: onlyTrue },
  array: { declares: 'array', refuse: onlyTrue },
  object: { declares: 'object', refuse: onlyTrue },
  date: { declares: 'date', refuse: onlyTrue },
  file: { declares: 'file', refuse: onlyTrue },
};

/** The JSON type of the values of a kind; undefined for `any`. */
export function jsonTypeOf(kind: Kind): JsonType | undefined {
  return KINDS[kind].type;
}

/** Whether a value has the JSON type of a kind. */
export function isOfKind(value: unknown, kind: Kind): boolean {
  const { type } = KINDS[kind];
  if (kind === 'bigint') return typeof value === 'number' || typeof value === 'string';
  if (type === undefined) return true;
  if (type === 'array') return Array.isArray(value);
  return type === 'object' ? isObject(value) : typeof value === type;
}

/** The test of values of a kind beyond their JSON type; `range` is the argument of `int`, `bigint` and `float`. */
export function kindTest(kind: Kind, range: unknown): Test | undefined {
  return KINDS[kind].test?.(isObject(range) ? range : {});
}

/** JSON Schema keywords of the values of a kind. */
export function kindSchema(kind: Kind, range: unknown): Schema {
  const { type, schema } = KINDS[kind];
  return schema?.(isObject(range) ? range : {}) ?? (type === undefined ? {} : { type });
}

/** The file name of an upload; each upload middleware has another property for it. */
export function uploadName(upload: Record<string, unknown>): unknown {
  return upload.originalname ?? upload.originalFilename ?? upload.name ?? upload.filename;
}

// --- internal ---

interface Range {
  readonly min?: number;
  readonly max?: number;
}

type JsonType = 'string' | 'number' | 'boolean' | 'array' | 'object';

interface KindRow {
  readonly type?: JsonType;
  readonly test?: (range: Range) => Test;
  /** Default: the JSON type. */
  readonly schema?: (range: Range) => Schema;
}

const KINDS: Readonly<Record<Kind, KindRow>> = {
  any: { test: () => isExact },
  string: { type: 'string', test: () => isWellFormed },
  int: {
    type: 'number',
    // Beyond the safe integers a number no longer is the one that was sent.
    test: (range) => isWithin(range, Number.isSafeInteger),
    schema: ({ min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER }) => ({
      ...{ type: 'integer', minimum: min, maximum: max },
    }),
  },
  bigint: {
    test: (range) => (value: unknown) => isBig(value, range),
    // Bounds apply to numbers only, so `x-bigint` has them for text.
    schema: (range) => {
      const { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = range;
      const isBounded = range.min !== undefined || range.max !== undefined;
      return {
        ...{ type: ['integer', 'string'], minimum: min, maximum: max, pattern: BIG.source },
        'x-bigint': isBounded ? range : true,
      };
    },
  },
  float: {
    type: 'number',
    test: (range) => isWithin(range, Number.isFinite),
    schema: ({ min, max }) => ({
      type: 'number',
      ...(min !== undefined && { minimum: min }),
      ...(max !== undefined && { maximum: max }),
    }),
  },
  boolean: { type: 'boolean' },
  array: { type: 'array' },
  object: { type: 'object' },
  date: {
    type: 'string',
    test: () => (value: string) => parseDate(value) !== undefined,
    schema: () => ({ type: 'string', 'x-date': true }),
  },
  file: { type: 'object', test: () => isUpload, schema: () => ({ type: 'object', 'x-file': true }) },
};

const BIG = /^-?(?:0|[1-9][0-9]{0,19})$/;

/** Whether a value is a whole number of 64 bits, signed or unsigned; past the safe integers as text, with its own digits. */
function isBig(value: unknown, { min, max }: Range): boolean {
  if (!(typeof value === 'string' ? BIG.test(value) : Number.isSafeInteger(value))) return false;
  const number = BigInt(value as string | number);
  return number >= (min ?? -(2n ** 63n)) && number <= (max ?? 2n ** 64n - 1n);
}

function isWithin(
  { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY }: Range,
  isNumber: (value: unknown) => boolean,
): Test {
  return (value: number) => isNumber(value) && value >= min && value <= max;
}

/**
 * Whether a value of any kind is the one that was sent: half a character has no UTF-8 form, `1e999` is no number any
 * more.
 */
function isExact(value: unknown): boolean {
  if (typeof value === 'string') return isWellFormed(value);
  return typeof value !== 'number' || Number.isFinite(value);
}

function isUpload(value: Record<string, unknown>): boolean {
  return typeof uploadName(value) === 'string' && typeof value.size === 'number';
}
