import { isPlainObject } from '../is-plain-object.ts';
import type { TableAccess } from '../policy/access.ts';
import { PolicyError } from '../policy/policy-error.ts';
import { readDecision } from '../policy/restrict-relations.ts';
import type { Repository } from '../provider.ts';
import { restricted } from '../restriction.ts';
import type { Description, Filter, Id, Row } from '../types.ts';
import { insertRows } from '../write-rows.ts';
import type { LinkTable } from './relation-writer.ts';

/** A table with a primary key, which is written like every other one. */
export function keyedLinks(repository: Repository): LinkTable {
  return {
    find: (where) => (repository.unrestricted ?? repository).findMany({ where, lock: true }),
    add: (rows) => insertRows(repository, rows),
    remove: (where) => repository.delete(where),
  };
}

/**
 * A table without a primary key of one column: its policy is asked by the two columns that refer.
 *
 * @param access - `undefined` for a table without a policy
 */
export function keylessLinks(
  repository: Repository,
  description: Description,
  [from, to]: readonly [from: string, to: string],
  access: TableAccess | undefined,
): LinkTable {
  const find = (where: Filter): Promise<Row[]> => repository.findMany({ where, lock: true });
  if (access === undefined)
    return { find, add: (rows) => insertRows(repository, rows), remove: (where) => repository.delete(where) };
  const conditionsOf = (operation: 'read' | 'delete') => readDecision(access.decide(operation), description, access);
  return {
    find,
    async add(rows) {
      const fields = access.ruledFields.filter((name) => rows.some((row) => Object.hasOwn(row, name)));
      const conditions = readDecision(access.decide('create', fields), description, access);
      if (conditions === false) throw new PolicyError(access, 'create', { values: { ...rows[0] } });
      await insertRows(
        repository,
        rows.map((row) => ({ ...defaultsOf(access, description), ...row })),
      );
      if (conditions.length === 0) return;
      const where = restricted({ [from]: idsIn(rows, from), [to]: idsIn(rows, to) }, conditions);
      const allowed = new Set((await repository.findMany({ where, fields: [from, to] })).map(pairOf));
      const refused = rows.find((row) => !allowed.has(pairOf(row)));
      if (refused !== undefined) throw new PolicyError(access, 'create', { values: { ...refused } });
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

  function pairOf(row: Row): string {
    return JSON.stringify([String(row[from]), String(row[to])]);
  }
}

// --- internal ---

function idsIn(rows: readonly Row[], column: string): Id[] {
  return [...new Set(rows.map((row) => row[column] as Id))];
}

/** An equality can also be about something else than a column. */
function defaultsOf({ defaults }: TableAccess, { columns }: Description): Row {
  return Object.fromEntries(
    Object.entries(defaults).filter(([name, value]) => columns.has(name) && !isPlainObject(value)),
  );
}
