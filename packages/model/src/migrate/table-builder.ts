/** Says more about a column: `t.string('title').notNull().unique()`. Columns take null unless told otherwise. */
export interface ColumnBuilder {
  notNull(): ColumnBuilder;
  /** The value of an insert that leaves the column out; checked against the type of the column. */
  default(value: string | number | bigint | boolean | object | null): ColumnBuilder;
  /** The time of the insert, for columns of type `datetime`. */
  defaultNow(): ColumnBuilder;
  unique(): ColumnBuilder;
  index(): ColumnBuilder;
  /** The primary key; `id()` is one already. */
  primary(): ColumnBuilder;
}

/** What happens to a record when the one that it refers to is deleted; `restrict` refuses that. */
export type OnDelete = 'restrict' | 'cascade' | 'set null';

export interface ReferenceOptions {
  /** The column that is referred to; default `id`. */
  column?: string;
  /** The type of the referring column; default `integer`. */
  type?: 'integer' | 'bigint' | 'uuid' | 'string';
  /** Default `restrict`. */
  onDelete?: OnDelete;
}

/** What `createTable` and `alterTable` can add to a table. */
export interface TableBuilder {
  /** A primary key that counts up and is never used again. */
  id(name?: string): ColumnBuilder;
  /** Text of 36 letters; as a primary key it is filled by itself. */
  uuid(name: string): ColumnBuilder;
  /** Text of a limited length; 255 when not said. */
  string(name: string, length?: number): ColumnBuilder;
  /** Text of any length. */
  text(name: string): ColumnBuilder;
  integer(name: string): ColumnBuilder;
  /** A whole number of 64 bits; past 2^53 it is read as a `bigint`. */
  bigint(name: string): ColumnBuilder;
  /** An exact number, read as text; 10 digits, 2 of them after the point, when not said. */
  decimal(name: string, precision?: number, scale?: number): ColumnBuilder;
  double(name: string): ColumnBuilder;
  boolean(name: string): ColumnBuilder;
  /** A day: `'2026-01-31'`. */
  date(name: string): ColumnBuilder;
  /** A time, kept and read as ISO 8601 in UTC: `'2026-01-31T12:00:00.000Z'`. */
  datetime(name: string): ColumnBuilder;
  /** Objects, lists and scalars. */
  json(name: string): ColumnBuilder;
  binary(name: string): ColumnBuilder;
  /** The key of a record in another table, with an index: `t.references('postId', 'post')`. */
  references(name: string, table: string, options?: ReferenceOptions): ColumnBuilder;
  /** No two rows have the same values in these columns. */
  unique(columns: readonly string[]): void;
  index(columns: readonly string[]): void;
  /** `created_at` and `updated_at`; both filled by themselves, the second one refreshed by every update. */
  timestamps(): void;
}

/** What `alterTable` can do. */
export interface TableChange extends TableBuilder {
  drop(column: string): void;
  rename(from: string, to: string): void;
}
