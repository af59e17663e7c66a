import { inspect, isDeepStrictEqual } from 'node:util';
import type { Change } from '../core/changes.ts';
import { columnsOf, keyOf, keyText, whereKeys } from '../core/key.ts';
import type { Query } from '../core/provider.ts';
import type { Description, Filter, ForeignKey, Id, Row } from '../core/types.ts';
import { inParts } from '../core/write-rows.ts';

/** A table in the transaction of a delete that is recorded. */
export interface ReadTable {
  readonly description: Description;
  /** The columns by which its rows are found again; none without a key that compares exactly. */
  readonly key: readonly string[];
  /** Read whole rows, without masks. */
  readonly find: (query: Query) => Promise<Row[]>;
}

/** All tables of the store, in the same transaction. */
export interface AllTables {
  list(): Promise<readonly ReadTable[]>;
  /** The same text for the same table, however its name is written. */
  nameOf(table: string): string;
}

/** Rows of one table that a delete may delete or change, as they are before it. */
export interface Reached {
  readonly table: ReadTable;
  readonly rows: Map<string, Row>;
  /** Those whose references have been followed. */
  readonly followed: Set<string>;
  /** What has found them. */
  readonly found: Filter[];
}

/**
 * Lock the rows that the foreign keys of the database delete or change together with others, and those that these take with
 * them.
 *
 * @param where - what has found `rows`
 * @returns also the rows themselves, first
 */
export async function reachRows(
  table: ReadTable,
  where: Filter,
  rows: readonly Row[],
  all: AllTables,
): Promise<readonly Reached[]> {
  const reached = new Map<string, Reached>();
  /** @returns those that have to be followed */
  const note = (of: ReadTable, filter: Filter, found: readonly Row[], isDeleted: boolean): Row[] => {
    const name = all.nameOf(of.description.name);
    const one: Reached = reached.get(name) ?? { table: of, rows: new Map(), followed: new Set(), found: [] };
    reached.set(name, one);
    one.found.push(filter);
    const fresh: Row[] = [];
    for (const [text, row] of nameRows(found, one.table.key)) {
      if (!one.rows.has(text)) one.rows.set(text, row);
      if (!isDeleted || one.followed.has(text)) continue;
      one.followed.add(text);
      fresh.push(row);
    }
    return fresh;
  };
  const references = findReferences(await all.list(), all);
  const follow = async (name: string, deleted: readonly Row[]): Promise<void> => {
    if (deleted.length === 0) return;
    for (const { by, reference } of references.get(all.nameOf(name)) ?? []) {
      const isDeleted = reference.onDelete === 'cascade';
      // Without a key, a row that was changed is not found again.
      if (!isDeleted && by.key.length === 0) continue;
      for (const filter of whereRefers(reference, deleted)) {
        const found = await by.find({ where: filter, lock: true });
        await follow(by.description.name, note(by, filter, found, isDeleted));
      }
    }
  };
  await follow(table.description.name, note(table, where, rows, true));
  return [...reached.values()];
}

/** What has become of the rows, read again. */
export async function changesOfReached(reached: readonly Reached[]): Promise<Change[]> {
  const changes: Change[] = [];
  for (const { table, rows, found } of reached) {
    const { description, key, find } = table;
    const stored = new Map<string, Row>();
    const filters = key.length === 0 ? found : whereStored([...rows.values()], key);
    for (const where of filters) for (const [text, row] of nameRows(await find({ where }), key)) stored.set(text, row);
    for (const [text, before] of rows) {
      const after = stored.get(text);
      if (isDeepStrictEqual(before, after)) continue;
      changes.push({
        table: description.name,
        action: after === undefined ? 'delete' : 'update',
        key: key.length === 0 ? undefined : keyOf(before, key),
        before,
        after,
        given: [],
      });
    }
  }
  return changes;
}

/** Rows of one statement; keys of several columns are conditions of their own, and databases limit their number. */
export function sizeOfParts(columns: readonly string[]): number | undefined {
  return columns.length === 1 ? MOST_KEYS : undefined;
}

// --- internal ---

/** Values of one statement: SQLite takes 32,766. */
const MOST_KEYS = 30_000;

interface Referring {
  readonly by: ReadTable;
  readonly reference: ForeignKey;
}

/** The references by which a delete reaches further, by the tables that they refer to. */
function findReferences(tables: readonly ReadTable[], { nameOf }: AllTables): Map<string, Referring[]> {
  const found = new Map<string, Referring[]>();
  for (const by of tables)
    for (const reference of by.description.foreignKeys ?? []) {
      if (reference.onDelete === undefined) continue;
      const name = nameOf(reference.table);
      found.set(name, [...(found.get(name) ?? []), { by, reference }]);
    }
  return found;
}

function* whereRefers({ column, key }: ForeignKey, rows: readonly Row[]): Generator<Filter> {
  const columns = columnsOf(column);
  const values = new Map<string, Id>();
  for (const row of rows) {
    const id = keyOf(row, columnsOf(key));
    if (columnsOf(key).every((name) => row[name] !== null)) values.set(keyText(id), id);
  }
  for (const part of inParts([...values.values()], sizeOfParts(columns))) yield whereKeys(part, columns);
}

function* whereStored(rows: readonly Row[], key: readonly string[]): Generator<Filter> {
  const ids = rows.map((row) => keyOf(row, key));
  for (const part of inParts(ids, sizeOfParts(key))) yield whereKeys(part, key);
}

/** Rows by their keys; without one by all values, of equal rows each for itself. */
function nameRows(rows: readonly Row[], key: readonly string[]): Map<string, Row> {
  const named = new Map<string, Row>();
  for (const row of rows) {
    let text = key.length === 0 ? inspect(row, WHOLE) : keyText(keyOf(row, key));
    while (named.has(text)) text += ' ';
    named.set(text, row);
  }
  return named;
}

const WHOLE = { depth: null, maxArrayLength: null, maxStringLength: null, breakLength: Number.POSITIVE_INFINITY };
