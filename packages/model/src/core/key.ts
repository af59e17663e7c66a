import { isPlainObject } from '@rest-gen/logic/common';
import type { Description, Filter, Id, KeyColumns, KeyValue, Operators, Row } from './types.ts';

/** The names of the columns of a primary key. */
type Columns = Description['primaryKey'];

/** The primary key of a row: the value of its column, or the list of the values of several. */
export function keyOf(row: Row, primaryKey: Columns): Id {
  const [column] = primaryKey;
  if (column !== undefined && primaryKey.length === 1) return row[column] as KeyValue;
  return primaryKey.map((name) => row[name] as KeyValue);
}

/** The values of the columns of a key, in their order. */
export function keyValues(id: Id): readonly KeyValue[] {
  return isList(id) ? id : [id];
}

/** The columns of a key with their values; columns without a value are left out. */
export function keyRow(id: Id, primaryKey: Columns): Row {
  const values = keyValues(id);
  return Object.fromEntries(primaryKey.slice(0, values.length).map((name, at) => [name, values[at]]));
}

/** A text that is the same for equal keys, and for no others: two reads give other objects for bytes and lists. */
export function keyText(id: Id): string {
  return isList(id) ? JSON.stringify(id.map(String)) : String(id);
}

/** Rows by the text of their keys. */
export function byKey(rows: readonly Row[], primaryKey: Columns): Map<string, Row> {
  return new Map(rows.map((row) => [keyText(keyOf(row, primaryKey)), row]));
}

/** The filter for records by their keys. */
export function whereKeys(ids: readonly Id[], primaryKey: Columns): Filter {
  const [column] = primaryKey;
  if (column !== undefined && primaryKey.length === 1) {
    const values = ids as readonly KeyValue[];
    return { [column]: values.length === 1 ? (values[0] as KeyValue) : values };
  }
  const [only] = ids;
  if (only !== undefined && ids.length === 1) return keyRow(only, primaryKey) as Filter;
  return { or: [...groupKeys(ids as readonly (readonly KeyValue[])[], primaryKey)] };
}

/** The primary key that a filter names, if it names one. */
export function keyIn(where: Filter, primaryKey: Columns): Id | undefined {
  const values = primaryKey.map((column) => equalTo(where, column));
  if (values.length === 0 || values.includes(undefined)) return undefined;
  return (values.length === 1 ? values[0] : values) as Id;
}

/** The key of a record after a change of some of its columns. */
export function movedKey(id: Id, changes: Row, primaryKey: Columns): Id {
  return keyOf({ ...keyRow(id, primaryKey), ...pickKey(changes, primaryKey) }, primaryKey);
}

/** Whether a value can be a key: `undefined`, null and objects cannot. */
export function isId(value: unknown): value is Id {
  return Array.isArray(value) ? value.length > 1 && value.every(isKeyValue) : isKeyValue(value);
}

/** Whether columns are the primary key, all of it. */
export function isKey(columns: KeyColumns, primaryKey: Columns): boolean {
  const list = columnsOf(columns);
  return list.length === primaryKey.length && list.every((column) => primaryKey.includes(column));
}

/** The columns of a key as a list. */
export function columnsOf(key: KeyColumns): readonly string[] {
  return typeof key === 'string' ? [key] : key;
}

/** Whether two keys have the same columns in the same order. */
export function isSameKey(one: KeyColumns, other: KeyColumns): boolean {
  return columnsOf(one).join('\0') === columnsOf(other).join('\0');
}

// --- internal ---

function isList(id: Id): id is readonly KeyValue[] {
  return Array.isArray(id);
}

function pickKey(row: Row, primaryKey: Columns): Row {
  return Object.fromEntries(primaryKey.flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]]])));
}

function equalTo(where: Filter, column: string): unknown {
  const condition = where[column];
  const value = isPlainObject(condition) ? (condition as Operators).eq : condition;
  if (isKeyValue(value)) return value;
  if (!Array.isArray(where.and)) return undefined;
  for (const part of where.and as readonly Filter[]) {
    const found = equalTo(part, column);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isKeyValue(value: unknown): value is KeyValue {
  return ['string', 'number', 'bigint', 'boolean'].includes(typeof value) || value instanceof Uint8Array;
}

/** One condition for all keys that differ in their last column only: databases limit the depth of an expression. */
function* groupKeys(keys: readonly (readonly KeyValue[])[], primaryKey: Columns): Generator<Filter> {
  const [last, ...others] = primaryKey.toReversed() as [string, ...string[]];
  const groups = new Map<string, (readonly KeyValue[])[]>();
  for (const key of keys) {
    const name = keyText(key.slice(0, -1));
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [key]);
    else group.push(key);
  }
  const columns = others.toReversed();
  for (const group of groups.values())
    yield {
      ...keyRow((group[0] as KeyValue[]).slice(0, -1), columns),
      [last]: group.map((key) => key.at(-1)),
    } as Filter;
}
