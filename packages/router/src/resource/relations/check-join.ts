import { type ColumnType, columnsOf, type Description, type KeyColumns } from '@rest-gen/model/core';
import type { Join } from './find-join.ts';
import { findKey } from './find-reference.ts';
import { nameOf, type Place, relationError } from './relation-error.ts';

/**
 * Refuse columns that a database cannot compare, or compares loosely: for MariaDB the text `1a` is the number 1.
 *
 * @throws {StartError} `E_RELATION`
 */
export function checkJoin({ kind, target, from, to, through }: Join, own: Description, place: Place): void {
  // A list is sorted by its primary key at last.
  if (from.length === 0) throw noKey(own, place);
  if (to.length === 0 || (kind !== 'count' && target.primaryKey.length === 0)) throw noKey(target, place);
  if (through === undefined) checkTypes(own, from, target, to, place);
  else {
    checkTypes(through.target, through.from, own, from, place);
    checkTypes(through.target, through.to, target, to, place);
  }
}

// --- internal ---

const NUMBERS: ReadonlySet<ColumnType> = new Set(['integer', 'bigint', 'decimal', 'double']);
const TIMES: ReadonlySet<ColumnType> = new Set(['date', 'datetime']);

function checkTypes(table: Description, from: KeyColumns, other: Description, to: KeyColumns, place: Place): void {
  // The database has accepted a foreign key.
  if (findKey(table, from)?.table === other.name || findKey(other, to)?.table === table.name) return;
  const keys = columnsOf(to);
  for (const [at, column] of columnsOf(from).entries()) checkType(table, column, other, keys[at] as string, place);
}

function checkType(table: Description, column: string, other: Description, key: string, place: Place): void {
  const one = table.columns.get(column);
  const two = other.columns.get(key);
  if (one === undefined || two === undefined || one.loose || two.loose || isComparable(one.type, two.type)) return;
  throw relationError(
    place,
    `"${table.name}.${column}" is ${nameType(one.type)}, and "${other.name}.${key}" ${nameType(two.type)}`,
    `Name columns of the same type: ${nameOf(place)}: { …, key: '…' }.`,
  );
}

function isComparable(one: ColumnType, two: ColumnType): boolean {
  return one === two || [NUMBERS, TIMES].some((types) => types.has(one) && types.has(two));
}

function nameType(type: ColumnType): string {
  return `${type === 'integer' ? 'an' : 'a'} ${type}`;
}

function noKey({ name, primaryKey }: Description, place: Place): Error {
  if (primaryKey.length > 1) {
    return relationError(
      place,
      `the primary key of "${name}" has several columns: ${primaryKey.join(', ')}`,
      `Name the columns that refer to them, in this order: ${nameOf(place)}: { …, key: [${primaryKey.map(() => "'…'").join(', ')}] }.`,
    );
  }
  return relationError(
    place,
    `the table "${name}" has no primary key of one column`,
    'Add one, such as t.id() in a migration; a table between two others needs none.',
  );
}
