import { addLogicKeywords } from '@rest-gen/logic';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { JsonValue, OpenApiDocument, Schema } from '../types.ts';

/** Whether a value satisfies a schema of the document. */
export type Judge = (schema: Schema, value: JsonValue) => boolean;

/** Validate with Ajv and the keywords and formats of `@rest-gen/logic`. No value satisfies a schema that Ajv cannot compile. */
export function createJudge({ components = {} }: Pick<OpenApiDocument, 'components'>): Judge {
  const ajv = new Ajv2020({ strict: false, logger: false, validateSchema: false });
  addLogicKeywords(ajv);
  ajv.addSchema({ components }, DOCUMENT);
  return (schema, value) => {
    try {
      return ajv.compile(withDocument(schema))(value) === true;
    } catch {
      return false;
    }
  };
}

// --- internal ---

const DOCUMENT = 'urn:openapi:document';

/** Make references into the document absolute, for Ajv. */
function withDocument(schema: Schema): object {
  return JSON.parse(JSON.stringify(schema), (name, value) =>
    name === '$ref' && typeof value === 'string' && value.startsWith('#') ? DOCUMENT + value : value,
  );
}
