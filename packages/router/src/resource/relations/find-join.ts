import {
  columnsOf,
  type Description,
  type ForeignKey,
  type IncludeDeclaration,
  isDataError,
  isKey,
  type KeyColumns,
  notDeleted,
  type Relation,
} from '@rest-gen/model/core';
import { findKey, findReference, keyFor, quoteKey } from './find-reference.ts';
import type { Tables } from './read-tables.ts';
import { listColumns, listNames, nameOf, type Place, relationError } from './relation-error.ts';
import { columnNames, namesIn, tableNames, toSnakeCase } from './table-names.ts';

/** A declaration that is not just `true`. */
export type RelationOptions = Exclude<IncludeDeclaration, boolean>;

/** How the records of two tables belong together. */
export type Join = Pick<Relation, 'kind' | 'target' | 'from' | 'to' | 'through'>;

/**
 * Find the other table of a relation, and the columns that connect it: by the foreign keys, else by their names.
 *
 * @throws {StartError} `E_RELATION`
 */
export async function findJoin(
  options: RelationOptions,
  own: Description,
  place: Place,
  tables: Tables,
): Promise<Join> {
  if (options.through !== undefined) return joinThrough(options, options.through, own, place, tables);
  const isCount = options.count !== undefined;
  const isList = isCount || (options.max ?? options.order) !== undefined;
  const key = keyColumns(options.key);
  const columns = key === undefined ? columnNames(nameOf(place)) : [key];
  const known = columns.find((one) => hasColumns(own, one));
  if (isList && !isCount && options.key === undefined && known !== undefined)
    throw notList(listColumns(known), own, place);
  const column = isList ? undefined : known;
  const found = column === undefined ? undefined : await joinOne(column, options, own, place, tables);
  return found ?? joinOther(options, own, place, tables, isList ? undefined : columns);
}

// --- internal ---

/** What the declaration names: one column as it is, several as a list. */
function keyColumns(key: RelationOptions['key']): KeyColumns | undefined {
  const names = namesIn(key);
  return names?.length === 1 ? names[0] : names;
}

function hasColumns({ columns }: Description, key: KeyColumns): boolean {
  return columnsOf(key).every((name) => columns.has(name));
}

/** @returns `undefined` where a column of this name in the other table refers to the own one */
async function joinOne(
  column: KeyColumns,
  { table, key, one = false }: RelationOptions,
  own: Description,
  place: Place,
  tables: Tables,
): Promise<Join | undefined> {
  const name = nameOf(place);
  const reference = findKey(own, column);
  const named = table ?? reference?.table;
  const target = await readFirst(named === undefined ? [name, toSnakeCase(name)] : [named], tables, (missing) =>
    relationError(
      place,
      `"${own.name}" has the column "${listColumns(column)}", and ${missing}`,
      `Write ${name}: { table: '…', key: ${quoteKey(column)} }, with the name of the other table.`,
      [own],
    ),
  );
  // A key by its own name says which of the tables it is in, unless both have it.
  if (key !== undefined && !columnNames(name).includes(String(column)) && hasColumns(target, column)) {
    const isOwn = isReferring(own, column, target);
    if (isOwn === undefined && !one) throw ambiguous(column, own, target, place);
    if (isOwn === false) return undefined;
  }
  const isDeclared = reference?.table === target.name;
  const [from, to] = isDeclared ? [reference.column, reference.key] : [column, keyFor(column, target)];
  return { kind: 'one', target, from, to };
}

/** Whether a column that both tables have is that of the own one: foreign keys say so, else the primary key that it would refer to. */
function isReferring(own: Description, column: KeyColumns, target: Description): boolean | undefined {
  const declared = [findKey(own, column)?.table === target.name, findKey(target, column)?.table === own.name];
  const named = [isKey(column, target.primaryKey), isKey(column, own.primaryKey)];
  const [isOwn, isOther] = declared.includes(true) ? declared : named;
  return isOwn === isOther ? undefined : isOwn;
}

