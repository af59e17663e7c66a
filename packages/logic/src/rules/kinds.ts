import { readDate } from '../run/read-date.ts';
import { floatRange, intRange, isObject, onlyTrue } from './arguments.ts';
import type { Kind, Rule, Schema, Test } from './rule.ts';
import { isWellFormed } from './well-formed.ts';

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

/** Keywords that every value of a kind has to pass; `range` is the argument of `int` and `float`. */
export function kindSchema(kind: Kind, range: unknown): Schema {
  switch (kind) {
    case 'any':
      return { 'x-wellFormed': true };
    case 'string':
      return { type: 'string', 'x-wellFormed': true };
    case 'int': {
      // Beyond the safe integers a number no longer is the one that was sent.
      const { minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER } = limits(range);
      return { type: 'integer', minimum, maximum };
    }
    case 'float':
      return { type: 'number', ...limits(range) };
    case 'date':
      return { type: 'string', 'x-date': true };
    case 'file':
      return { type: 'object', 'x-file': true };
    default:
      return { type: kind };
  }
}

/** Tests of the keywords of `kindSchema`, with the JSON type that they look at. */
export const kindTests: Record<string, { readonly type: 'string' | 'object'; readonly test: Test }> = {
  'x-wellFormed': { type: 'string', test: isWellFormed },
  'x-date': { type: 'string', test: (value: string) => readDate(value) !== undefined },
  'x-file': { type: 'object', test: isUpload },
};

/** The name that an upload came with, in the words of the upload middleware at hand. */
export function uploadName(upload: Record<string, unknown>): unknown {
  return upload.originalname ?? upload.originalFilename ?? upload.name ?? upload.filename;
}

// --- internal ---

function limits(range: unknown): { minimum?: number; maximum?: number } {
  if (!isObject(range)) return {};
  const { min, max } = range as { min?: number; max?: number };
  return { ...(min !== undefined && { minimum: min }), ...(max !== undefined && { maximum: max }) };
}

function isUpload(value: Record<string, unknown>): boolean {
  return typeof uploadName(value) === 'string' && typeof value.size === 'number';
}
