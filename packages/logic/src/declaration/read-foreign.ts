import type { Place } from '../errors.ts';
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
      return compileJsonSchema(declared, place);
    case 'standard':
      return wrapStandardSchema(declared, place);
    default:
      return undefined;
  }
}