async function joinOther(
  { table, key, count, one = false }: RelationOptions,
  own: Description,
  place: Place,
  tables: Tables,
  columns: readonly KeyColumns[] | undefined,
): Promise<Join> {
  const name = nameOf(place);
  const named = count ?? table;
  const target = await readFirst(named === undefined ? tableNames(name) : [named], tables, (missing) =>
    relationError(
      place,
      columns === undefined
        ? missing
        : `"${own.name}" has no column ${listNames(columns.map(listColumns))}, and ${missing}`,
      count === undefined
        ? `Write ${name}: { table: '…' }, with the name of the other table; and key: '…', with the column that refers.`
        : `Write ${name}: { count: '…' }, with the name of the other table.`,
      [own],
    ),
  );
  const wanted = keyColumns(key);
  const several = columns === undefined || wanted !== undefined ? undefined : onlyReference(own, target);
  if (several !== undefined) return { kind: 'one', target, from: several.column, to: several.key };
  const { column: to, key: from } = findReference(target, own, { key: wanted }, place);
  if (count !== undefined) return { kind: 'count', target, from, to };
  return { kind: one ? 'one' : 'many', target, from, to };
}

/** The only foreign key of several columns to a table that does not refer back: no name of one column says that there is one. */
function onlyReference({ name, foreignKeys = [] }: Description, other: Description): ForeignKey | undefined {
  const [first, ...more] = foreignKeys.filter(({ table }) => table === other.name);
  const isBack = other.foreignKeys?.some(({ table }) => table === name);
  return typeof first?.column === 'string' || more.length > 0 || isBack ? undefined : first;
}

async function joinThrough(
  { table, count, ...options }: RelationOptions,
  through: string,
  own: Description,
  place: Place,
  tables: Tables,
): Promise<Join> {
  const name = nameOf(place);
  const middle = await readFirst([through], tables, (missing) =>
    relationError(place, missing, `Write ${name}: { through: '…' }, with the table between the two.`),
  );
  const named = count ?? table;
  const target = await readFirst(named === undefined ? tableNames(name) : [named], tables, (missing) =>
    relationError(place, missing, `Write ${name}: { table: '…', through: '${through}' }.`, [middle]),
  );
  const [key, otherKey] = [keyColumns(options.key), keyColumns(options.otherKey)];
  const first = findReference(middle, own, { key, through, taken: otherKey }, place);
  const second = findReference(middle, target, { key: otherKey, through, taken: first.column }, place);
  const where = notDeleted(middle);
  return {
    kind: count === undefined ? 'many' : 'count',
    target,
    from: first.key,
    to: second.key,
    through: { target: middle, from: first.column, to: second.column, ...(where && { where }) },
  };
}

/** The first of these tables that exists. */
async function readFirst(
  names: readonly string[],
  tables: Tables,
  refuse: (missing: string) => Error,
): Promise<Description> {
  let reason = '';
  for (const name of new Set(names)) {
    const table = await tables.read(name);
    if (!isDataError(table)) return table;
    reason = table.message;
  }
  // Where one table is meant, the store reports what is wrong with it: the table may exist without a primary key.
  throw refuse(names.length === 1 ? lowerFirst(reason) : `there is no table ${listNames([...new Set(names)])}`);
}

function ambiguous(column: KeyColumns, own: Description, target: Description, place: Place): Error {
  const where = own.name === target.name ? `"${own.name}" refers to itself` : 'both tables have this column';
  return relationError(
    place,
    `the key "${listColumns(column)}" can mean one record or a list: ${where}`,
    `For one record write ${nameOf(place)}: { …, key: ${quoteKey(column)}, one: true }; for a list ${nameOf(place)}: { …, key: ${quoteKey(column)}, max: 20 }.`,
    [own, target],
  );
}

function notList(column: string, own: Description, place: Place): Error {
  return relationError(
    place,
    `"max" and "order" are options of a list, and the column "${column}" of "${own.name}" means one record`,
    `Take them out; for a list write ${nameOf(place)}: { …, key: '…' }, with the column of the other table that refers.`,
  );
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
