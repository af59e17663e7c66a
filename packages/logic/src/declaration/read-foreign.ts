import { LogicError, type Place } from '../errors.ts';
import { compileJsonSchema } from '../foreign/compile-json-schema.ts';
import type { ForeignCheck } from '../foreign/foreign-check.ts';
import { recognizeForeign } from '../foreign/recognize-foreign.ts';
import { wrapStandardSchema } from '../foreign/wrap-standard-schema.ts';

/**
 * Read a JSON Schema or a Standard Schema; undefined for anything else, which may be rules.
 *
 * @throws {LogicError} `E_LOGIC_SCHEMA`, `E_LOGIC_REGEXP` when the schema cannot be used
 */
export function readForeign(declared: unknown, position: 'section' | 'field', place: Place): ForeignCheck | undefined {
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

/** Rules in the style of other libraries, `{ type: 'string', required: true }`, are a JSON Schema; explain this in the error. */
function withHint(declared: unknown, read: () => ForeignCheck): ForeignCheck {
  try {
    return read();
  } catch (error) {
    const { type, required } = declared as { readonly type?: unknown; readonly required?: unknown };
    if (error instanceof LogicError && typeof type === 'string' && typeof required === 'boolean') {
      error.message += `; the string "type" makes this a JSON Schema; to write rules, use { ${type}: true, required: ${required} }`;
    }
    throw error;
  }
}
