import type { Ajv2020, ErrorObject } from 'ajv/dist/2020.js';
import { LogicError, type Place } from '../errors.ts';
import { isPlainObject } from '../is-object.ts';
import { suggestion } from '../nearest.ts';
import { loadAjv2020 } from '../on-demand.ts';
import { checkRegExp } from '../regexp/check-regexp.ts';
import { copyJson } from '../rules/json.ts';
import { jsonFormats } from '../rules/json-formats.ts';
import type { Schema } from '../schemas.ts';
import { toPointer } from '../to-pointer.ts';
import { REFERENCE, SAFE } from './create-test.ts';
import { keywordForms, subschemasOf } from './schema-keywords.ts';

/** Throws a LogicError with the pointer into the schema. */
export type Refuse = (pointer: string, problem: string) => never;

/**
 * Copy a JSON Schema (2020-12), check what Ajv does not, and prepare the copy for Ajv.
 *
 * @throws {LogicError} `E_LOGIC_SCHEMA`, or `E_LOGIC_REGEXP` for an expression that can hang; with the pointer into the
 *   schema
 */
export function parseJsonSchema(declared: unknown, place: Place, refuse: Refuse): Schema {
  const copied = copyJson(declared, DEEPEST_SCHEMA);
  if (copied.problem !== undefined) return refuse(toPointer(copied.path), copied.problem);
  const root = copied.copy;
  if (!isPlainObject(root)) return refuse('', 'must be an object, written with braces');
  if (root.$schema !== undefined && String(root.$schema).replace(/#$/, '') !== DRAFT) refuse('/$schema', OLD);
  delete root.$schema;
  checkAgainstMeta(root, refuse);
  prepare(root, [], { place, refuse });
  return root;
}

// --- internal ---

/** Two levels for each object that a schema describes. */
const DEEPEST_SCHEMA = 256;
const DRAFT = 'https://json-schema.org/draft/2020-12/schema';
const OLD = `is of another draft; only 2020-12 is read: leave $schema out, or write "${DRAFT}" and its keywords ($defs, prefixItems, dependentRequired)`;

let meta: Ajv2020 | undefined;

function checkAgainstMeta(root: Schema, refuse: Refuse): void {
  meta ??= new (loadAjv2020().Ajv2020)({ strict: false, logger: false, verbose: true });
  if (meta.validate(DRAFT, root)) return;
  const errors = meta.errors as ErrorObject[];
  const { instancePath, message, params, data } =
    errors.find(({ keyword }) => keyword === 'enum') ?? (errors[0] as ErrorObject);
  const allowed: string[] = params.allowedValues ?? [];
  const near =
    allowed.length > 0 && suggestion(`${JSON.stringify(data)}`.replaceAll('"', ''), allowed, `: ${allowed.join(', ')}`);
  const hint = instancePath.endsWith('/items') ? '; schemas of single items are written in prefixItems' : '';
  refuse(instancePath, `${message}${near || hint}`);
}

/** Replacements of keywords of other drafts and of OpenAPI 3.0. */
const REPLACED: ReadonlyMap<string, string> = new Map([
  ['additionalItems', '; write items, after prefixItems'],
  ['dependencies', '; write dependentRequired or dependentSchemas'],
  ['example', '; write examples'],
  ['id', '; write $id'],
  ['nullable', '; write a list of types, such as type: ["string", "null"]'],
]);

interface Walk {
  readonly place: Place;
  readonly refuse: Refuse;
}

/** Check and prepare a schema and its subschemas. */
function prepare(schema: Schema, path: readonly string[], walk: Walk): void {
  for (const keyword of Object.keys(schema)) {
    if (keyword.startsWith('x-')) {
      delete schema[keyword];
      continue;
    }
    if (!keywordForms.has(keyword)) refuseKeyword(keyword, path, walk);
    for (const [below, inner] of subschemasOf(schema, keyword)) {
      if (isPlainObject(inner)) prepare(inner, [...path, ...below], walk);
    }
  }
  checkValues(schema, path, walk);
  const types = [schema.type].flat();
  if (types.includes('integer') && !types.includes('number')) schema[SAFE] = true;
  if ('$ref' in schema || '$dynamicRef' in schema) schema[REFERENCE] = true;
}

function refuseKeyword(keyword: string, path: readonly string[], { refuse }: Walk): never {
  const replacement = REPLACED.get(keyword);
  const near = replacement ?? suggestion(keyword, [...keywordForms.keys()], '; keywords of your own begin with "x-"');
  return refuse(toPointer(path), `has "${keyword}", which is no keyword of JSON Schema 2020-12${near}`);
}

function checkValues({ pattern, patternProperties, format }: Schema, path: readonly string[], walk: Walk): void {
  if (pattern !== undefined) checkPattern(String(pattern), [...path, 'pattern'], walk);
  for (const source of Object.keys(patternProperties ?? {})) {
    checkPattern(source, [...path, 'patternProperties', source], walk);
  }
  if (format === undefined || Object.hasOwn(jsonFormats, String(format))) return;
  const names = Object.keys(jsonFormats);
  const near = suggestion(String(format), names, `; the formats are ${names.join(', ')}`);
  walk.refuse(toPointer([...path, 'format']), `is "${format}", which is no format that is known${near}`);
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
