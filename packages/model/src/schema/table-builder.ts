import type { ChangesOptions } from './recorded-changes.ts';

/**
 * Options of a unique index.
 *
 * @see docs/migrations.md
 */
export interface UniqueOptions {
  /** Only among the rows with null in this column: `deleted_at`, with soft delete. */
  whereNull?: string;
}

/**
 * Modifiers of a column: `t.string('title').notNull().unique()`. Columns are nullable by default.
 *
 * @see docs/migrations.md
 */
export interface ColumnBuilder {
  notNull(): ColumnBuilder;
  /** The value if an insert omits the column; checked against the type of the column. */
  default(value: string | number | bigint | boolean | object | null): ColumnBuilder;
  /** The time of the insert; for `datetime` columns. */
  defaultNow(): ColumnBuilder;
  unique(options?: UniqueOptions): ColumnBuilder;
  index(): ColumnBuilder;
  /** Make it the primary key; `id()` already is. */
  primary(): ColumnBuilder;
}

/**
 * What happens to a record when the referenced record is deleted; `restrict` refuses the deletion.
 *
 * @see docs/migrations.md
 */
export type OnDelete = 'restrict' | 'cascade' | 'set null';

/**
 * Options of a foreign key.
 *
 * @see docs/migrations.md
 */
export interface ReferenceOptions {
  /** The referenced column; default `id`. */
  column?: string;
  /** The type of the referring column; default `integer`. */
  type?: 'integer' | 'bigint' | 'uuid' | 'string';
  /** Default `restrict`. */
  onDelete?: OnDelete;
}

/**
 * Options of a foreign key of several columns.
 *
 * @see docs/migrations.md
 */
export interface ForeignOptions {
  /** The referenced columns; default `['id']`. */
  columns?: readonly string[];
  /** Default `restrict`. */
  onDelete?: OnDelete;
}

/**
 * Columns and indexes for `createTable` and `alterTable`.
 *
 * @see docs/migrations.md
 */
export interface TableBuilder {
  /** An auto-increment primary key; values are never reused. It has 64 bits, with the type `integer` 32. */
  id(name?: string, options?: { type?: 'integer' }): ColumnBuilder;
  /** A UUID as text; as a primary key it is generated. */
  uuid(name: string): ColumnBuilder;
  /** Text of limited length; default 255 characters. */
  string(name: string, length?: number): ColumnBuilder;
  /** Text of any length. */
  text(name: string): ColumnBuilder;
  integer(name: string): ColumnBuilder;
  /** An integer of 64 bits; beyond 2^53 it is read as a `bigint`. */
  bigint(name: string): ColumnBuilder;
  /** An exact number, read as a string; by default 10 digits, 2 of them after the point. */
  decimal(name: string, precision?: number, scale?: number): ColumnBuilder;
  double(name: string): ColumnBuilder;
  boolean(name: string): ColumnBuilder;
  /** A date: `'2026-01-31'`. */
  date(name: string): ColumnBuilder;
  /** A time, stored and read as ISO 8601 in UTC: `'2026-01-31T12:00:00.000Z'`. */
  datetime(name: string): ColumnBuilder;
  /** Objects, lists and scalars. */
  json(name: string): ColumnBuilder;
  /** Bytes; with a length MySQL can have them in a key. */
  binary(name: string, length?: number): ColumnBuilder;
  /** One of these strings: `t.enum('status', ['draft', 'live'])`. */
  enum(name: string, values: readonly string[]): ColumnBuilder;
  /** A reference to a record of another table, with an index: `t.references('postId', 'post')`. */
  references(name: string, table: string, options?: ReferenceOptions): ColumnBuilder;
  /** The primary key of several columns, or of one: `t.primary(['orderId', 'line'])`. */
  primary(columns: readonly string[]): void;
  /**
   * A foreign key over columns that are declared on their own, without an index: `t.foreign(['orderId', 'line'], 'line', { columns: ['orderId', 'no'] })`.
   *
   * In `alterTable` not on SQLite.
   */
  foreign(columns: readonly string[], table: string, options?: ForeignOptions): void;
  /** No two rows may have the same values in these columns. */
  unique(columns: readonly string[], options?: UniqueOptions): void;
  index(columns: readonly string[]): void;
  /** `created_at` and `updated_at`, set automatically; every update sets `updated_at`. */
  timestamps(): void;
  /**
   * Record every change of the records, also by SQL and other programs: `t.changes({ keep: '7 days' })`. Called again, it replaces the options.
   *
   * The table needs a primary key of integers, strings, UUIDs, enums or dates.
   */
  changes(options: ChangesOptions): void;
}

/**
 * The changes of `alterTable`.
 *
 * @see docs/migrations.md
 */
export interface TableChange extends Omit<TableBuilder, 'primary'> {
  /** Change an existing column: `t.change('title').string(80).notNull()`. What is not given stays as it is. */
  change(column: string): ColumnChange;
  drop(column: string): void;
  /** Stop recording changes, and delete those that were recorded. */
  dropChanges(): void;
  rename(from: string, to: string): void;
  /** Drop an index by its columns, as `index` named it, or by its own name. */
  dropIndex(index: readonly string[] | string): void;
  /** Drop a unique index by its columns, as `unique` named it, or by its own name. */
  dropUnique(index: readonly string[] | string): void;
}

/** The types of column that take a name, without references. */
export type ColumnShape = Exclude<
  keyof TableBuilder,
  'id' | 'references' | 'primary' | 'foreign' | 'unique' | 'index' | 'timestamps' | 'changes'
>;

/**
 * The new type, default and `notNull` of an existing column. A type converts the values, and fails if one of them does not fit.
 *
 * @see docs/migrations.md
 */
export type ColumnChange = ChangedType & {
  /** Fails if there are nulls: fill them first, with `schema.backfill`. */
  notNull(): ColumnChange;
  nullable(): ColumnChange;
  default(value: string | number | bigint | boolean | object | null): ColumnChange;
  defaultNow(): ColumnChange;
  dropDefault(): ColumnChange;
};

/** The methods of the types, without the name. */
type ChangedType = {
  [Shape in ColumnShape]: TableBuilder[Shape] extends (name: string, ...details: infer Details) => ColumnBuilder
    ? (...details: Details) => ColumnChange
    : never;
};
