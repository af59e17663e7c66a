import type { SectionDeclaration } from '../declaration/read-section.ts';
import type { ActionInput } from '../types.ts';
import { listFields } from './check-later.ts';
import { findValues, readValue } from './find-values.ts';

/** A field that is deprecated since a date, and where requests have it: names from the input down, `null` for the items of a list. */
export interface DatedField {
  readonly path: readonly (string | null)[];
  readonly since: Date;
}

/** List the fields with a date in `deprecated`, the earliest first. */
export function datedFields(sections: readonly SectionDeclaration[]): DatedField[] {
  return listFields(sections, ({ deprecated }) => deprecated instanceof Date)
    .map(({ section, path, field }) => ({
      path: section === 'headers' ? [section, field.source] : path,
      since: field.deprecated as Date,
    }))
    .sort((a, b) => a.since.getTime() - b.since.getTime());
}

/** The date of the first of these fields that an unvalidated input has, blank values included. */
export function findEarliest(fields: readonly DatedField[], input: ActionInput): Date | undefined {
  const holder = input as unknown as Record<string, unknown>;
  return fields.find(({ path }) => findValues(holder, path).some((found) => readValue(found) !== undefined))?.since;
}
