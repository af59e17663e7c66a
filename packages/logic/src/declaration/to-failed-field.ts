import type { FailedField } from '../types.ts';
import type { Field } from './field.ts';
import type { References } from './resolve-references.ts';

/** What messages need of a field: the same object each time, so that its messages can be cached. */
export function toFailedField(field: Field, references: References | undefined): FailedField {
  if (references === undefined) return makeFailedField(field, undefined);
  const failed = known.get(field) ?? makeFailedField(field, references);
  known.set(field, failed);
  return failed;
}

// --- internal ---

const known = new WeakMap<Field, FailedField>();

function makeFailedField(field: Field, references: References | undefined): FailedField {
  const { label, path, secret, message } = field;
  return { label, path, secret, message, secretRules: references?.get(field)?.secretRules };
}
