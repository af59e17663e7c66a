import { nearest } from '@rest-gen/logic/common';
import { columnsOf, type Description, type ForeignKey, isKey, isSameKey, type KeyColumns } from '@rest-gen/model/core';
import { listColumns, listNames, nameOf, type Place, relationError } from './relation-error.ts';
import { columnNames, singularNames } from './table-names.ts';

/** The foreign key of a column, or of several in any order. */
export function findKey({ foreignKeys }: Description, columns: KeyColumns): ForeignKey | undefined {
  return foreignKeys?.find((one) => isKey(one.column, columnsOf(columns)));
}

/** How the declaration narrows what refers. */
interface Wanted {
  /** The columns, where they are named. */
  readonly key?: KeyColumns | undefined;
  /** The table between the two, which `table` is then. */
  readonly through?: string | undefined;
  /** Columns that are used for something else. */
  readonly taken?: KeyColumns | undefined;
}

/** The primary key that columns refer to; empty where it has another number of columns. */
export function keyFor(columns: KeyColumns, { primaryKey }: Description): KeyColumns {
  if (primaryKey.length !== columnsOf(columns).length) return '';
  return typeof columns === 'string' ? (primaryKey[0] as string) : primaryKey;
}

/**
 * The columns of a table that refer to the other one, and those that they refer to.
 *
 * @throws {StartError} `E_RELATION`
 */
export function findReference(
  table: Description,
  other: Description,
  { key, through, taken }: Wanted,
  place: Place,
): Reference {
  const found = (table.foreignKeys ?? []).filter(
    (one) => one.table === other.name && !(taken && isSameKey(one.column, taken)),
  );
  const [first] = found;
  if (key !== undefined) {
    const unknown = columnsOf(key).find((column) => !table.columns.has(column));
    if (unknown !== undefined) throw noColumn(unknown, table, other, place);
    if (taken !== undefined && isSameKey(key, taken)) throw sameColumn(key, table, place);
    const declared = found.find(({ column }) => isKey(column, columnsOf(key)));
    return declared === undefined ? { column: key, key: keyFor(key, other) } : inOrder(declared, other);
  }
  if (first !== undefined && found.length === 1) return inOrder(first, other);
  const between = `${nameOf(place)}: { through: '${through}', key: '…', otherKey: '…' }`;
  if (first !== undefined) {
    throw relationError(
      place,
      `several foreign keys of "${table.name}" refer to "${other.name}": ${listNames(found.map(({ column }) => listColumns(column)))}`,
      through === undefined
        ? `Say which is meant: ${nameOf(place)}: { …, key: ${quoteKey(first.column)} }.`
        : `Say which refers to this table and which to the other one: ${between}.`,
    );
  }
  const names = singularNames(other.name.slice(other.name.lastIndexOf('.') + 1))
    .flatMap(columnNames)
    .filter((name) => name !== taken);
  const column = names.find((name) => table.columns.has(name));
  if (column !== undefined) return { column, key: keyFor(column, other) };
  const { primaryKey } = other;
  if (primaryKey.length > 1 && primaryKey.every((one) => table.columns.has(one)))
    return { column: primaryKey, key: primaryKey };
  const back = other.foreignKeys?.find((one) => one.table === table.name)?.column;
  throw relationError(
    place,
    `no foreign key of "${table.name}" refers to "${other.name}", and it has no column ${listNames(names)}`,
    through === undefined
      ? `Write ${nameOf(place)}: { …, key: ${quoteKey(back ?? '…')} }, with the column that refers to the other table.`
      : `Name the columns of "${table.name}" that refer to this table and to the other one: ${between}.`,
    [table, other],
  );
}

/** A key as a declaration has it: `'author_id'`, `['order_id', 'line_no']`. */
export function quoteKey(columns: KeyColumns): string {
  return typeof columns === 'string' ? `'${columns}'` : `['${columns.join("', '")}']`;
}

// --- internal ---

type Reference = Pick<ForeignKey, 'column' | 'key'>;

/** The columns in the order of the primary key of the other table, if they refer to it. */
function inOrder({ column, key }: Reference, { primaryKey }: Description): Reference {
  if (typeof key === 'string' || !isKey(key, primaryKey)) return { column, key };
  const columns = columnsOf(column);
  return { column: primaryKey.map((name) => columns[key.indexOf(name)] as string), key: primaryKey };
}

function noColumn(key: string, table: Description, other: Description, place: Place): Error {
  const meant = nearest(key, table.columns.keys());
  const hint =
    meant === undefined
      ? `Write key: '…', with the column of "${table.name}" that refers to "${other.name}".`
      : `Did you mean "${meant}"?`;
  return relationError(place, `"${table.name}" has no column "${key}"`, hint, [table, other]);
}

function sameColumn(key: KeyColumns, table: Description, place: Place): Error {
  const reason = `"key" and "otherKey" are the same column "${listColumns(key)}" of "${table.name}"`;
  const hint =
    'Name the column that refers to this table in key, and the one that refers to the other table in otherKey.';
  return relationError(place, reason, hint, [table]);
}
