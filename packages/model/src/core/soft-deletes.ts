import type { Condition } from './conditions.ts';
import { restricted } from './join-filters.ts';
import type { ModelProvider, Repository } from './provider.ts';
import type { Description, Filter, ForeignKey } from './types.ts';
import { updateRows } from './write-rows.ts';

/** The tables whose records are deleted by a time in a column (`static softDelete`), and the names of these columns. */
export class SoftDeletes {
  readonly #columns = new Map<string, string>();
  readonly #described = new WeakMap<Description, Description>();

  /** @param columns - by table; of two for one table the first counts, the start refuses the other */
  constructor(columns: Iterable<readonly [table: string, column: string]>) {
    // Some databases do not distinguish `Post` from `post`.
    for (const [table, column] of columns)
      if (this.columnOf(table) === undefined) this.#columns.set(table.toLowerCase(), column);
  }

  get size(): number {
    return this.#columns.size;
  }

  /** The names of the tables in lower case, and their columns. */
  [Symbol.iterator](): IterableIterator<[table: string, column: string]> {
    return this.#columns.entries();
  }

  columnOf(table: string): string | undefined {
    return this.#columns.get(table.toLowerCase());
  }

  /** A description that says so, of the table and of those that it refers to. */
  describe(description: Description): Description {
    const known = this.#described.get(description) ?? this.#mark(description);
    this.#described.set(description, known);
    return known;
  }

  #mark(description: Description): Description {
    const { name, foreignKeys } = description;
    const mark = (reference: ForeignKey): ForeignKey => ({ ...reference, ...this.#saying(reference.table) });
    return { ...description, ...this.#saying(name), ...(foreignKeys && { foreignKeys: foreignKeys.map(mark) }) };
  }

  #saying(table: string): { deletedAt?: string } {
    const deletedAt = this.columnOf(table);
    return deletedAt === undefined ? {} : { deletedAt };
  }
}

/** What records of a table have to meet, and not be deleted. */
export function notDeleted({ deletedAt }: Pick<Description, 'deletedAt'>, where?: Filter): Filter | undefined {
  if (deletedAt === undefined) return where;
  const condition: Filter = { [deletedAt]: null };
  return where === undefined ? condition : { and: [where, condition] };
}

/**
 * Wrap models for requests (docs/soft-delete.md): whatever they ask, deleted records are not there, and descriptions name
 * the column of the time (`deletedAt`). What a write does about it stands in `write/layers.ts` and `write/references.ts`.
 *
 * @param models - what the project exports, and sees everything
 * @returns the same where no table is soft-deleted
 */
export function withoutDeleted(models: ModelProvider, softDeletes: SoftDeletes): ModelProvider {
  if (softDeletes.size === 0) return models;
  const { describeTable, linkTable, ready, whenCommitted } = models;
  return {
    repository: (name, ...rest) => {
      const stored = models.repository(name, ...rest);
      const described = { ...passing(stored), describe: async () => softDeletes.describe(await stored.describe()) };
      return openPart(described, softDeletes.columnOf(name), false);
    },
    transaction: (work, options) => models.transaction((tx) => work(withoutDeleted(tx, softDeletes)), options),
    ...(whenCommitted && { whenCommitted: whenCommitted.bind(models) }),
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
function openPart(stored: Repository, column: string | undefined, isDeleted: boolean): Repository {
  if (column === undefined) return stored;
  // Checked already: a mask of the column does not matter.
  const shown: Condition[] = [{ column, operator: 'null', value: !isDeleted }];
  const { aggregate } = stored;
  const narrow = (where: Filter | undefined): Filter => restricted(where, shown);
  return {
    ...stored,
    get deleted() {
      return openPart(stored, column, true);
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
