/** Modifiers of a column: `t.string('title').notNull().unique()`. Columns are nullable by default. */
export interface ColumnBuilder {
  notNull(): ColumnBuilder;
  /** The value if an insert omits the column; checked against the type of the column. */
  default(value: string | number | bigint | boolean | object | null): ColumnBuilder;
  /** The time of the insert; for `datetime` columns. */
  defaultNow(): ColumnBuilder;
  unique(): ColumnBuilder;
  index(): ColumnBuilder;
  /** Make it the primary key; `id()` already is. */
  primary(): ColumnBuilder;
}

/** What happens to a record when the referenced record is deleted; `restrict` refuses the deletion. */
export type OnDelete = 'restrict' | 'cascade' | 'set null';

export interface ReferenceOptions {
  /** The referenced column; default `id`. */
  column?: string;
  /** The type of the referring column; default `integer`. */
  type?: 'integer' | 'bigint' | 'uuid' | 'string';
  /** Default `restrict`. */
  onDelete?: OnDelete;
}

/** Columns and indexes for `createTable` and `alterTable`. */
export interface TableBuilder {
  /** An auto-increment primary key; values are never reused. */
  id(name?: string): ColumnBuilder;
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
  binary(name: string): ColumnBuilder;
  /** A reference to a record of another table, with an index: `t.references('postId', 'post')`. */
  references(name: string, table: string, options?: ReferenceOptions): ColumnBuilder;
  /** No two rows may have the same values in these columns. */
  unique(columns: readonly string[]): void;
  index(columns: readonly string[]): void;
  /** `created_at` and `updated_at`, set automatically; every update sets `updated_at`. */
  timestamps(): void;
}

/** The changes of `alterTable`. */
export interface TableChange extends TableBuilder {
  drop(column: string): void;
  rename(from: string, to: string): void;
}
