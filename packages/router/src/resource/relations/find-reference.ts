import { nearest } from '@rest-gen/logic/common';
import type { Description, ForeignKey } from '@rest-gen/model/core';
import { listNames, nameOf, type Place, relationError } from './relation-error.ts';
import { columnNames } from './table-names.ts';

/** The foreign key on a column. */
export function findKey({ foreignKeys }: Description, column: string): ForeignKey | undefined {
  return foreignKeys?.find((one) => one.column === column);
}

/**
 * The column of a table that refers to the other one, and the column that it refers to.
 *
 * @param key - the column, where the declaration names it
 * @param taken - a column that is used for something else
 * @throws {StartError} `E_RELATION`
 */
export function findReference(
  table: Description,
  other: Description,
  key: string | undefined,
  place: Place,
  taken?: string,
): { readonly column: string; readonly key: string } {
  const found = (table.foreignKeys ?? []).filter((one) => one.table === other.name && one.column !== taken);
  const [first] = found;
  if (key !== undefined) {
    if (!table.columns.has(key)) throw noColumn(key, table, other, place);
    return { column: key, key: found.find(({ column }) => column === key)?.key ?? other.primaryKey };
  }
  if (first !== undefined && found.length === 1) return first;
  const isTaken = taken !== undefined;
  if (first !== undefined) {
    const columns = listNames(found.map(({ column }) => column));
    throw relationError(
      place,
      `several foreign keys of "${table.name}" refer to "${other.name}": ${columns}`,
      isTaken
        ? `Take a table with one other foreign key to "${other.name}".`
        : `Say which is meant: ${nameOf(place)}: { …, key: '${first.column}' }.`,
    );
  }
  const names = columnNames(other.name).filter((name) => name !== taken);
  const column = names.find((name) => table.columns.has(name));
  if (column !== undefined) return { column, key: other.primaryKey };
  const back = other.foreignKeys?.find((one) => one.table === table.name)?.column;
  throw relationError(
    place,
    `no foreign key of "${table.name}" refers to "${other.name}", and it has no column ${listNames(names)}`,
    isTaken
      ? `Add a foreign key to "${other.name}" in a migration.`
      : `Write ${nameOf(place)}: { …, key: '${back ?? '…'}' }, with the column that refers to the other table.`,
    [table, other],
  );
}

// --- internal ---

function noColumn(key: string, table: Description, other: Description, place: Place): Error {
  const meant = nearest(key, table.columns.keys());
  const hint =
    meant === undefined
      ? `Write key: '…', with the column of "${table.name}" that refers to "${other.name}".`
      : `Did you mean "${meant}"?`;
  return relationError(place, `"${table.name}" has no column "${key}"`, hint, [table, other]);
}
