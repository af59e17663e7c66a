import { readValue } from '@rest-gen/router/model';
import type { ColumnBuilder, ReferenceOptions, TableChange } from './table-builder.ts';
import { type ColumnDefinition, type ColumnKind, columnType, type TableDefinition } from './table-definition.ts';

/**
 * Run the function of a migration that describes a table, and collect its columns and indexes.
 *
 * @throws {TypeError} for an empty name, and for a default that the column cannot hold
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
    if (read === undefined) throw new TypeError(`The default of "${name}" is not a valid ${kind}`);
    this.#column.fallback = { value: read };
    return this;
  }

  defaultNow(): this {
    if (this.#column.kind !== 'datetime')
      throw new TypeError(`"${this.#column.name}" is not a datetime, so it cannot default to now`);
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

function checkName(name: string): string {
  if (typeof name === 'string' && name !== '') return name;
  throw new TypeError('A table or column needs a name');
}

function checkCount(count: number, least: number): number {
  if (Number.isSafeInteger(count) && count >= least) return count;
  throw new TypeError(`A length, precision or scale must be an integer of at least ${least}`);
}
