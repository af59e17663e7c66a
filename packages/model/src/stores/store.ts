import type { Column, Description } from '@rest-gen/router/model';
import type { Kysely, RawBuilder } from 'kysely';
import type { ColumnDefinition } from '../migrate/define-table.ts';

/** A connection or transaction; tables and columns are not known to the compiler. */
export type Database = Kysely<Record<string, Record<string, unknown>>>;

/** A column with what only its store needs to know. */
export interface StoredColumn extends Column {
  /** Digits after the point of a decimal, and all its digits. */
  readonly scale?: number;
  readonly precision?: number;
  /** An insert without a value gets a random UUID. */
  readonly isFilledWithUuid?: boolean;
}

export interface StoredDescription extends Description {
  readonly columns: ReadonlyMap<string, StoredColumn>;
}

/** What tells one kind of SQL database from another. */
export interface Store {
  /** Connects at its first use. */
  readonly db: Database;
  /** Milliseconds to wait for a lock. */
  readonly patience: number;
  /** Runs inside of this process, on a file or in memory. */
  readonly isEmbedded: boolean;
  describe(db: Database, table: string): Promise<StoredDescription>;
  /** A value that has been read for its column, in the form that the driver takes. */
  encode(value: unknown, column: StoredColumn): unknown;
  /** A value from the driver, in the form that its column promises. */
  decode(value: unknown, column: StoredColumn): unknown;
  /** The expression that `<` and `order by` need for a column of this type. */
  sortable(expression: RawBuilder<unknown>, column: StoredColumn): RawBuilder<unknown>;
  /** `column + by` that never rounds. */
  add(column: StoredColumn, by: number | bigint): RawBuilder<unknown>;
  /** The type to declare in a table definition. */
  columnType(column: ColumnDefinition): RawBuilder<unknown>;
  /** The default that is the time of the insert. */
  readonly now: RawBuilder<unknown>;
  /** Run SQL as it is, also several statements, on the connection of `db`. */
  runScript(db: Database, text: string): Promise<void>;
  /** Whether the transaction that has begun is still open; false when the database has rolled it back by itself after an error. */
  isInTransaction(): boolean;
  /** The {@link DataError} for an error of the driver; the error itself when it has no such meaning. */
  mapError(error: unknown): unknown;
  /** Another process holds the lock: worth another try. */
  isBusy(error: unknown): boolean;
}
