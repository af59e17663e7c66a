import type { Field } from '../declaration/field.ts';
import type { SectionDeclaration } from '../declaration/parse-section.ts';
import type { Section } from '../sections.ts';
import { toPointer } from '../to-pointer.ts';
import type { ActionInput, SectionForm, Unwritable } from '../types.ts';

/** A field and where it is in the input of an action. */
export interface LocatedField {
  readonly section: Section;
  /** Names from the input down, the section's first, `null` for the items of a list. */
  readonly path: readonly (string | null)[];
  readonly field: Field;
}

/** List the fields of an action that match a predicate. */
export function listFields(sections: readonly SectionDeclaration[], picks: (field: Field) => boolean): LocatedField[] {
  const visit = ({ section, path, field }: LocatedField): LocatedField[] => [
    ...(picks(field) ? [{ section, path, field }] : []),
    ...(field.fields?.fields ?? []).flatMap((child) => visit({ section, path: [...path, child.name], field: child })),
    ...(field.items === undefined ? [] : visit({ section, path: [...path, null], field: field.items })),
  ];
  return sections.flatMap(({ section, field }) => visit({ section, path: [section], field }));
}

/** A value inside an input, with the object or list that holds it. */
export interface FoundValue {
  readonly holder: Record<string | number, unknown>;
  readonly key: string | number;
  /** JSON Pointer below where the search began. */
  readonly pointer: string;
}

/**
 * Find the values of a field in an input.
 *
 * @param holder - the object in which the path begins
 * @param path - names from there down, `null` for each item of a list
 * @returns where the values are, or would be: an object may lack the last name
 */
export function findValues(holder: Record<string, unknown>, path: readonly (string | null)[]): FoundValue[] {
  const [first, ...rest] = path;
  let found: FoundValue[] = [{ holder, key: first as string, pointer: '' }];
  for (const name of rest) {
    found = found.flatMap((value) => {
      const inside = valueAt(value);
      // A value of the wrong form was refused and is the source itself: nothing may be written into it.
      if (typeof inside !== 'object' || inside === null || Array.isArray(inside) !== (name === null)) return [];
      if (name !== null) return [step(value, inside, name)];
      return (inside as readonly unknown[]).map((_item, key) => step(value, inside, key));
    });
  }
  return found;
}

/** The value itself; undefined where there is none, whatever the holder inherits. */
export function valueAt({ holder, key }: FoundValue): unknown {
  return Object.hasOwn(holder, key) ? holder[key] : undefined;
}

/** List the fields with a date in `deprecated`, the earliest first, by the places that requests have them at. */
export function datedFields(sections: readonly SectionDeclaration[]): LocatedField[] {
  return listFields(sections, ({ deprecated }) => deprecated instanceof Date)
    .map((one) => (one.section === 'headers' ? { ...one, path: [one.section, one.field.source] } : one))
    .sort((a, b) => Number(a.field.deprecated) - Number(b.field.deprecated));
}

/** The date of the first of these fields that an unvalidated input has, blank values included. */
export function findEarliest(fields: readonly LocatedField[], input: ActionInput): Date | undefined {
  const holder = input as unknown as Record<string, unknown>;
  const sent = fields.find(({ path }) => findValues(holder, path).some((found) => valueAt(found) !== undefined));
  return sent?.field.deprecated as Date | undefined;
}

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

// --- internal ---

function step({ pointer }: FoundValue, inside: object, key: string | number): FoundValue {
  return { holder: inside as FoundValue['holder'], key, pointer: pointer + toPointer([key]) };
}
