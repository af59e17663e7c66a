import { DataError } from './data-error.ts';
import { copyFilter, expandFilter } from './expand-filter.ts';
import { findColumn } from './find-column.ts';
import { type Aggregated, type AggregateRequest, Groups, runAggregate, type Sum, type Value } from './groups.ts';
import { allOf } from './join-filters.ts';
import { isId, keyIn, keyOf, keyValues } from './key.ts';
import type { Query, Repository } from './provider.ts';
import { readValue } from './read-value.ts';
import { Increment } from './read-values.ts';
import type { Include } from './relations.ts';
import {
  checkBounded,
  checkPositive,
  everything,
  parseInclude,
  type Request,
  readOrder,
  refuse,
  totalOrder,
} from './request.ts';
import { isConcealed, Stored } from './stored.ts';
import type { FieldList, Included, IncludeName, Only, Without } from './tables.ts';
import type { AnyTable, Description, Filter, Id, KeyValue, Row } from './types.ts';
import { insertRows, updateRows } from './write-rows.ts';

/**
 * One page of a list, and where it stands in the whole.
 *
 * @see docs/models-queries.md
 */
export interface Page<T = Row> {
  /** Rows that match, on all pages. */
  readonly count: number;
  readonly totalPages: number;
  /** Number of this page, from 1. */
  readonly page: number;
  readonly pageSize: number;
  readonly rows: T[];
}

/** Runs `work` on the same table inside one transaction. */
export type Atomically = <T>(work: (repository: Repository) => Promise<T>) => Promise<T>;

/**
 * Start building requests to one table or collection of any store.
 *
 * @param repository - from `provider.repository(name)`
 * @param atomically - makes `addMany` all or nothing; without it the records before a failing one stay
 * @param key - another unique column, which ids of the model are values of; by default they are primary keys
 * @example
 * const post = createModel(models.repository('post'));
 * await post.where({ views: { gte: 10 } }).order('-views').page(2, 20).select();
 * @see docs/adapters.md
 */
export function createModel<T extends AnyTable = AnyTable>(
  repository: Repository<T>,
  atomically?: Atomically,
  key?: string,
): Model<T> {
  const request = key === undefined ? everything : { ...everything, key };
  return new Model<T>(repository as unknown as Repository, atomically ?? ((work) => work(repository)), request);
}

/**
 * A request to one table in the making. It never changes: each of `where`, `byId`, `order`, `field`, `omit`, `page`, `limit`, `offset`, `after` and `lock` returns
 * a new model, so one can be kept and built upon.
 *
 * Conditions and omitted fields add up; `order`, `field`, `page`, `limit` and `offset` replace what an earlier call said. Mistakes in the arguments of these
 * throw `DataError` `invalid_filter` at once; everything that asks the store returns a promise that rejects with `DataError`.
 *
 * @typeParam T - the types of the table, a member of `Tables`; by default any name is accepted, and every value is unknown
 * @typeParam R - what a row has, after `field` and `omit`
 * @see docs/models-queries.md
 */
export class Model<T extends AnyTable = AnyTable, R = T['row']> {
  readonly #repository: Repository;
  readonly #atomically: Atomically;
  readonly #request: Request;

  /** Use {@link createModel}. */
  constructor(repository: Repository, atomically: Atomically, request: Request = everything) {
    this.#repository = repository;
    this.#atomically = atomically;
    this.#request = request;
  }

  /** Only the rows that match; every `where` and `byId` of a model must hold. Operators, null and relations: see {@link Filter}. */
  where(filter: T['where']): Model<T, R> {
    const { length } = expandFilter(filter);
    return length === 0
      ? this
      : this.#with({ ...this.#request, filters: [...this.#request.filters, copyFilter(filter)] });
  }

  /** Only the row with this primary key; a key that the column cannot hold (`'abc'`, 1.5 or 2^64 for an integer) matches nothing. */
  byId(id: Id): Model<T, R> {
    if (!isId(id)) {
      throw refuse(
        'An id must be text, a number, a bigint, a boolean or bytes, or a list of these for a composite key',
        'Check that the id is present before asking for its record.',
      );
    }
    return this.#with({ ...this.#request, ids: [...this.#request.ids, id] });
  }

