import { isObject } from '../is-object.ts';
import type { Kind } from '../kind.ts';
import type { Schema } from '../schemas.ts';
import { floatRange, intRange, onlyTrue } from './arguments.ts';
import { isWellFormed } from './json.ts';
import { readDate } from './read-date.ts';
import type { Rule, Test } from './rule.ts';

/** The rules that declare a type: at most one a field. */
export const typeRules: Record<string, Rule> = {
  string: { declares: 'string', refuse: onlyTrue },
  int: { declares: 'int', refuse: intRange },
  float: { declares: 'float', refuse: floatRange },
  boolean: { declares: 'boolean', refuse: onlyTrue },
  array: { declares: 'array', refuse: onlyTrue },
  object: { declares: 'object', refuse: onlyTrue },
  date: { declares: 'date', refuse: onlyTrue },
  file: { declares: 'file', refuse: onlyTrue },
};

/** The JSON type of the values of a kind; undefined for `any`. */
export function jsonTypeOf(kind: Kind): JsonType | undefined {
  return kind === 'any' ? undefined : JSON_TYPES[kind];
}

/** Whether a value has the JSON type of a kind. */
export function isOfKind(value: unknown, kind: Kind): boolean {
  const type = jsonTypeOf(kind);
  if (type === undefined) return true;
  if (type === 'array') return Array.isArray(value);
  return type === 'object' ? isObject(value) : typeof value === type;
}

/** What the values of a kind have to pass beyond their JSON type; `range` is the argument of `int` and `float`. */
export function kindTest(kind: Kind, range: unknown): Test | undefined {
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = isObject(range) ? (range as Range) : {};
  switch (kind) {
    case 'any':
      return isExact;
    case 'string':
      return isWellFormed;
    case 'int':
      // Beyond the safe integers a number no longer is the one that was sent.
      return (value: number) => Number.isSafeInteger(value) && value >= min && value <= max;
    case 'float':
      return (value: number) => Number.isFinite(value) && value >= min && value <= max;
    case 'date':
      return (value: string) => readDate(value) !== undefined;
    case 'file':
      return isUpload;
    default:
      return undefined;
  }
}

/** JSON Schema keywords of the values of a kind. */
export function kindSchema(kind: Kind, range: unknown): Schema {
  const { min, max } = isObject(range) ? (range as Range) : {};
  switch (kind) {
    case 'any':
      return {};
    case 'int':
      return { type: 'integer', minimum: min ?? Number.MIN_SAFE_INTEGER, maximum: max ?? Number.MAX_SAFE_INTEGER };
    case 'float':
      return { type: 'number', ...(min !== undefined && { minimum: min }), ...(max !== undefined && { maximum: max }) };
    case 'date':
      return { type: 'string', 'x-date': true };
    case 'file':
      return { type: 'object', 'x-file': true };
    default:
      return { type: kind };
  }
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

const JSON_TYPES: Record<Exclude<Kind, 'any'>, JsonType> = {
  string: 'string',
  date: 'string',
  int: 'number',
  float: 'number',
  boolean: 'boolean',
  array: 'array',
  object: 'object',
  file: 'object',
};

/** Whether a value of any kind is the one that was sent: half a character has no UTF-8 form, `1e999` is no number any more. */
function isExact(value: unknown): boolean {
  if (typeof value === 'string') return isWellFormed(value);
  return typeof value !== 'number' || Number.isFinite(value);
}

function isUpload(value: Record<string, unknown>): boolean {
  return typeof uploadName(value) === 'string' && typeof value.size === 'number';
}
