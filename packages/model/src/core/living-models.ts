import type { Condition } from './conditions.ts';
import type { ModelProvider, Repository } from './provider.ts';
import { requireRecords } from './require-records.ts';
import { restricted } from './restriction.ts';
import type { SoftDeletes } from './soft-deletes.ts';
import type { Description, Filter, Row } from './types.ts';
import { updateRows } from './write-rows.ts';

/**
 * The models that requests use: whatever they ask, deleted records are not there. `delete` writes the time into the column; a foreign key cannot be set to a
 * deleted record.
 *
 * @param models - what the project exports, and sees everything
 * @returns the same where no table is soft-deleted
 */
export function livingModels(models: ModelProvider, softDeletes: SoftDeletes): ModelProvider {
  if (softDeletes.size === 0) return models;
  const { describeTable, linkTable } = models;
  const living: ModelProvider = {
    repository(name, ...rest) {
      const stored = models.repository(name, ...rest);
      const describe = async (): Promise<Description> => softDeletes.describe(await stored.describe());
      const check = async (list: readonly Row[]): Promise<void> => {
        const { foreignKeys = [] } = await describe();
        for (const reference of foreignKeys) {
          if (reference.deletedAt === undefined) continue;
          await requireRecords(list, reference, () => living.repository(reference.table, rest[0]));
        }
      };
      return openLiving({ ...checked(stored, check), describe }, softDeletes.columnOf(name), false);
    },
    transaction: (work, options) => models.transaction((tx) => work(livingModels(tx, softDeletes)), options),
    ping: () => models.ping(),
    close: () => models.close(),
    ...(describeTable && {
      describeTable: async (name) => softDeletes.describe(await describeTable.call(models, name)),
    }),
    ...(linkTable && { linkTable: linkTable.bind(models) }),
  };
  return living;
}

// --- internal ---

/** The same table, whose writes are checked before. */
function checked(stored: Repository, check: (list: readonly Row[]) => Promise<void>): Repository {
  const { insertRows, aggregate } = stored;
  return {
    describe: () => stored.describe(),
    findMany: (query) => stored.findMany(query),
    findOne: (query) => stored.findOne(query),
    count: (where) => stored.count(where),
    insert: (values) => check([values]).then(() => stored.insert(values)),
    update: (where, values) => check([values]).then(() => stored.update(where, values)),
    delete: (where) => stored.delete(where),
    updateRows: (where, values) => check([values]).then(() => updateRows(stored, where, values)),
    ...(insertRows && { insertRows: (list) => check(list).then(() => insertRows.call(stored, list)) }),
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
    delete: (where) =>
      isDeleted ? stored.delete(narrow(where)) : stored.update(narrow(where), { [column]: new Date() }),
    ...(aggregate && { aggregate: (query) => aggregate({ ...query, where: narrow(query.where) }) }),
  };
}
