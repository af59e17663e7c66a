import { isDeepStrictEqual } from 'node:util';
import type { Change } from '../core/changes.ts';
import type { Condition } from '../core/conditions.ts';
import { restricted } from '../core/join-filters.ts';
import { byKey, keyOf, keyText, movedKey, whereKeys } from '../core/key.ts';
import { readFilter } from '../core/read-filter.ts';
import type { ColumnValue } from '../core/read-values.ts';
import type { Description, Id, Row } from '../core/types.ts';
import { inParts } from '../core/write-rows.ts';
import { type AllTables, changesOfReached, type ReadTable, reachRows, sizeOfParts } from './cascades.ts';
import type { SqlResult, Statement } from './sql-client.ts';
import type { Statements } from './statements.ts';
import type { StoredDescription } from './stored-table.ts';

/** A table in the transaction of a write that is recorded. */
export interface RecordedTable extends ReadTable {
  readonly description: StoredDescription;
  readonly statements: Statements;
  readonly run: (statement: Statement) => Promise<SqlResult>;
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

/** Lock rows and what the database deletes or changes together with them, and delete these rows and no others. */
export async function deleteRecorded(
  table: RecordedTable,
  conditions: readonly Condition[],
  all: AllTables,
): Promise<RecordedWrite> {
  const { description, statements, key, run, find } = table;
  const where = restricted(undefined, conditions);
  const before = await find({ where, lock: true });
  if (before.length === 0) return { count: 0, rows: [], changes: [] };
  const reached = await reachRows(table, where, before, all);
  let count = 0;
  if (key.length === 0) count = rowsChanged(await run(statements.delete(conditions)));
  else
    for (const part of inParts(before, sizeOfParts(key))) {
      const ids = part.map((row) => keyOf(row, key));
      count += rowsChanged(await run(statements.delete(conditionsOf(ids, description))));
    }
  return { count, rows: [], changes: await changesOfReached(reached) };
}

/** How many rows a statement has changed. */
export function rowsChanged({ affected, rows }: SqlResult): number {
  return Number(affected ?? rows.length);
}

// --- internal ---

function conditionsOf(ids: readonly Id[], description: Description): Condition[] {
  return readFilter(whereKeys(ids, description.primaryKey), description);
}

/** A value that is `undefined` counts as absent. */
function namesIn(values: Row): string[] {
  return Object.keys(values).filter((name) => values[name] !== undefined);
}
