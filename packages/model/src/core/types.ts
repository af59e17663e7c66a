/**
 * A value that a store can compare with: what JSON has, and dates, big integers and bytes.
 *
 * @see docs/models-queries.md
 */
export type Scalar = string | number | bigint | boolean | Date | Uint8Array | null;

/**
 * The comparisons of a filter; several on one field are ANDed.
 *
 * `null: true` means "is null", `null: false` "is not null"; `eq: null` and `ne: null` are the same two. `ne` and `nin` also hold where the field is
 * null, the other comparisons never do. `null` in a list stands for a field that is null; an empty `in` matches nothing, an empty `nin` everything.
 * Every bound of a list must hold.
 *
 * @see docs/models-queries.md
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
  /** Text with this in it, in upper or lower case; the same for `startsWith` and `endsWith`. Every text of a list must match. */
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
 *
 * @see docs/models-queries.md
 */
export interface Filter {
  readonly [field: string]: Scalar | readonly Scalar[] | Operators | RelationFilter | readonly Filter[];
}

/**
 * A record as a store gives it: a plain object, one property a column.
 *
 * @see docs/models.md
 */
export type Row = Record<string, unknown>;

/**
 * A value of one column of a primary key, as a store gives it; opaque to everybody else.
 *
 * @see docs/keys.md
 */
export type KeyValue = string | number | bigint | boolean | Uint8Array;

/**
 * A primary key: the value of its column, or of a composite key the list of the values of its columns.
 *
 * @see docs/keys.md
 */
export type Id = KeyValue | readonly KeyValue[];

/** The direction of an order. */
export type Direction = 'asc' | 'desc';

/** A field to sort by, and how. */
export type Order = readonly [field: string, direction: Direction];

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
  /** The names of the columns, and each of them with a leading `-`. */
  order: string;
  /** What `include` adds to a row, by the names of the relations. */
  related?: object;
}

/**
 * The kinds of column that a description tells apart. `bigint` is a whole number that may pass 2^53.
 *
 * @see docs/models.md
 */
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

/**
 * A column of a table, as the store describes it.
 *
 * @see docs/models.md
 */
export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  readonly nullable: boolean;
  /** The store fills it when an insert leaves it out (a default, or a generated key). */
  readonly hasDefault: boolean;
  /** The store computes it from other columns, and again when one of these changes. */
  readonly isComputed?: boolean;
  /** Values cannot be written into it: a generated column, a geometry of MySQL. */
  readonly isReadOnly?: boolean;
  /** The models set it when they insert a record, an `updated` one also whenever they change the record. */
  readonly timestamp?: 'created' | 'updated';
  /** Each value is a list of such values, an array of PostgreSQL; its type is `json`. */
  readonly items?: ColumnType;
  /** The only values of a column of text, where the store says so (an enum). */
  readonly values?: readonly string[];
  /** Characters that text may have. SQLite accepts more. */
  readonly length?: number;
  /** A time that is shown with 6 digits of the second, not 3: in a key, where records may differ in microseconds. */
  readonly isMicroseconds?: boolean;
  /** What the column also holds beyond the form of its type, as text: `infinity` in a time of PostgreSQL. */
  readonly special?: RegExp;
  /** The store does not hold the column to its type: a place in an order may have any value. */
  readonly loose?: boolean;
  /** Who asks may read it in some rows only: in those that do not match, it is null. What the filter names is not masked. */
  readonly mask?: Filter;
}

/** A way to write a record. */
export type WriteKind = 'create' | 'update' | 'delete';

/**
 * What a store knows of one table or collection.
 *
 * @see docs/models.md
 */
export interface Description {
  readonly name: string;
  /** The columns of the primary key; empty without one. */
  readonly primaryKey: readonly string[];
  /** Column name → column; a `Map`, so that no name can reach a prototype. */
  readonly columns: ReadonlyMap<string, Column>;
  /** The columns of each index in order, that of the key too; absent where the store does not tell. `check` looks at them. */
  readonly indexes?: readonly (readonly string[])[];
  /** The columns of which a value finds one record at most; absent where the store does not tell. */
  readonly unique?: readonly string[];
  /** The references to other tables; one of several columns to a primary key of one by its column that refers to that. Absent where the store does not tell. */
  readonly foreignKeys?: readonly ForeignKey[];
  /** One of the columns has a mask. */
  readonly hasMasks?: boolean;
  /** The user may read none of the records, whatever they hold. */
  readonly isClosed?: boolean;
  /** The database may store something else than what is written. */
  readonly hasTriggers?: boolean;
  /** What a view takes besides reads, `[]` for one over an aggregate; absent where everything can be written. */
  readonly writes?: readonly WriteKind[];
  /** Deleted records have a time in this column, and requests do not see them (`static softDelete`). */
  readonly deletedAt?: string;
}

/** A foreign key of the store, or what a relation declares as one. */
export interface Reference extends ForeignKey {
  /** Only rows that match refer by this column: the `where` of a relation. */
  readonly when?: Filter;
}

/** The column of a key, or the columns of a key of several. */
export type KeyColumns = string | readonly string[];

/** A reference: `author_id` → `user.id`; of several columns, each refers to the one in its place. */
export interface ForeignKey {
  readonly column: KeyColumns;
  readonly table: string;
  readonly key: KeyColumns;
  /** What the database does with records that refer to a deleted one; absent where it refuses to delete it. */
  readonly onDelete?: 'cascade' | 'set null' | 'set default';
  /** `deletedAt` of the other table. */
  readonly deletedAt?: string;
}
