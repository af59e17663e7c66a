import { type ColumnType, readValue } from '@rest-gen/router/model';

/** The kinds of column that a migration can ask for. */
export type ColumnKind = 'id' | 'uuid' | 'text' | ColumnType;

/** A column as a migration wrote it. */
export interface ColumnDefinition {
  readonly name: string;
  readonly kind: ColumnKind;
  readonly length: number;
  readonly precision: number;
  readonly scale: number;
  isRequired: boolean;
  isPrimary: boolean;
  /** A value in the form of its column, or the time of the insert. */
  fallback?: { readonly value: unknown } | 'now';
  readonly reference?: { readonly table: string; readonly column: string; readonly onDelete: OnDelete };
}

/** What happens to a record when the one that it refers to is deleted; `restrict` refuses that. */
export type OnDelete = 'restrict' | 'cascade' | 'set null';

export interface IndexDefinition {
  readonly columns: readonly string[];
  readonly isUnique: boolean;
}

/** All that one `createTable` or `alterTable` asks for. */
export interface TableDefinition {
  readonly columns: ColumnDefinition[];
  readonly indexes: IndexDefinition[];
  readonly dropped: string[];
  readonly renamed: (readonly [from: string, to: string])[];
}

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

/**
 * Run the function of a migration that describes a table, and collect what it asks for.
 *
 * @throws {TypeError} for a default that the column cannot hold, and names that are empty
 */
export function defineTable(define: (table: TableChange) => void): TableDefinition {
  const definition: TableDefinition = { columns: [], indexes: [], dropped: [], renamed: [] };
  define(new TableCollector(definition));
  return definition;
}

// --- internal ---

type Details = Partial<Pick<ColumnDefinition, 'length' | 'precision' | 'scale' | 'reference'>>;

class TableCollector implements TableChange {
  readonly #definition: TableDefinition;

  constructor(definition: TableDefinition) {
    this.#definition = definition;
  }

  id(name = 'id'): ColumnBuilder {
    return this.#add(name, 'id').primary();
  }

  uuid(name: string): ColumnBuilder {
    return this.#add(name, 'uuid');
  }

  string(name: string, length = 255): ColumnBuilder {
    return this.#add(name, 'string', { length: checkCount(length, 1) });
  }

  text(name: string): ColumnBuilder {
    return this.#add(name, 'text');
  }

  integer(name: string): ColumnBuilder {
    return this.#add(name, 'integer');
  }

  bigint(name: string): ColumnBuilder {
    return this.#add(name, 'bigint');
  }

  decimal(name: string, precision = 10, scale = 2): ColumnBuilder {
    return this.#add(name, 'decimal', { precision: checkCount(precision, 1), scale: checkCount(scale, 0) });
  }

  double(name: string): ColumnBuilder {
    return this.#add(name, 'double');
  }

  boolean(name: string): ColumnBuilder {
    return this.#add(name, 'boolean');
  }

  date(name: string): ColumnBuilder {
    return this.#add(name, 'date');
  }

  datetime(name: string): ColumnBuilder {
    return this.#add(name, 'datetime');
  }

  json(name: string): ColumnBuilder {
    return this.#add(name, 'json');
  }

  binary(name: string): ColumnBuilder {
    return this.#add(name, 'binary');
  }

  references(name: string, table: string, options: ReferenceOptions = {}): ColumnBuilder {
    const { column = 'id', type = 'integer', onDelete = 'restrict' } = options;
    return this.#add(name, type, { reference: { table: checkName(table), column, onDelete } }).index();
  }

  unique(columns: readonly string[]): void {
    this.#definition.indexes.push({ columns: columns.map(checkName), isUnique: true });
  }

  index(columns: readonly string[]): void {
    this.#definition.indexes.push({ columns: columns.map(checkName), isUnique: false });
  }

  timestamps(): void {
    this.datetime('created_at').notNull().defaultNow();
    this.datetime('updated_at').notNull().defaultNow();
  }

  drop(column: string): void {
    this.#definition.dropped.push(checkName(column));
  }

  rename(from: string, to: string): void {
    this.#definition.renamed.push([checkName(from), checkName(to)]);
  }

  #add(name: string, kind: ColumnKind, details: Details = {}): ColumnBuilder {
    const column: ColumnDefinition = {
      name: checkName(name),
      kind,
      length: 255,
      precision: 10,
      scale: 2,
      isRequired: false,
      isPrimary: false,
      ...details,
    };
    this.#definition.columns.push(column);
    return new ColumnCollector(column, this);
  }
}

class ColumnCollector implements ColumnBuilder {
  readonly #column: ColumnDefinition;
  readonly #table: TableCollector;

  constructor(column: ColumnDefinition, table: TableCollector) {
    this.#column = column;
    this.#table = table;
  }

  notNull(): this {
    this.#column.isRequired = true;
    return this;
  }

  default(value: unknown): this {
    const { name, kind } = this.#column;
    const read = value === null ? null : readValue(value, { type: columnType(kind) });
    if (read === undefined) throw new TypeError(`The default of "${name}" is no ${kind}`);
    this.#column.fallback = { value: read };
    return this;
  }

  defaultNow(): this {
    if (this.#column.kind !== 'datetime')
      throw new TypeError(`"${this.#column.name}" is no datetime: it cannot default to now`);
    this.#column.fallback = 'now';
    return this;
  }

  unique(): this {
    this.#table.unique([this.#column.name]);
    return this;
  }

  index(): this {
    this.#table.index([this.#column.name]);
    return this;
  }

  primary(): this {
    this.#column.isPrimary = true;
    return this.notNull();
  }
}

/** The type that a description has for a kind of column. */
export function columnType(kind: ColumnKind): ColumnType {
  if (kind === 'id') return 'integer';
  return kind === 'uuid' || kind === 'text' ? 'string' : kind;
}

function checkName(name: string): string {
  if (typeof name === 'string' && name !== '') return name;
  throw new TypeError('A table or column needs a name');
}

function checkCount(count: number, least: number): number {
  if (Number.isSafeInteger(count) && count >= least) return count;
  throw new TypeError(`A length, precision or scale must be a whole number from ${least} on`);
}
