import {
  type Description,
  type IncludeDeclaration,
  isDataError,
  isKey,
  notDeleted,
  type Relation,
} from '@rest-gen/model/core';
import { findKey, findReference, onlyColumn } from './find-reference.ts';
import type { Tables } from './read-tables.ts';
import { listNames, nameOf, type Place, relationError } from './relation-error.ts';
import { columnNames, tableNames, toSnakeCase } from './table-names.ts';

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
  const columns = options.key === undefined ? columnNames(nameOf(place)) : [options.key];
  const known = columns.find((name) => own.columns.has(name));
  if (isList && !isCount && options.key === undefined && known !== undefined) throw notList(known, own, place);
  const column = isList ? undefined : known;
  const found = column === undefined ? undefined : await joinOne(column, options, own, place, tables);
  return found ?? joinOther(options, own, place, tables, isList ? [] : columns);
}

// --- internal ---

/** @returns `undefined` where a column of this name in the other table refers to the own one */
async function joinOne(
  column: string,
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
      `"${own.name}" has the column "${column}", and ${missing}`,
      `Write ${name}: { table: '…', key: '${column}' }, with the name of the other table.`,
      [own],
    ),
  );
  // A key by its own name says which of the tables it is in, unless both have it.
  if (key !== undefined && !columnNames(name).includes(column) && target.columns.has(column)) {
    const isOwn = isReferring(own, column, target);
    if (isOwn === undefined && !one) throw ambiguous(column, own, target, place);
    if (isOwn === false) return undefined;
  }
  const to = reference?.table === target.name ? reference.key : onlyColumn(target);
  return { kind: 'one', target, from: column, to };
}

/** Whether a column that both tables have is that of the own one: foreign keys say so, else the primary key that it would refer to. */
function isReferring(own: Description, column: string, target: Description): boolean | undefined {
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
  columns: readonly string[],
): Promise<Join> {
  const name = nameOf(place);
  const named = count ?? table;
  const target = await readFirst(named === undefined ? tableNames(name) : [named], tables, (missing) =>
    relationError(
      place,
      columns.length === 0 ? missing : `"${own.name}" has no column ${listNames(columns)}, and ${missing}`,
      count === undefined
        ? `Write ${name}: { table: '…' }, with the name of the other table; and key: '…', with the column that refers.`
        : `Write ${name}: { count: '…' }, with the name of the other table.`,
      [own],
    ),
  );
  const { column: to, key: from } = findReference(target, own, { key }, place);
  if (count !== undefined) return { kind: 'count', target, from, to };
  return { kind: one ? 'one' : 'many', target, from, to };
}

async function joinThrough(
  { table, key, otherKey, count }: RelationOptions,
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

function ambiguous(column: string, own: Description, target: Description, place: Place): Error {
  const where = own.name === target.name ? `"${own.name}" refers to itself` : 'both tables have this column';
  return relationError(
    place,
    `the key "${column}" can mean one record or a list: ${where}`,
    `For one record write ${nameOf(place)}: { …, key: '${column}', one: true }; for a list ${nameOf(place)}: { …, key: '${column}', max: 20 }.`,
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
