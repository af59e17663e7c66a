import type { Include, Relations } from './relations.ts';
import type { AnyTable, Description, Direction, Filter, Order, Row } from './types.ts';

/**
 * What a repository can be asked for; nothing in it is ever parsed as text.
 *
 * @see docs/adapters.md
 */
export interface Query<T extends AnyTable = AnyTable> {
  where?: T['where'];
  /** `[['views', 'desc'], ['id', 'asc']]` */
  orderBy?: readonly (readonly [field: T['column'], direction: Direction])[];
  /** Columns to read; all when absent. */
  fields?: readonly T['column'][];
  /** Rows at most; no limit when absent. */
  limit?: number;
  /** Rows to pass over first; 0 when absent. */
  offset?: number;
  /**
   * Only the rows that follow this position in the order: a value for each entry of `orderBy`, taken from the last row that was read.
   *
   * Null comes first when ascending, last when descending.
   */
  after?: readonly unknown[];
  /**
   * Inside of a transaction: nobody else changes the rows that are read before it ends; with `share`, others may lock them
   * so, too. A store that prevents changes anyway may ignore it.
   */
  lock?: boolean | 'share';
  /**
   * Read related records, too: a property for each relation, a row, a list of rows, or a number. Of a list one more than its `max` is read, where there is
   * one. The rows have the `fields` of the relation, and what it is ordered by.
   */
  include?: Include;
}

/** An operation on the values of a column. */
export type AggregateOperation = 'sum' | 'avg' | 'min' | 'max';

/**
 * What is computed of the rows that match, or of each group of them.
 *
 * @see docs/adapters.md
 */
export interface AggregateQuery {
  /** One group for each combination of values of these columns; all rows are one group when it is empty. */
  readonly group: readonly string[];
  /** The number of rows of each group. */
  readonly count?: boolean;
  /** The columns of each operation. */
  readonly sum?: readonly string[];
  readonly avg?: readonly string[];
  readonly min?: readonly string[];
  readonly max?: readonly string[];
  readonly where: Filter;
  /** `[['sum.hours', 'desc'], ['state', 'asc']]`: columns of the group, `count`, and results that the query asks for. Default: the columns of the group, ascending. */
  readonly orderBy?: readonly Order[];
  /** Groups at most; no limit when absent. */
  readonly limit?: number;
  /** Only the groups that follow this position in the order: a value for each entry of `orderBy`. */
  readonly after?: readonly unknown[];
}

/**
 * What goes for all that a repository or transaction is asked. It is passed on as it is, not copied.
 *
 * @see docs/adapters.md
 */
export interface RequestOptions {
  /**
   * Once it aborts, what is running is cancelled in the store where that can be done, and nothing more begins.
   *
   * The router's is a getter that makes the signal: a store reads it only for what takes long.
   */
  readonly signal?: AbortSignal;
  /** Whether the signal has aborted, where that is known without making it. */
  readonly aborted?: boolean;
}

/**
 * One table or collection. Field names are checked against `describe()` before anything reaches a driver. All methods reject with {@link DataError}.
 *
 * @see docs/adapters.md
 */
export interface Repository<T extends AnyTable = AnyTable> {
  /** This table without policies; absent where there are none. */
  readonly unrestricted?: Repository<T> | undefined;
  /** The deleted records in place of the others; absent where deleted records are gone. `delete` of it removes them for good. */
  readonly deleted?: Repository<T> | undefined;
  describe(): Promise<Description>;
  findMany(query?: Query<T>): Promise<T['row'][]>;
  findOne(query: Query<T>): Promise<T['row'] | undefined>;
  count(where?: T['where']): Promise<number>;
  /** @returns the primary key of the new record */
  insert(values: T['insert']): Promise<T['id']>;
  /** @returns how many rows the filter matched, whether or not their values changed */
  update(where: T['where'], values: T['update']): Promise<number>;
  /** @returns how many rows were deleted */
  delete(where: T['where']): Promise<number>;
  /**
   * Insert records, all or none, in one statement where the store can. Optional: without it, records are inserted one by one and read back.
   *
   * An error for one of several records names its place in the list as `index`, where the store knows it.
   *
   * @returns the records as they are stored, all columns in the order of the description, in the order of the list
   */
  insertRows?(list: readonly T['insert'][]): Promise<T['row'][]>;
  /**
   * Update, and read back what was written in the same statement where the store can. Optional: without it, rows are updated and read back.
   *
   * @returns the rows that the filter matched, as they are stored now, all columns in the order of the description
   */
  updateRows?(where: T['where'], values: T['update']): Promise<T['row'][]>;
  /**
   * Count, add up or compare the values of rows. Optional: without it, a model has no aggregates.
   *
   * @returns a row for each group: `{ state: 'open', count: 3, sum: { hours: 12 } }`. In an ascending order, null comes first
   */
  aggregate?(query: AggregateQuery): Promise<Row[]>;
}

/** What requests see of a table: its description, with a `mask` in columns that they may read in some rows only. */
export type View = (description: Description) => Description;

/**
 * A store: what `src/config/model` exports, and what `this.model()` works on (`createModels` of `@rest-gen/model`, or your own adapter).
 *
 * @see docs/adapters.md
 */
export interface ModelProvider {
  /**
   * @param relations - what filters, orders, `fields` and `include` of the repository can name besides columns
   * @param view - what requests see of the table: its columns with their masks. Given only to a provider with `describeTable`.
   * @throws {DataError} later, from the repository's methods: `no_table` when there is no such table
   */
  repository(name: string, options?: RequestOptions, relations?: Relations, view?: View): Repository;
  /**
   * Describe a table for relations, also one without a primary key; its `primaryKey` is empty then. Optional: a provider that has it takes
   * `relations`, one without it serves everything else.
   */
  describeTable?(name: string): Promise<Description>;
  /** Use a column as the primary key of a table or view that has none, by the names of tables. Optional: `static key` of such classes needs it. */
  nameKeys?(keys: ReadonlyMap<string, string>): void;
  /**
   * Open a table between two others that has no primary key of one column: its rows are inserted, found and deleted by their columns. Optional: with it,
   * requests can write many-to-many relations through such tables.
   */
  linkTable?(name: string, options?: RequestOptions): Repository;
  /**
   * Run `work` in one transaction: committed when it resolves, rolled back when it rejects.
   *
   * A store that could not let it stand beside another one (a deadlock, a serialization failure) runs `work` again from its beginning.
   */
  transaction<T>(work: (tx: ModelProvider) => Promise<T>, options?: RequestOptions): Promise<T>;
  /**
   * Run `work` when the outermost transaction that the running code belongs to has committed: after those that came before, at once outside of
   * transactions, and never after a rollback. Optional: a provider has it if whatever the running code asks of it in a transaction, without `tx` too,
   * belongs to this transaction. Without it each request waits for its own transactions only.
   */
  whenCommitted?(work: () => Promise<void>): Promise<void>;
  /** Resolve when the store answers. */
  ping(): Promise<void>;
  /** Reject also while the tables are not those that the program was written for. Optional: without it, they are taken as they are. */
  ready?(): Promise<void>;
  close(): Promise<void>;
}
