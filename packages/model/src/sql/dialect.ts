import type { RawBuilder } from 'kysely';
import type { TextCondition } from '../core/conditions.ts';
import type { Schema } from '../schema/schema.ts';
import type { ColumnTypeDefinition } from '../schema/table-definition.ts';
import type { Compiler } from './compile.ts';
import type { JsonList, JsonRows } from './json-rows.ts';
import type { SqlDialectName, SqlQuery, SqlResult } from './sql-client.ts';
import type { StoredColumn, StoredDescription } from './stored-table.ts';
import type { TableStructure } from './table-structure.ts';

/** Comment at the end of each statement of a migration, where `endOrphans` has to find it. */
export const MIGRATION_MARK = '/* rest-gen migration */';

/** Runs a part of a migration in a transaction of its own, or in that of the migration. */
export type Batch = (work: (query: SqlQuery) => Promise<void>) => Promise<void>;

/** Runs a part of a migration that is not counted among its statements: after a failure it runs again, as a whole. */
export type Repeat = (work: (query: SqlQuery) => Promise<void>) => Promise<void>;

/** What tells one kind of SQL database from another. */
export interface Dialect {
  readonly name: SqlDialectName;
  /** Writes statements in the syntax of the database. */
  readonly compiler: Compiler;
  /** Definitions of tables are part of transactions, and roll back with them. */
  readonly hasTransactionalSchema: boolean;
  /** After any error of a statement, the transaction takes no further ones. */
  readonly errorsEndTransactions: boolean;
  /** @throws {DataError} `no_table` */
  describe(query: SqlQuery, table: string): Promise<StoredDescription>;
  /** The names of all tables and views. */
  tables(query: SqlQuery): Promise<readonly string[]>;
  /** The columns of the type `integer` that hold numbers past 2^53, where types do not tell. */
  bigColumns?(query: SqlQuery, table: StoredDescription): Promise<readonly string[]>;
  /** What all tables are made of. */
  structures(query: SqlQuery): Promise<TableStructure[]>;
  /**
   * Refuse a value that does not fit into its column, where `encode` does not; no row is equal to one.
   *
   * @param isWritten - to be written, not compared
   * @throws {DataError} `invalid_value`
   */
  check?(value: unknown, column: StoredColumn, isWritten: boolean): void;
  /**
   * A value that has been read for its column, in the form that the driver takes.
   *
   * @param isWritten - to be written, not compared
   * @throws {DataError} `invalid_value` for what the column has no form for
   */
  encode(value: unknown, column: StoredColumn, isWritten?: boolean): unknown;
  /** What binds an encoded value in an insert of many records, where the driver is slow with the value itself. */
  bulk?(value: unknown, column: StoredColumn): unknown;
  /** What stands around a parameter whose type the database could not tell. */
  cast(parameter: RawBuilder<unknown>, column: StoredColumn): RawBuilder<unknown>;
  /** All that a shown value may be in the table, in the form that the driver takes, where that can be several: numbers first. */
  alternatives?(value: unknown, column: StoredColumn): readonly unknown[] | undefined;
  /**
   * What is shown of a column that stores more: what filters, orders and places compare. An update that writes what is shown leaves what is stored.
   */
  shown?(expression: RawBuilder<unknown>, column: StoredColumn): RawBuilder<unknown> | undefined;
  /** The type of times holds microseconds, which are shown in keys. */
  readonly hasMicroseconds?: boolean;
  /** How a column is read; itself when absent. */
  read?(expression: RawBuilder<unknown>, column: StoredColumn): RawBuilder<unknown>;
  /** The pattern for text that contains another one, begins or ends with it; bound as a parameter. */
  textPattern(operator: TextCondition['operator'], text: string): string;
  matchesText(expression: RawBuilder<unknown>, pattern: RawBuilder<unknown>, column: StoredColumn): RawBuilder<unknown>;
  /** A value from the driver, in the form that its column promises. */
  decode(value: unknown, column: StoredColumn): unknown;
  /** A column as a part of JSON, exactly; `expression` is its qualified name. */
  toJson(expression: RawBuilder<unknown>, column: StoredColumn): RawBuilder<unknown>;
  /** What `toJson` wrote, but null, in the form that `decode` takes. */
  fromJson(value: unknown, column: StoredColumn): unknown;
  /** A scalar subquery for the first row as JSON, a list of its values; null without one. It can be a value of another row. */
  rowAsJson(rows: JsonRows): RawBuilder<unknown>;
  /**
   * A scalar subquery for a list of rows as JSON. It can be a value of another row.
   *
   * @param table - any table of the database
   */
  listAsJson(list: JsonList, table: StoredDescription): RawBuilder<unknown>;
  /** The columns of a result whose tables are not known, by what the driver tells. */
  resultColumns(fields: unknown): readonly StoredColumn[];
  /** A value of such a column; `decode` when absent. */
  decodeResult?(value: unknown, column: StoredColumn): unknown;
  /** The expression that `<` and `order by` need for a column of this type. */
  sortable(expression: RawBuilder<unknown>, column: StoredColumn): RawBuilder<unknown>;
  /**
   * One key of an `order by`: null first when ascending, last when descending.
   *
   * @param isNullable - whether rows of the query may have null there
   */
  order(
    key: RawBuilder<unknown>,
    direction: 'asc' | 'desc',
    column: StoredColumn,
    isNullable: boolean,
  ): RawBuilder<unknown>;
  /** The planner makes a join of `exists` in another `exists`. */
  readonly joinsExists: boolean;
  /** An index serves `(a, b) > (?, ?)`. */
  readonly comparesRows: boolean;
  /** The hint that makes the database read rows with null by this index, where it would read all of them. */
  useIndex?(name: string): RawBuilder<unknown>;
  /**
   * What an increment adds to its column, in the form that the driver takes.
   *
   * @throws {DataError} `invalid_value` for what the database could only add with rounding
   */
  increment(by: number | bigint, column: StoredColumn): unknown;
  /** `column + parameter`, where the database needs more than that. */
  add?(parameter: RawBuilder<unknown>, column: StoredColumn): RawBuilder<unknown>;
  /** What stands for a row of defaults in an insert. */
  readonly defaultValues: RawBuilder<unknown>;
  /** An insert can say `default` for a value. */
  readonly hasDefaultKeyword: boolean;
  /** What follows the columns of an insert of many rows, where that costs less than a parameter for each value. */
  rowsFromLists?(columns: readonly StoredColumn[], rows: readonly (readonly unknown[])[]): RawBuilder<unknown>;
  /** Statements give back the rows that they have inserted, or updated. */
  returnsInserted(table: StoredDescription): boolean;
  readonly returnsUpdated: boolean;
  /** Read as the key of an inserted row whose key was given: also moves the counter of the key on. */
  moveCounter?(key: unknown, column: string, table: StoredDescription): RawBuilder<unknown>;
  /** The key of the first row of an insert, where the statement does not give it back. */
  insertedKey?(result: SqlResult, key: string): unknown;
  /** The difference between consecutive keys that the database generates for one insert. */
  keyStep?(query: SqlQuery): Promise<number>;
  /** Whether a subquery of an update or a delete may read the table that is changed. */
  readsChangedTable(table: StoredDescription): boolean;
  /** What follows a `select` whose rows must not change. */
  readonly lock: RawBuilder<unknown>;
  /** A `lock` that other transactions may take at the same time. One that keeps the record as it is would make two that then update it wait for each other. */
  readonly shareLock: RawBuilder<unknown>;
  /** The type to declare in a table definition. */
  columnType(type: ColumnTypeDefinition): RawBuilder<unknown>;
  /** The default that is the time of the insert. */
  readonly now: RawBuilder<unknown>;
  /** What migrations build tables with, on the connection of `query`. */
  schema(query: SqlQuery, inBatch?: Batch, repeat?: Repeat): Schema;
  /** What ends the definition of the tables that remember migrations; nothing by default. */
  readonly tableOptions?: RawBuilder<unknown>;
  /** End the statements that the server still runs for a migrating process that is gone, and wait until they are rolled back. */
  endOrphans?(query: SqlQuery): Promise<void>;
  /** Drop every table and view but those of these names; called inside of a transaction. */
  wipe(query: SqlQuery, keep: readonly string[]): Promise<void>;
  /**
   * The {@link DataError} for an error of the driver; the error itself when it has no such meaning.
   *
   * @param table - what the statement was about
   * @param text - the statement
   * @param parameters - of the statement
   */
  mapError(error: unknown, table?: StoredDescription, text?: string, parameters?: readonly unknown[]): unknown;
}
