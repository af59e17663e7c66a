import { nearest } from '@rest-gen/logic/common';
import type { Description, ForeignKey } from '@rest-gen/model/core';
import { listNames, nameOf, type Place, relationError } from './relation-error.ts';
import { columnNames, singularNames } from './table-names.ts';

/** The foreign key on a column. */
export function findKey({ foreignKeys }: Description, column: string): ForeignKey | undefined {
  return foreignKeys?.find((one) => one.column === column);
}

/** How the declaration narrows what refers. */
interface Wanted {
  /** The column, where it is named. */
  readonly key?: string | undefined;
  /** The table between the two, which `table` is then. */
  readonly through?: string | undefined;
  /** A column that is used for something else. */
  readonly taken?: string | undefined;
}

/** The column of the primary key; empty for a table that has no key of one column. */
export function onlyColumn({ primaryKey: [column = '', ...others] }: Description): string {
  return others.length === 0 ? column : '';
}

/**
 * The column of a table that refers to the other one, and the column that it refers to.
 *
 * @throws {StartError} `E_RELATION`
 */
export function findReference(
  table: Description,
  other: Description,
  { key, through, taken }: Wanted,
  place: Place,
): { readonly column: string; readonly key: string } {
  const found = (table.foreignKeys ?? []).filter((one) => one.table === other.name && one.column !== taken);
  const [first] = found;
  if (key !== undefined) {
    if (!table.columns.has(key)) throw noColumn(key, table, other, place);
    if (key === taken) throw sameColumn(key, table, place);
    return { column: key, key: found.find(({ column }) => column === key)?.key ?? onlyColumn(other) };
  }
  if (first !== undefined && found.length === 1) return first;
  const between = `${nameOf(place)}: { through: '${through}', key: '…', otherKey: '…' }`;
  if (first !== undefined) {
    throw relationError(
      place,
      `several foreign keys of "${table.name}" refer to "${other.name}": ${listNames(found.map(({ column }) => column))}`,
      through === undefined
        ? `Say which is meant: ${nameOf(place)}: { …, key: '${first.column}' }.`
        : `Say which refers to this table and which to the other one: ${between}.`,
    );
  }
  const names = singularNames(other.name.slice(other.name.lastIndexOf('.') + 1))
    .flatMap(columnNames)
    .filter((name) => name !== taken);
  const column = names.find((name) => table.columns.has(name));
  if (column !== undefined) return { column, key: onlyColumn(other) };
  const back = other.foreignKeys?.find((one) => one.table === table.name)?.column;
  throw relationError(
    place,
    `no foreign key of "${table.name}" refers to "${other.name}", and it has no column ${listNames(names)}`,
    through === undefined
      ? `Write ${nameOf(place)}: { …, key: '${back ?? '…'}' }, with the column that refers to the other table.`
      : `Name the columns of "${table.name}" that refer to this table and to the other one: ${between}.`,
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

function sameColumn(key: string, table: Description, place: Place): Error {
  const reason = `"key" and "otherKey" are the same column "${key}" of "${table.name}"`;
  const hint =
    'Name the column that refers to this table in key, and the one that refers to the other table in otherKey.';
  return relationError(place, reason, hint, [table]);
}
