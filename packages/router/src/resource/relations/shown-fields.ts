import { type Description, findColumn } from '@rest-gen/model/core';
import { overridesShow } from './overrides-show.ts';
import { nameOf, type Place, relationError } from './relation-error.ts';

/**
 * The columns of an included record: what its own class shows, or those of them that the declaration lists.
 *
 * @throws {StartError} `E_RELATION`; {@link DataError} `unknown_field`
 */
export function shownFields(
  target: Description,
  declared: readonly string[] | undefined,
  place: Place,
  option = 'fields',
): readonly string[] {
  // A policy shows nothing: its conditions may name every column.
  if (place.classes === undefined) return [...target.columns.keys()];
  const owner = place.classes.get(target.name);
  if (owner === undefined) checkName(target, place);
  const hidden = owner?.statics.unreadable;
  if (declared === undefined) {
    const problem =
      owner === undefined
        ? `there is no controller of the table "${target.name}" that says what is shown of a record`
        : `the controller "${owner.name}" has a show() of its own, which related records are not passed to`;
    if (owner === undefined || overridesShow(owner.Class))
      throw relationError(place, problem, writeFields(target, place));
    return [...target.columns.keys()].filter((name) => !hidden?.has(name));
  }
  for (const name of declared) {
    findColumn(name, target);
    if (!hidden?.has(name)) continue;
    const reason = `"${option}" names "${name}", which the controller "${owner?.name}" hides`;
    throw relationError(place, reason, 'Take it out: what a class hides is shown nowhere.');
  }
  return declared;
}

// --- internal ---

/** Some databases do not distinguish `User` from `user`: what the class hides would be shown. */
function checkName({ name }: Description, place: Place): void {
  const classes = place.classes?.keys() ?? [];
  const known = [...classes].find((table) => table.toLowerCase() === name.toLowerCase());
  if (known === undefined) return;
  const reason = `the table is written "${name}" here, and "${known}" by its controller`;
  throw relationError(place, reason, `Write ${nameOf(place)}: { table: '${known}', … }.`);
}

function writeFields({ columns }: Description, place: Place): string {
  const some = [...columns.keys()].slice(0, 2).join(',');
  return `Say which fields are shown: ${nameOf(place)}: { fields: '${some}' }.`;
}
