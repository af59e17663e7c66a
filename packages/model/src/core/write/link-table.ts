import { isPlainObject } from '@rest-gen/logic/common';
import { restricted } from '../join-filters.ts';
import { keyOf, whereKeys } from '../key.ts';
import type { TableAccess } from '../policy/access.ts';
import { failsOne } from '../policy/after-image.ts';
import { PolicyError } from '../policy/policy-error.ts';
import { readDecision } from '../policy/restrict-relations.ts';
import type { Repository } from '../provider.ts';
import type { Description, Filter, KeyValue, Row } from '../types.ts';
import { inParts, insertRows } from '../write-rows.ts';
import { refuseNew } from './create-allowed.ts';
import type { LinkColumns, LinkTable } from './relation-writer.ts';
import type { Session } from './session.ts';

/** A table with a primary key, which is written like every other one. */
export function keyedLinks(repository: Repository, { target, from, to }: LinkColumns): LinkTable {
  return {
    find: (where) => (repository.unrestricted ?? repository).findMany({ where, lock: true }),
    async restore(rows) {
      const { deleted } = repository;
      if (deleted === undefined || target.deletedAt === undefined) return rows;
      const pairOf = (row: Row): string => JSON.stringify([String(row[from]), String(row[to])]);
      const found = new Map<string, Row>();
      for (const part of inParts([...new Set(rows.map((row) => row[from] as KeyValue))])) {
        const where: Filter = { [from]: part };
        for (const row of await deleted.findMany({ where, lock: true })) found.set(pairOf(row), row);
      }
      const restored = rows.filter((row) => found.has(pairOf(row)));
      const keys = restored.map((row) => keyOf(found.get(pairOf(row)) as Row, target.primaryKey));
      for (const part of inParts(keys))
        await deleted.update(whereKeys(part, target.primaryKey), { [target.deletedAt]: null });
      return restored.length === 0 ? rows : rows.filter((row) => !found.has(pairOf(row)));
    },
    add: (rows) => insertRows(repository, rows),
    remove: (where) => repository.delete(where),
  };
}

/**
 * A table without a primary key: its policy is asked by the two columns that refer.
 *
 * @param open - opens it in the transaction that the running code belongs to
 * @param access - `undefined` for a table without a policy
 */
export function keylessLinks(
  session: Session,
  open: () => Repository,
  description: Description,
  key: readonly [from: string, to: string],
  access: TableAccess | undefined,
): LinkTable {
  const repository = open();
  const find = (where: Filter): Promise<Row[]> => repository.findMany({ where, lock: true });
  // No class has such a table, so that nothing of it is deleted softly.
  const restore = async (rows: readonly Row[]) => rows;
  if (access === undefined)
    return { find, restore, add: (rows) => insertRows(repository, rows), remove: (where) => repository.delete(where) };
  const conditionsOf = (operation: 'read' | 'delete') => readDecision(access.decide(operation), description, access);
  return {
    find,
    restore,
    async add(rows) {
      const fields = access.ruledFields.filter((name) => rows.some((row) => Object.hasOwn(row, name)));
      const conditions = readDecision(access.decide('create', fields), description, access);
      if (conditions === false) throw refuseNew(access, rows[0] ?? {}, undefined);
      const values: Row[] = rows.map((row) => ({ ...defaultsOf(access, description), ...row }));
      const indexes = rows.map((_, index) => (rows.length > 1 ? index : undefined));
      for (const [index, row] of values.entries())
        if (failsOne(conditions, row, description)) throw refuseNew(access, row, indexes[index]);
      await insertRows(repository, values);
      session.touch({
        open,
        policy: access,
        description,
        operation: 'create',
        key,
        records: rows,
        conditions,
        isSure: false,
        at: 0,
        values,
        indexes,
      });
    },
    async remove(where) {
      const [readable, deletable] = [conditionsOf('read'), conditionsOf('delete')];
      if (readable === false) return;
      const seen = restricted(where, readable);
      const count = await repository.count(seen);
      const deleted = deletable === false ? 0 : await repository.delete(restricted(seen, deletable));
      if (deleted < count) throw new PolicyError(access, 'delete');
    },
  };
}

// --- internal ---

/** An equality can also be about something else than a column. */
function defaultsOf({ defaults }: TableAccess, { columns }: Description): Row {
  return Object.fromEntries(
    Object.entries(defaults).filter(([name, value]) => columns.has(name) && !isPlainObject(value)),
  );
}
