import { isDeepStrictEqual } from 'node:util';
import type { Change } from '../core/changes.ts';
import type { Condition } from '../core/conditions.ts';
import { restricted } from '../core/join-filters.ts';
import { byKey, keyOf, keyText, movedKey, whereKeys } from '../core/key.ts';
import type { Query } from '../core/provider.ts';
import { readFilter } from '../core/read-filter.ts';
import type { ColumnValue } from '../core/read-values.ts';
import type { Description, Id, Row } from '../core/types.ts';
import { inParts } from '../core/write-rows.ts';
import type { KnownTable } from './known-table.ts';
import type { SqlResult, Statement } from './sql-client.ts';

/** A table in the transaction of a write that is recorded. */
export interface RecordedTable extends KnownTable {
  readonly run: (statement: Statement) => Promise<SqlResult>;
  /** Read whole rows, without masks. */
  readonly find: (query: Query) => Promise<Row[]>;
}

/** What a recorded write has done. */
export interface RecordedWrite {
  readonly count: number;
  /** The rows that were updated, as they are stored now. */
  readonly rows: Row[];
  readonly changes: readonly Change[];
}

/** What an insert has changed. */
export function changesOfInsert(
  { name, primaryKey }: Description,
  list: readonly Row[],
  rows: readonly Row[],
): Change[] {
  return rows.map((row, at) => ({
    table: name,
    action: 'create',
    key: primaryKey.length === 0 ? undefined : keyOf(row, primaryKey),
    before: undefined,
    after: { ...row },
    given: namesIn(list[at] ?? {}),
  }));
}

/**
 * Lock rows of a table with a primary key, update these and no others, and read them again.
 *
 * @param changed - `values` with their columns, as they are written
 */
export async function updateRecorded(
  table: RecordedTable,
  conditions: readonly Condition[],
  values: Row,
  changed: readonly ColumnValue[],
): Promise<RecordedWrite> {
  const { description, statements, run, find } = table;
  const { name, primaryKey } = description;
  const given = namesIn(values);
  // Which row has got which of several new keys could not be told.
  const isMoved = given.some((column) => primaryKey.includes(column));
  const before = await find({ where: restricted(undefined, conditions), lock: true });
  const [rows, changes]: [Row[], Change[]] = [[], []];
  let count = 0;
  for (const part of inParts(before, isMoved ? 1 : sizeOfParts(primaryKey))) {
    const ids = part.map((row) => keyOf(row, primaryKey));
    count += rowsChanged(await run(statements.update(conditionsOf(ids, description), changed, false)));
    const moved = isMoved ? ids.map((id) => movedKey(id, values, primaryKey)) : ids;
    const found = await find({ where: whereKeys(moved, primaryKey) });
    const stored = byKey(found, primaryKey);
    for (const [at, row] of part.entries()) {
      const key = ids[at] as Id;
      const after = isMoved ? found[0] : stored.get(keyText(key));
      if (after !== undefined) rows.push(after);
      if (isDeepStrictEqual(row, after)) continue;
      // A trigger may have deleted it.
      const action = after === undefined ? 'delete' : 'update';
      changes.push({ table: name, action, key, before: row, after: after && { ...after }, given });
    }
  }
  return { count, rows, changes };
}

/** Lock rows, and delete these and no others. */
export async function deleteRecorded(table: RecordedTable, conditions: readonly Condition[]): Promise<RecordedWrite> {
  const { description, statements, run, find } = table;
  const { name, primaryKey } = description;
  const before = await find({ where: restricted(undefined, conditions), lock: true });
  const toChange = (row: Row): Change => {
    const key = primaryKey.length === 0 ? undefined : keyOf(row, primaryKey);
    return { table: name, action: 'delete', key, before: row, after: undefined, given: [] };
  };
  if (primaryKey.length === 0) {
    const count = before.length === 0 ? 0 : rowsChanged(await run(statements.delete(conditions)));
    return { count, rows: [], changes: before.map(toChange) };
  }
  const changes: Change[] = [];
  let count = 0;
  for (const part of inParts(before, sizeOfParts(primaryKey))) {
    const ids = part.map((row) => keyOf(row, primaryKey));
    const deleted = rowsChanged(await run(statements.delete(conditionsOf(ids, description))));
    count += deleted;
    // A trigger may have kept some.
    const left = deleted === part.length ? [] : await find({ where: whereKeys(ids, primaryKey) });
    const kept = byKey(left, primaryKey);
    for (const [at, row] of part.entries()) if (!kept.has(keyText(ids[at] as Id))) changes.push(toChange(row));
  }
  return { count, rows: [], changes };
}

/** Rows of one statement; keys of several columns are conditions of their own, and databases limit their number. */
export function sizeOfParts(primaryKey: readonly string[]): number | undefined {
  return primaryKey.length === 1 ? MOST_KEYS : undefined;
}

/** How many rows a statement has changed. */
export function rowsChanged({ affected, rows }: SqlResult): number {
  return Number(affected ?? rows.length);
}

// --- internal ---

/** Values of one statement: SQLite takes 32,766. */
const MOST_KEYS = 30_000;

function conditionsOf(ids: readonly Id[], description: Description): Condition[] {
  return readFilter(whereKeys(ids, description.primaryKey), description);
}

/** A value that is `undefined` counts as absent. */
function namesIn(values: Row): string[] {
  return Object.keys(values).filter((name) => values[name] !== undefined);
}