  /**
   * One row at most is meant: `update` and `delete` need no condition then, and refuse (`invalid_filter`) when there are more; `add` refuses (`conflict`)
   * when there is one.
   */
  only(): Model<T, R> {
    return this.#with({ ...this.#request, only: true });
  }

  /** Sort by these fields, the first one first; a leading `-` sorts downwards: `order('-created_at', 'title')` or `order(['-created_at', 'title'])`. */
  order(...fields: readonly (T['order'] | readonly T['order'][])[]): Model<T, R> {
    return this.#with({ ...this.#request, orderBy: (fields.flat() as string[]).map(readOrder) });
  }

  /** Read only these fields: `field('id,title')` or `field(['id', 'title'])`. */
  field<const F extends string>(
    ...fields: readonly (FieldList<F, T['column']> | readonly FieldList<F, T['column']>[])[]
  ): Model<T, Only<T['row'], F>> {
    const names = (fields.flat() as string[]).flatMap((list) => list.split(',').map((name) => name.trim()));
    if (names.length === 0 || names.includes(''))
      throw refuse('A list of fields has an empty name', "Write it as field('id,title').");
    return this.#with({ ...this.#request, fields: names }) as unknown as Model<T, Only<T['row'], F>>;
  }

  /**
   * Never read these fields: rows come without them, `describe` does not tell of them, and `field` refuses them as if they were not there.
   * They can be written and compared with. A name that is not a field is ignored.
   */
  omit<const F extends T['column']>(...names: readonly F[]): Model<T, Without<R, F>> {
    return this.#with({ ...this.#request, omitted: [...this.#request.omitted, ...names] }) as unknown as Model<
      T,
      Without<R, F>
    >;
  }

  /** Read what `omit` has left out, too. */
  whole(): Model<T> {
    return this.#with({ ...this.#request, omitted: [] }) as unknown as Model<T>;
  }

