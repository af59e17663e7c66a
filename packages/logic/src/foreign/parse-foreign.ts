import { LogicError, type Place } from '../errors.ts';
import { isObject } from '../is-object.ts';
import { compileJsonSchema } from './compile-json-schema.ts';
import type { ForeignCheck } from './foreign-check.ts';
import { wrapStandardSchema } from './wrap-standard-schema.ts';

/** The kind of a schema that is written in place of rules. */
export type ForeignKind = 'standard' | 'json';

/**
 * Distinguish a JSON Schema or Standard Schema from rules.
 *
 * A Standard Schema has `~standard`. A JSON Schema has a keyword with an argument that is not valid in rules.
 *
 * @param position - a section, or a single field (`enum` and `const` are rules of fields, so they do not identify a
 *   schema there)
 */
export function recognizeForeign(declared: unknown, position: 'section' | 'field'): ForeignKind | undefined {
  // The types of ArkType are functions.
  if (typeof declared === 'function') return '~standard' in declared ? 'standard' : undefined;
  if (!isObject(declared)) return undefined;
  if ('~standard' in declared) return 'standard';
  const { type, $schema, $ref } = declared;
  if ([type, $schema, $ref].some((keyword) => typeof keyword === 'string') || Array.isArray(type)) return 'json';
  if (UNIONS.some((keyword) => Array.isArray(declared[keyword]))) return 'json';
  if (position === 'field') return undefined;
  const constant = declared.const;
  return Array.isArray(declared.enum) || (constant !== undefined && !isObject(constant)) ? 'json' : undefined;
}

/**
 * Parse a JSON Schema or a Standard Schema; undefined for anything else, which may be rules.
 *
 * @throws {LogicError} `E_LOGIC_SCHEMA`, `E_LOGIC_REGEXP` when the schema cannot be used
 */
export function parseForeign(declared: unknown, position: 'section' | 'field', place: Place): ForeignCheck | undefined {
  switch (recognizeForeign(declared, position)) {
    case 'json':
      return withHint(declared, () => compileJsonSchema(declared, place));
    case 'standard':
      return wrapStandardSchema(declared, place);
    default:
      return undefined;
  }
}

// --- internal ---

const UNIONS = ['anyOf', 'oneOf', 'allOf'];

/**
 * Rules in the style of other libraries, `{ type: 'string', required: true }`, are a JSON Schema; explain this in the
 * error.
 */
function withHint(declared: unknown, parse: () => ForeignCheck): ForeignCheck {
  try {
    return parse();
  } catch (error) {
    const { type, required } = declared as { readonly type?: unknown; readonly required?: unknown };
    if (error instanceof LogicError && typeof type === 'string' && typeof required === 'boolean') {
      error.message += `; the string "type" makes this a JSON Schema; to write rules, use { ${type}: true, required: ${required} }`;
    }
    throw error;
  }
}
