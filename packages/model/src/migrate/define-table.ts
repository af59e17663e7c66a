import { readValue } from '@rest-gen/router/model';
import type { ColumnBuilder, ColumnChange, ColumnShape, TableChange } from './table-builder.ts';
import {
  type ColumnChangeDefinition,
  type ColumnDefinition,
  type ColumnTypeDefinition,
  columnType,
  type Fallback,
  type TableDefinition,
} from './table-definition.ts';

/**
 * Run the function of a migration that describes a table, and collect its columns and indexes.
 *
 * @throws {TypeError} for an empty name, and for a default that the column cannot hold
 */
export function defineTable(define: (table: TableChange) => void): TableDefinition {
  const definition: TableDefinition = {
    columns: [],
    changed: [],
    indexes: [],
    dropped: [],
    renamed: [],
    droppedIndexes: [],
  };
  define(createTable(definition));
  return definition;
}

// --- internal ---

type DetailsOf<Shape extends ColumnShape> = Parameters<ColumnChange[Shape]>;

/** What the methods of the types take after the name. */
const SHAPES: { readonly [Shape in ColumnShape]: (...details: DetailsOf<Shape>) => Partial<ColumnTypeDefinition> } = {
  uuid: () => ({}),
  string: (length = 255) => ({ length: checkCount(length, 1) }),
  text: () => ({}),
  integer: () => ({}),
  bigint: () => ({}),
  decimal: (precision = 10, scale = 2) => ({ precision: checkCount(precision, 1), scale: checkCount(scale, 0) }),
  double: () => ({}),
  boolean: () => ({}),
  date: () => ({}),
  datetime: () => ({}),
  json: () => ({}),
  binary: () => ({}),
  enum: (values: readonly string[]) => ({ values: checkValues(values) }),
};

function createTable(definition: TableDefinition): TableChange {
  const { columns, changed, indexes, dropped, renamed, droppedIndexes } = definition;
  const index = (names: readonly string[], isUnique: boolean) => ({ columns: names.map(checkName), isUnique });
  const add = (column: ColumnDefinition): ColumnBuilder => {
    columns.push(column);
    return createColumn(column, table);
  };
  const table: TableChange = {
    ...eachShape<TableChange>(
      (toType) =>
        (name, ...details) =>
          add({ ...EMPTY, ...toType(...details), name: checkName(name) }),
    ),
    id: (name = 'id') => add({ ...EMPTY, kind: 'id', name: checkName(name) }).primary(),
    references: (name, target, { column = 'id', type = 'integer', onDelete = 'restrict' } = {}) => {
      const reference = { table: checkName(target), column, onDelete };
      return add({ ...EMPTY, kind: type, name: checkName(name), reference }).index();
    },
    unique: (names, { whereNull } = {}) =>
      void indexes.push({ ...index(names, true), ...(whereNull !== undefined && { whereNull: checkName(whereNull) }) }),
    index: (names) => void indexes.push(index(names, false)),
    timestamps: () => {
      table.datetime('created_at').notNull().defaultNow();
      table.datetime('updated_at').notNull().defaultNow();
    },
    change: (name) => {
      const change: ColumnChangeDefinition = { name: checkName(name) };
      changed.push(change);
      return createChange(change);
    },
    drop: (name) => void dropped.push(checkName(name)),
    rename: (from, to) => void renamed.push([checkName(from), checkName(to)]),
    dropIndex: (name) => void droppedIndexes.push(typeof name === 'string' ? name : index(name, false)),
    dropUnique: (name) => void droppedIndexes.push(typeof name === 'string' ? name : index(name, true)),
  };
  return table;
}

function createColumn(column: ColumnDefinition, table: TableChange): ColumnBuilder {
  const { name } = column;
  const chain = (change: () => void) => (): ColumnBuilder => {
    change();
    return builder;
  };
  const builder: ColumnBuilder = {
    notNull: chain(() => {
      column.isRequired = true;
    }),
    default: (value) => {
      column.fallback = { value: readDefault(value, column) };
      return builder;
    },
    defaultNow: chain(() => {
      column.fallback = now(name, column.kind);
    }),
    unique: (options) => {
      table.unique([name], options);
      return builder;
    },
    index: chain(() => table.index([name])),
    primary: () => {
      column.isPrimary = true;
      return builder.notNull();
    },
  };
  return builder;
}

function createChange(change: ColumnChangeDefinition): ColumnChange {
  const set = (part: Partial<ColumnChangeDefinition>): ColumnChange => {
    Object.assign(change, part);
    return builder;
  };
  const builder: ColumnChange = {
    ...eachShape<ColumnChange>(
      (toType) =>
        (...details) =>
          set({ type: toType(...details) }),
    ),
    notNull: () => set({ isRequired: true }),
    nullable: () => set({ isRequired: false }),
    default: (value) =>
      set({ fallback: { value: change.type ? readDefault(value, { name: change.name, ...change.type }) : value } }),
    defaultNow: () => set({ fallback: now(change.name, change.type?.kind) }),
    dropDefault: () => set({ fallback: 'none' }),
  };
  return builder;
}

/** A method for each type. */
function eachShape<T extends object>(
  create: (toType: (...details: never[]) => ColumnTypeDefinition) => (...args: never[]) => unknown,
): Pick<T, ColumnShape & keyof T> {
  const methods = Object.entries(SHAPES).map(([kind, read]) => [
    kind,
    create((...details) => ({ ...LENGTHS, kind: kind as ColumnShape, ...read(...details) })),
  ]);
  return Object.fromEntries(methods) as Pick<T, ColumnShape & keyof T>;
}

const LENGTHS = { length: 255, precision: 10, scale: 2 };
const EMPTY = { ...LENGTHS, isRequired: false, isPrimary: false };

function readDefault(value: unknown, { name, kind, values }: ColumnTypeDefinition & { name: string }): unknown {
  const read = value === null ? null : readValue(value, { type: columnType(kind) });
  const isValid = read !== undefined && (read === null || values === undefined || values.includes(read as string));
  if (!isValid) throw new TypeError(`The default of "${name}" is not a valid ${kind}`);
  return read;
}

function now(name: string, kind: string | undefined): Fallback {
  if (kind === undefined || kind === 'datetime') return 'now';
  throw new TypeError(`"${name}" is not a datetime, so it cannot default to now`);
}

function checkName(name: string): string {
  if (typeof name === 'string' && name !== '') return name;
  throw new TypeError('A table or column needs a name');
}

function checkCount(count: number, least: number): number {
  if (Number.isSafeInteger(count) && count >= least) return count;
  throw new TypeError(`A length, precision or scale must be an integer of at least ${least}`);
}

function checkValues(values: readonly string[]): readonly string[] {
  const isList = Array.isArray(values) && values.length > 0 && values.every((value) => typeof value === 'string');
  if (isList && new Set(values).size === values.length) return values;
  throw new TypeError('An enum needs a list of different strings');
}