  /** This model without policies: everything that the request may not read or write. Conditions stay. */
  unrestricted(): Model<T, R> {
    const { unrestricted } = this.#repository;
    if (unrestricted === undefined) return this;
    const atomically: Atomically = (work) =>
      this.#atomically((repository) => work(repository.unrestricted ?? repository));
    return new Model<T, R>(unrestricted, atomically, this.#request);
  }

  /**
   * The deleted records in place of the others, in a request to a table whose class says `static softDelete`; `delete` removes them for good. Conditions stay.
   *
   * @throws {DataError} `invalid_filter` where deleted records are gone
   */
  deleted(): Model<T, R> {
    const { deleted } = this.#repository;
    if (deleted === undefined)
      throw refuse('The table has no deleted records', "Write static softDelete = 'deleted_at' in its controller.");
    return new Model<T, R>(deleted, this.#atomically, this.#request);
  }

  /**
   * Read related records with each row, by the names of relations: `include('author,comments.author')`. A row has a property for each, a record or null, a
   * list of records (one more than its `max`, where there is one), or a number.
   *
   * A tree of names says the same: `{ author: {}, comments: { author: {} } }`.
   */
  include<const N extends string>(...names: readonly FieldList<N, IncludeName<T>>[]): Model<T, R & Included<T, N>>;
  include(tree: Include): Model<T, R>;
  include(...names: readonly string[] | readonly [Include]): Model<T, R> {
    const [first] = names;
    const include = typeof first === 'object' ? first : parseInclude(names as readonly string[]);
    return this.#with({ ...this.#request, include });
  }

  /** Read one page; `number` counts from 1, `size` is 20 when left out. */
  page(number: number, size = 20): Model<T, R> {
    checkPositive('number of a page', number);
    checkPositive('size of a page', size);
    const offset = (number - 1) * size;
    if (!Number.isSafeInteger(offset)) throw refuse('The number of the page is too large', undefined, number);
    return this.#with({ ...this.#request, limit: size, offset });
  }

  /** Read this many rows at most. */
  limit(count: number): Model<T, R> {
    checkPositive('limit', count);
    return this.#with({ ...this.#request, limit: count });
  }

  /** Pass over this many rows first. */
  offset(count: number): Model<T, R> {
    if (!Number.isSafeInteger(count) || count < 0)
      throw refuse('The offset must be a whole number from 0 on', undefined, count);
    return this.#with({ ...this.#request, offset: count });
  }

  /**
   * Only rows behind this one in the order, to which the primary key belongs as its last part: `order('-views').after(row).limit(20)`.
   *
   * @param row - has at least the fields of the order and the primary key
   */
  after(row: Readonly<Partial<T['row']>>): Model<T, R> {
    return this.#with({ ...this.#request, after: row });
  }

  /** Inside of a transaction: nobody else changes the rows that `find` and `select` read before it ends. */
  lock(): Model<T, R> {
    return this.#with({ ...this.#request, lock: true });
  }

  /** The columns of the table, as the store knows them, but those that are omitted. */
  async describe(): Promise<Description> {
    const description = await this.#repository.describe();
    const { omitted } = this.#request;
    return omitted.length === 0 ? description : without(omitted, description);
  }

  /** The first row that matches, or `undefined`. */
  async find(): Promise<R | undefined> {
    const query = this.#query(this.#isDescribed ? await this.#repository.describe() : undefined);
    if (query === undefined) return undefined;
    // Here, where it costs no copy of the query.
    query.limit ??= 1;
    return this.#repository.findOne(query) as Promise<R | undefined>;
  }

  /** All rows that match, within `page` or `limit` where given; the primary key is then the last sort key, so that pages never overlap. */
  async select(): Promise<R[]> {
    const query = this.#query(this.#isDescribed ? await this.#repository.describe() : undefined);
    return query ? (this.#repository.findMany(query) as Promise<R[]>) : [];
  }

  /** How many rows match; `page`, `limit` and `offset` do not matter. */
  async count(): Promise<number> {
    const where = await this.#filter();
    return where ? this.#repository.count(where) : 0;
  }

  /** Groups of the matching rows that have the same values in these columns: `groupBy('status').count()` gives `[{ status: 'live', count: 3 }]`. */
  groupBy<By extends T['column']>(...fields: readonly By[]): Groups<T, By> {
    return new Groups<T, By>(this.#repository, () => this.#filter(), fields);
  }

  /**
   * Compute several results of each group of the matching rows by one statement: `aggregate({ group: ['state'], count: true, sum: ['hours'] })` gives
   * `[{ state: 'open', count: 3, sum: { hours: 12 } }]`; without `group` one result for all rows. Values that are null do not count.
   *
   * @throws {DataError} asynchronously: `unknown_field`; `invalid_filter` for a column whose type does not have the operation
   */
  aggregate<const A extends AggregateRequest<T['column']>>(request: A): Promise<Aggregated<T, A>[]> {
    const found = runAggregate(this.#repository, () => this.#filter(), request);
    return found as unknown as Promise<Aggregated<T, A>[]>;
  }

  /** The sum of a column of numbers; `null` of no values. See {@link Sum}. */
  async sum(field: T['column']): Promise<Sum> {
    return (await this.groupBy().sum(field))[0]?.sum ?? null;
  }

  /** The average of a column of numbers, rounded to a double; `null` of no values. */
  async avg(field: T['column']): Promise<number | null> {
    return (await this.groupBy().avg(field))[0]?.avg ?? null;
  }

  /** The value of a column that comes first in its order; `null` when there is none. */
  async min<F extends T['column']>(field: F): Promise<Value<T, F>> {
    return (await this.groupBy().min(field))[0]?.min ?? null;
  }

  /** The value of a column that comes last in its order; `null` when there is none. */
  async max<F extends T['column']>(field: F): Promise<Value<T, F>> {
    return (await this.groupBy().max(field))[0]?.max ?? null;
  }

  /** One page and the count of the whole; the first page of 20 rows when neither `page` nor `limit` was called. */
  async countSelect(): Promise<Page<R>> {
    const { limit: pageSize = 20, offset = 0 } = this.#request;
    const count = await this.count();
    const rows = count > offset ? await this.limit(pageSize).select() : [];
    const page = Math.floor(offset / pageSize) + 1;
    return { count, totalPages: Math.ceil(count / pageSize), page, pageSize, rows };
  }

  /** Insert a record; conditions do not matter, but with `only()` none may match yet (`conflict`). @returns its primary key */
  async add(values: T['insert']): Promise<T['id']> {
    if (this.#request.key !== undefined) return (await this.insert(values)).id;
    return this.#whenAllowed((repository) => repository.insert(values));
  }

  /** Insert records, all or none where the model can do that (see {@link createModel}). @returns their primary keys, in the same order */
  async addMany(list: readonly T['insert'][]): Promise<T['id'][]> {
    if (this.#repository.insertRows) return (await this.insertMany(list)).map(({ id }) => id);
    return this.#whenAllowed(async (repository) => {
      const ids: Id[] = [];
      for (const values of list) ids.push(await repository.insert(values));
      return ids;
    }, this.#atomically);
  }

  /** Insert a record as `add` does. @returns it as it is stored, read by the same statement where the store can do that */
  async insert(values: T['insert']): Promise<Stored<T, R>> {
    const [stored] = await this.insertMany([values]);
    return stored as Stored<T, R>;
  }

  /** Insert records as `insert` does, all or none, by one statement where the store can do that. @returns them in the same order */
  async insertMany(list: readonly T['insert'][]): Promise<Stored<T, R>[]> {
    const toStored = await this.#toStored();
    const isOneStatement = this.#repository.insertRows !== undefined || list.length < 2;
    const insert = (repository: Repository): Promise<Row[]> => insertRows(repository, list);
    const rows = await this.#whenAllowed(insert, isOneStatement ? undefined : this.#atomically);
    return rows.map(toStored);
  }

  /** Write these values into every row that matches. @returns how many rows matched; `invalid_filter` without `where` or `byId` */
  async update(values: T['update']): Promise<number> {
    const where = await this.#bounded('update');
    return where ? this.#repository.update(where, values) : 0;
  }

  /**
   * Write these values into the one row that matches: the model has `byId`, `only()` or a condition that one row at most can meet.
   *
   * @returns the record as it is stored now, read by the same statement where the store can do that; `undefined` when none matches
   * @throws {DataError} asynchronously: `invalid_filter` without a condition, or when several rows match
   */
  async updateOne(values: T['update']): Promise<Stored<T, R> | undefined> {
    const where = await this.#bounded('update', true);
    if (where === undefined) return undefined;
    const toStored = await this.#toStored();
    const [row] = await updateRows(this.#repository, where, values);
    return row && toStored(row);
  }

  /** Write these values into every row that matches, in one statement where the store can do that. @returns the records as they are stored now */
  async updateMany(values: T['update']): Promise<Stored<T, R>[]> {
    const where = await this.#bounded('update');
    if (where === undefined) return [];
    const toStored = await this.#toStored();
    return (await updateRows(this.#repository, where, values)).map(toStored);
  }

  /** Delete every row that matches. @returns how many; `invalid_filter` without `where` or `byId` */
  async delete(): Promise<number> {
    const where = await this.#bounded('delete');
    return where ? this.#repository.delete(where) : 0;
  }

  /** Add `by` to a field of every row that matches, in one atomic step; null stays null. @returns how many rows matched */
  async increment(field: T['column'], by: number | bigint = 1): Promise<number> {
    if (typeof by !== 'bigint' && !Number.isFinite(by)) throw refuse('An increment must be a finite number');
    return this.update({ [field]: new Increment(by) });
  }

  /** Subtract `by` from a field of every row that matches, in one atomic step. @returns how many rows matched */
  async decrement(field: T['column'], by: number | bigint = 1): Promise<number> {
    return this.increment(field, -by);
  }

  #with(request: Request): Model<T, R> {
    return new Model<T, R>(this.#repository, this.#atomically, request);
  }

  /** The conditions as one filter; `undefined` when nothing can match, so that the store need not be asked. */
  async #filter(): Promise<Filter | undefined> {
    const { filters, ids } = this.#request;
    return ids.length === 0 ? allOf(filters) : withIds(this.#request, await this.#repository.describe());
  }

  /** Whether the query depends on the columns of the table. */
  get #isDescribed(): boolean {
    const { ids, omitted, limit, offset, after } = this.#request;
    return ids.length > 0 || omitted.length > 0 || (limit ?? offset ?? after) !== undefined;
  }

  /** What to ask the store for; `undefined` when nothing can match. */
  #query(description: Description | undefined): MutableQuery | undefined {
    const { filters, orderBy, fields, omitted, limit, offset, after, lock, include } = this.#request;
    const where = description ? withIds(this.#request, description) : allOf(filters);
    if (where === undefined) return undefined;
    const isPart = (limit ?? offset ?? after) !== undefined;
    const order = isPart && description ? totalOrder(orderBy, description.primaryKey) : orderBy;
    // Assigned one by one: a copy of an object for each member would cost more than all the rest.
    const query: MutableQuery = { where, orderBy: order };
    if (after !== undefined) query.after = order.map(([field]) => after[field]);
    if (lock) query.lock = lock;
    if (include !== undefined) query.include = include;
    if (description && omitted.length > 0) query.fields = shownFields(fields, omitted, description);
    else if (fields !== undefined) query.fields = fields;
    if (limit !== undefined) query.limit = limit;
    if (offset !== undefined) query.offset = offset;
    return query;
  }

  /** How a row that a write has read becomes a record. */
  async #toStored(): Promise<(row: Row) => Stored<T, R>> {
    const description = await this.#repository.describe();
    const key = keyColumns(this.#request, description);
    const { fields, omitted } = this.#request;
    const shown = omitted.length === 0 ? fields : shownFields(fields, omitted, description);
    return (row) => {
      if (isConcealed(row)) return new Stored<T, R>(keyOf(row, key), row as R, false);
      const read = shown ? Object.fromEntries(shown.map((name) => [name, row[name]])) : row;
      return new Stored<T, R>(keyOf(row, key), read as R);
    };
  }

  /** Insert; with `only()` when no row matches yet. */
  async #whenAllowed<T>(
    insert: (repository: Repository) => Promise<T>,
    run: Atomically = (work) => work(this.#repository),
  ): Promise<T> {
    if (!this.#request.only) return run(insert);
    const where = (await this.#filter()) ?? {};
    return this.#atomically(async (repository) => {
      // One that the user may not read is one, too.
      if ((await (repository.unrestricted ?? repository).count(where)) > 0)
        throw new DataError('conflict', 'There is one already');
      return insert(repository);
    });
  }

  /** The rows to be written; `undefined` when nothing can match. A key names one row, everything else may match several. */
  async #bounded(action: string, one = false): Promise<Filter | undefined> {
    checkBounded(this.#request, action);
    const where = await this.#filter();
    if (where === undefined) return undefined;
    const isOne =
      this.#request.only ||
      (one && keyIn(where, keyColumns(this.#request, await this.#repository.describe())) === undefined);
    if (!isOne) return where;
    const count = await this.#repository.count(where);
    if (count > 1) throw refuse(`There are ${count} rows where one was meant`, 'Say with where(…) which one it is.');
    return where;
  }
}

// --- internal ---

type MutableQuery = { -readonly [Name in keyof Query]: Query[Name] };

/** The filters, and the primary key, as one; `undefined` for a key that its column cannot hold. */
function withIds(request: Request, description: Description): Filter | undefined {
  const { filters, ids } = request;
  if (ids.length === 0) return allOf(filters);
  const { columns } = description;
  const key = keyColumns(request, description);
  const all = [...filters];
  for (const id of ids) {
    const values = keyValues(id);
    if (values.length !== key.length) return undefined;
    for (const [at, name] of key.entries()) {
      const value = readValue(values[at], columns.get(name) ?? { type: 'string' });
      if (value === undefined) return undefined;
      // Not a literal: Node 20 makes one with a computed name slowly.
      const filter: Record<string, KeyValue> = name === '__proto__' ? Object.create(null) : {};
      filter[name] = value as KeyValue;
      all.push(filter);
    }
  }
  return allOf(all);
}

/** The columns that ids are values of. */
function keyColumns({ key }: Request, { primaryKey }: Description): readonly string[] {
  return key === undefined ? primaryKey : [key];
}

function without(omitted: readonly string[], description: Description): Description {
  const columns = new Map([...description.columns].filter(([name]) => !omitted.includes(name)));
  return { ...description, columns };
}

function shownFields(
  fields: readonly string[] | undefined,
  omitted: readonly string[],
  description: Description,
): readonly string[] {
  const shown = without(omitted, description);
  for (const name of fields ?? []) if (omitted.includes(name)) findColumn(name, shown);
  return fields ?? [...shown.columns.keys()];
}
