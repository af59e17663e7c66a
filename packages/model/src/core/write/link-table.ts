import { isPlainObject } from '../is-plain-object.ts';
import type { TableAccess } from '../policy/access.ts';
import { failsOne } from '../policy/after-image.ts';
import { PolicyError } from '../policy/policy-error.ts';
import { readDecision } from '../policy/restrict-relations.ts';
import type { Repository } from '../provider.ts';
import { restricted } from '../restriction.ts';
import type { Description, Filter, Row } from '../types.ts';
import { insertRows } from '../write-rows.ts';
import type { LinkTable } from './relation-writer.ts';
import type { Session } from './session.ts';

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
  if (access === undefined)
    return { find, add: (rows) => insertRows(repository, rows), remove: (where) => repository.delete(where) };
  const conditionsOf = (operation: 'read' | 'delete') => readDecision(access.decide(operation), description, access);
  return {
    find,
    async add(rows) {
      const fields = access.ruledFields.filter((name) => rows.some((row) => Object.hasOwn(row, name)));
      const conditions = readDecision(access.decide('create', fields), description, access);
      if (conditions === false) throw new PolicyError(access, 'create', { values: { ...rows[0] } });
      const values = rows.map((row) => ({ ...defaultsOf(access, description), ...row }));
      const indexOf = (index: number): number | undefined => (rows.length > 1 ? index : undefined);
      const refused = values.findIndex((row) => failsOne(conditions, row, description));
      if (refused >= 0)
        throw new PolicyError(access, 'create', {
          values: { ...values[refused] },
          ...(rows.length > 1 && { index: refused }),
        });
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
        indexes: rows.map((_, index) => indexOf(index)),
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
