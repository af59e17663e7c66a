import { isObject } from '../rules/arguments.ts';

/** Which kind of schema was written in place of rules. */
export type ForeignKind = 'standard' | 'json';

/**
 * Distinguish a JSON Schema or Standard Schema from rules.
 *
 * A Standard Schema has `~standard`. A JSON Schema has a keyword with an argument that is not valid in rules.
 *
 * @param position - a section, or a single field (`enum` and `const` are rules of fields, so they do not identify a schema there)
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

// --- internal ---

const UNIONS = ['anyOf', 'oneOf', 'allOf'];
