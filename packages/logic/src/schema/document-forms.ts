import type { Kind } from '../kind.ts';
import type { Schema } from '../schemas.ts';

/** Values that have two forms in the standard: many tools take one type for a schema, besides null. */
export function describeForms(schema: Schema, kind: Kind): void {
  const { type, minimum, maximum, pattern } = schema;
  const forms: Readonly<Partial<Record<Kind, readonly Schema[]>>> = {
    date: [
      { type: 'string', format: 'date' },
      { type: 'string', format: 'date-time' },
    ],
    bigint: [
      { type: 'integer', minimum, maximum },
      { type: 'string', pattern },
    ],
  };
  const found = forms[kind];
  if (found === undefined) return;
  for (const keyword of ['type', 'minimum', 'maximum', 'pattern']) delete schema[keyword];
  schema.anyOf = [...found, ...([type].flat().includes('null') ? [{ type: 'null' }] : [])];
}
