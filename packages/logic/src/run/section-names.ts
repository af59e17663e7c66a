import type { Field } from '../declaration/field.ts';
import type { SectionForm, Unwritable } from '../types.ts';

/** How a section is declared. */
export function formOf(field: Field | undefined): SectionForm | undefined {
  if (field?.foreign !== undefined) return 'schema';
  // Only rules of a whole value have a type.
  return field && (field.kindRule === undefined ? 'fields' : 'value');
}

/** Names of the fields that a section may have; undefined if it is not an object, or a schema does not list them. */
export function namesOf(field: Field | undefined): readonly string[] | undefined {
  return field?.foreign === undefined ? field?.fields?.fields.map(({ name }) => name) : field.foreign.names;
}

/** Names of the declared fields of a body, or of its items if it is a list, that match a predicate. */
export function namesIn(body: Field | undefined, picks: (field: Field) => boolean): readonly string[] {
  const { fields = [], unwritable = [] } = (body?.items ?? body)?.fields ?? {};
  return [...fields, ...unwritable].filter(picks).map(({ name }) => name);
}

/** The declared fields that a body cannot have, each with the attribute that says so. */
export function unwritableOf(body: Field | undefined): ReadonlyMap<string, Unwritable> {
  const fields = body?.fields?.unwritable ?? [];
  return new Map(fields.map(({ name, unwritable }) => [name, unwritable as Unwritable]));
}
