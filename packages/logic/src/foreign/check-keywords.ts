import { LogicError, type Place } from '../errors.ts';
import { suggestion } from '../nearest/nearest.ts';
import { checkRegExp } from '../regexp/check-regexp.ts';
import { isPlainObject } from '../rules/arguments.ts';
import { jsonFormats } from '../rules/json-formats.ts';
import type { Schema } from '../rules/rule.ts';
import { toPointer } from '../to-pointer.ts';
import { keywordForms, REPLACED, subschemasOf } from './schema-keywords.ts';

/** Stops the start, with the pointer into the schema. */
export type Refuse = (pointer: string, problem: string) => never;

/** The pointer of every schema inside a schema, itself included; from the outside in. */
export type FoundSchemas = ReadonlyMap<Schema, string>;

/**
 * Check the keywords of a schema that satisfies the meta-schema, and of all schemas inside of it, and find those.
 *
 * `true` and `false` become the objects that say the same, and extensions (`x-…`) are removed, in place.
 */
export function walkSchema(root: Schema, place: Place, refuse: Refuse): FoundSchemas {
  const found = new Map<Schema, string>();
  walk(root, [], { place, refuse, found });
  return found;
}

// --- internal ---

interface Walk {
  readonly place: Place;
  readonly refuse: Refuse;
  readonly found: Map<Schema, string>;
}

/** Where `false` has an error of its own, which names the key or the length. */
const KEEPS_BOOLEAN: ReadonlySet<string> = new Set([
  'additionalProperties',
  'items',
  'unevaluatedItems',
  'unevaluatedProperties',
]);

function walk(schema: Schema, path: readonly string[], context: Walk): void {
  if (!isPlainObject(schema)) context.refuse(toPointer(path), 'must be an object, written with braces');
  context.found.set(schema, toPointer(path));
  for (const keyword of Object.keys(schema)) {
    if (keyword.startsWith('x-')) {
      delete schema[keyword];
      continue;
    }
    if (!keywordForms.has(keyword)) refuseKeyword(keyword, toPointer(path), context);
    for (const { holder, key, path: below } of subschemasOf(schema, keyword)) {
      const value = holder[key];
      if (typeof value === 'boolean' && KEEPS_BOOLEAN.has(keyword)) continue;
      if (typeof value === 'boolean') holder[key] = value ? {} : { not: {} };
      walk(holder[key] as Schema, [...path, ...below], context);
    }
  }
  checkValues(schema, path, context);
}

function refuseKeyword(keyword: string, pointer: string, { refuse }: Walk): never {
  const replacement = Object.hasOwn(REPLACED, keyword) ? `; write ${REPLACED[keyword]}` : undefined;
  const near = replacement ?? suggestion(keyword, [...keywordForms.keys()], '; keywords of your own begin with "x-"');
  return refuse(pointer, `has "${keyword}", which is no keyword of JSON Schema 2020-12${near}`);
}

function checkValues(schema: Schema, path: readonly string[], context: Walk): void {
  const { pattern, patternProperties, format } = schema;
  if (pattern !== undefined) checkPattern(String(pattern), [...path, 'pattern'], context);
  for (const source of Object.keys(patternProperties ?? {})) {
    checkPattern(source, [...path, 'patternProperties', source], context);
  }
  if (format !== undefined && !Object.hasOwn(jsonFormats, String(format))) {
    const names = Object.keys(jsonFormats);
    const near = suggestion(String(format), names, `; the formats are ${names.join(', ')}`);
    context.refuse(toPointer([...path, 'format']), `is "${format}", which is no format that is known${near}`);
  }
  if (Array.isArray(schema.enum) && schema.enum.length === 0) {
    context.refuse(toPointer([...path, 'enum']), 'is empty: no value can pass');
  }
}

function checkPattern(source: string, path: readonly string[], { place, refuse }: Walk): void {
  const pointer = toPointer(path);
  const regexp = compile(source, pointer, refuse);
  const slow = checkRegExp(regexp);
  if (slow === undefined) return;
  const problem = `the expression of the JSON Schema at #${pointer} can hang: ${regexp}: ${slow.reason}; write it so that every text can match in one way only`;
  throw new LogicError('E_LOGIC_REGEXP', place, problem);
}

function compile(source: string, pointer: string, refuse: Refuse): RegExp {
  try {
    return new RegExp(source, 'u');
  } catch (error) {
    return refuse(pointer, `cannot be read: ${(error as Error).message}`);
  }
}
