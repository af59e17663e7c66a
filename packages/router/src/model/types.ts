import type { Include, Relations } from './relations.ts';

/** A value that a store can compare with: what JSON has, and dates, big integers and bytes. */
export type Scalar = string | number | bigint | boolean | Date | Uint8Array | null;

/**
 * The comparisons of a filter; several on one field are ANDed.
 *
 * `null: true` means "is null", `null: false` "is not null"; `eq: null` and `ne: null` are the same two. `ne` and `nin` also hold where the field is
 * null, the other comparisons never do. `null` in a list stands for a field that is null; an empty `in` matches nothing, an empty `nin` everything.
 * Of a list of bounds every one must hold.
 */
export interface Operators<Value = Scalar> {
  eq?: Value;
  ne?: Value;
  gt?: Value | readonly Value[];
  gte?: Value | readonly Value[];
  lt?: Value | readonly Value[];
  lte?: Value | readonly Value[];
  in?: readonly Value[];
  nin?: readonly Value[];
  null?: boolean;
  /** Text with this in it, in upper or lower case; the same for `startsWith` and `endsWith`. Of a list every one must hold. */
  contains?: string | readonly string[];
  startsWith?: string | readonly string[];
  endsWith?: string | readonly string[];
}

/** A filter of the records of a relation: at least one matches (`some`), none does, or every one. */
export interface RelationFilter {
  some?: Filter;
  none?: Filter;
  every?: Filter;
}

/**
 * Field → scalar (equal), list (one of) or operators; the fields are ANDed: `{ title: 'a', id: [1, 2], views: { gte: 10 } }`.
 *
 * `or` and `and` take lists of filters: `{ or: [{ title: 'a' }, { views: { gte: 10 } }] }`. A field of a related record is named with its relation,
 * `{ 'author.name': 'Ann' }`; several of one list hold for the same record. A relation takes `some`, `none` and `every`, one that counts is a number.
 */
export interface Filter {
  readonly [field: string]: Scalar | readonly Scalar[] | Operators | RelationFilter | readonly Filter[];
}

/** A record as a store gives it: a plain object, one property a column. */
export type Row = Record<string, unknown>;

/** A primary key as a store gives it; opaque to everybody else. */
export type Id = string | number | bigint;

export type Direction = 'asc' | 'desc';

/**
 * The types of one table: each member of `Tables`. This one is that of every table without types: each name is accepted, and every value of a row is unknown.
 */
export interface AnyTable {
  /** The primary key. */
  id: Id;
  /** What is read. */
  row: Row;
  /** What is added. */
  insert: Row;
  /** What is changed. */
  update: Row;
  where: Filter;
  /** The names of the columns. */
  column: string;
  /** The same, and each with a leading `-`. */
  order: string;
}

/** What a repository can be asked for; nothing in it is ever parsed as text. */
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
   * Only rows that stand behind this place in the order: a value for each entry of `orderBy`, as the last row that was read has them.
   *
   * Null comes first when ascending, last when descending.
   */
  after?: readonly unknown[];
  /** Inside of a transaction: nobody else changes the rows that are read before it ends. A store that prevents that anyway may pass over it. */
  lock?: boolean;
  /**
   * Read related records, too: a property for each relation, a row, a list of rows, or a number. Of a list one more than its `max` is read, where there is
   * one. The rows have the `fields` of the relation, and what it is ordered by.
   */
  include?: Include;
}

/** What is computed of the rows that match, or of each group of them. */
export interface AggregateQuery {
  readonly operation: 'count' | 'sum' | 'avg' | 'min' | 'max';
  /** The column of the values; none for `count`, which counts rows. */
  readonly field?: string;
  /** One group for each combination of values of these columns; all rows are one group when it is empty. */
  readonly groupBy: readonly string[];
  readonly where: Filter;
}

/** What goes for all that a repository or transaction is asked. It is passed on as it is, not copied. */
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

/** The kinds of column that a description tells apart. `bigint` is a whole number that may pass 2^53. */
export type ColumnType =
  | 'string'
  | 'integer'
  | 'bigint'
  | 'decimal'
  | 'double'
  | 'boolean'
  | 'date'
  | 'datetime'
  | 'json'
  | 'binary';

export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  readonly nullable: boolean;
  /** The store fills it when an insert leaves it out (a default, or a generated key). */
  readonly hasDefault: boolean;
  /** The only values of a column of text, where the store says so (an enum). */
  readonly values?: readonly string[];
  /** Characters that text may have. SQLite accepts more. */
  readonly length?: number;
  /** What the column also holds beyond the form of its type, as text: `infinity` in a time of PostgreSQL. */
  readonly special?: RegExp;
  /** The store does not hold the column to its type: a place in an order may have any value. */
  readonly loose?: boolean;
}

/** What a store knows of one table or collection. */
export interface Description {
  readonly name: string;
  readonly primaryKey: string;
  /** Column name → column; a `Map`, so that no name can reach a prototype. */
  readonly columns: ReadonlyMap<string, Column>;
  /** The columns of each index in order, that of the key too; absent where the store does not tell. `check` looks at them. */
  readonly indexes?: readonly (readonly string[])[];
  /** The references to other tables that have one column; absent where the store does not tell. */
  readonly foreignKeys?: readonly ForeignKey[];
}

/** A reference: `author_id` → `user.id`. */
export interface ForeignKey {
  readonly column: string;
  readonly table: string;
  readonly key: string;
}

/** One table or collection. Field names are checked against `describe()` before anything reaches a driver. All methods reject with {@link DataError}. */
export interface Repository<T extends AnyTable = AnyTable> {
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
   * @returns a row for each group, in the order of its columns, null first: these columns, and the result by the name of the operation
   */
  aggregate?(query: AggregateQuery): Promise<Row[]>;
}

/** A store: what `src/config/model` exports, and what `this.model()` works on (`createModels` of `@rest-gen/model`, or your own adapter). */
export interface ModelProvider {
  /**
   * @param relations - what filters, orders, `fields` and `include` of the repository can name besides columns
   * @throws {DataError} later, from the repository's methods: `no_table` when there is no such table
   */
  repository(name: string, options?: RequestOptions, relations?: Relations): Repository;
  /**
   * Describe a table for relations, also one without a primary key of one column; its `primaryKey` is empty then. Optional: a provider that has it takes
   * `relations`, one without it serves everything else.
   */
  describeTable?(name: string): Promise<Description>;
  /**
   * Run `work` in one transaction: committed when it resolves, rolled back when it rejects.
   *
   * A store that could not let it stand beside another one (a deadlock, a serialization failure) runs `work` again from its beginning.
   */
  transaction<T>(work: (tx: ModelProvider) => Promise<T>, options?: RequestOptions): Promise<T>;
  /** Resolve when the store answers. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
