import type { Condition } from './conditions.ts';
import type { ModelProvider, Repository } from './provider.ts';
import { restricted } from './restriction.ts';
import type { SoftDeletes } from './soft-deletes.ts';
import type { Filter } from './types.ts';
import { updateRows } from './write-rows.ts';

/**
 * The models that requests use: whatever they ask, deleted records are not there, and descriptions name the column of the
 * time (`deletedAt`). What a write does about it stands in `write/soft-delete.ts` and `write/references.ts`.
 *
 * @param models - what the project exports, and sees everything
 * @returns the same where no table is soft-deleted
 */
export function livingModels(models: ModelProvider, softDeletes: SoftDeletes): ModelProvider {
  if (softDeletes.size === 0) return models;
  const { describeTable, linkTable, ready } = models;
  return {
    repository: (name, ...rest) => {
      const stored = models.repository(name, ...rest);
      const described = { ...passing(stored), describe: async () => softDeletes.describe(await stored.describe()) };
      return openLiving(described, softDeletes.columnOf(name), false);
    },
    transaction: (work, options) => models.transaction((tx) => work(livingModels(tx, softDeletes)), options),
    ping: () => models.ping(),
    ...(ready && { ready: ready.bind(models) }),
    close: () => models.close(),
    ...(describeTable && {
      describeTable: async (name) => softDeletes.describe(await describeTable.call(models, name)),
    }),
    ...(linkTable && { linkTable: linkTable.bind(models) }),
  };
}

// --- internal ---

/** The methods of a class as members, so that some can be replaced. */
function passing(stored: Repository): Repository {
  const { insertRows, aggregate } = stored;
  return {
    describe: () => stored.describe(),
    findMany: (query) => stored.findMany(query),
    findOne: (query) => stored.findOne(query),
    count: (where) => stored.count(where),
    insert: (values) => stored.insert(values),
    update: (where, values) => stored.update(where, values),
    delete: (where) => stored.delete(where),
    updateRows: (where, values) => updateRows(stored, where, values),
    ...(insertRows && { insertRows: (list) => insertRows.call(stored, list) }),
    ...(aggregate && { aggregate: aggregate.bind(stored) }),
  };
}

/** @param column - `undefined` for a table whose records are deleted for good */
function openLiving(stored: Repository, column: string | undefined, isDeleted: boolean): Repository {
  if (column === undefined) return stored;
  // Checked already: a mask of the column does not matter.
  const shown: Condition[] = [{ column, operator: 'null', value: !isDeleted }];
  const { aggregate } = stored;
  const narrow = (where: Filter | undefined): Filter => restricted(where, shown);
  return {
    ...stored,
    get deleted() {
      return openLiving(stored, column, true);
    },
    findMany: (query) => stored.findMany({ ...query, where: narrow(query?.where) }),
    findOne: (query) => stored.findOne({ ...query, where: narrow(query.where) }),
    count: (where) => stored.count(narrow(where)),
    update: (where, values) => stored.update(narrow(where), values),
    updateRows: (where, values) => updateRows(stored, narrow(where), values),
    delete: (where) => stored.delete(narrow(where)),
    ...(aggregate && { aggregate: (query) => aggregate({ ...query, where: narrow(query.where) }) }),
  };
}
