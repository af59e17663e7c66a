import { readChanges } from './recorded-changes.ts';
import type { ColumnBuilder, ColumnChange, ColumnShape, TableBuilder, TableChange } from './table-builder.ts';
import type { ColumnDefinition, ColumnTypeDefinition, NewColumn, TableDefinition } from './table-definition.ts';

/**
 * Run the function of a migration that describes a table, and collect its columns, keys and indexes.
 *
 * @throws {TypeError} for an empty name, for details that no type has, and for a primary key of columns that are not there
 */
export function defineTable(define: (table: TableBuilder & TableChange) => void): TableDefinition {
  const definition: TableDefinition = {
    columns: [],
    changed: [],
    indexes: [],
    primaryKey: [],
    foreignKeys: [],
    dropped: [],
    renamed: [],
    droppedIndexes: [],
  };
  define(createTable(definition));
  for (const name of definition.primaryKey) requireColumn(definition, name);
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
  binary: (length) => ({ length: length === undefined ? 0 : checkCount(length, 1) }),
  enum: (values: readonly string[]) => ({ values: checkValues(values) }),
};

/** The columns of a primary key are not null. */
function requireColumn({ columns }: TableDefinition, name: string): void {
  const column = columns.find((one) => one.name === name);
  if (column === undefined)
    throw new TypeError(`The primary key has a column "${name}", which createTable does not declare`);
  column.isRequired = true;
}

function createTable(definition: TableDefinition): TableBuilder & TableChange {
  const { columns, changed, indexes, primaryKey, foreignKeys, dropped, renamed, droppedIndexes } = definition;
  const index = (names: readonly string[], isUnique: boolean) => ({ columns: names.map(checkName), isUnique });
  const add = (column: NewColumn): ColumnBuilder => {
    columns.push(column);
    return createColumn(column, table);
  };
  const table: TableBuilder & TableChange = {
    ...eachShape<TableChange>(
      (toType) =>
        (name, ...details) =>
          add({ name: checkName(name), type: toType(...details) }),
    ),
    id: (name = 'id', { type } = {}) =>
      add({ name: checkName(name), type: { ...LENGTHS, kind: type ?? 'id' }, isCounted: true }).primary(),
    references: (name, target, { column = 'id', type = 'integer', onDelete = 'restrict' } = {}) => {
      const reference = { table: checkName(target), column, onDelete };
      const kind = type === 'integer' ? 'reference' : type;
      return add({ name: checkName(name), type: { ...LENGTHS, kind }, reference }).index();
    },
    primary: (names) => void primaryKey.push(...names.map(checkName)),
    foreign: (names, target, { columns: keys = ['id'], onDelete = 'restrict' } = {}) => {
      if (names.length === 0 || names.length !== keys.length)
        throw new TypeError(
          `The foreign key to "${target}" has ${names.length} columns, which refer to ${keys.length}`,
        );
      foreignKeys.push({
        columns: names.map(checkName),
        table: checkName(target),
        keys: keys.map(checkName),
        onDelete,
      });
    },
    unique: (names, { whereNull } = {}) =>
      void indexes.push({ ...index(names, true), ...(whereNull !== undefined && { whereNull: checkName(whereNull) }) }),
    index: (names) => void indexes.push(index(names, false)),
    timestamps: () => {
      table.datetime('created_at').notNull().defaultNow();
      table.datetime('updated_at').notNull().defaultNow();
    },
    changes: (options) => {
      definition.changes = readChanges(options);
    },
    dropChanges: () => {
      definition.changes = 'none';
    },
    change: (name) => {
      const change: ColumnDefinition = { name: checkName(name) };
      changed.push(change);
      return createColumn(change, table);
    },
    drop: (name) => void dropped.push(checkName(name)),
    rename: (from, to) => void renamed.push([checkName(from), checkName(to)]),
    dropIndex: (name) => void droppedIndexes.push(typeof name === 'string' ? name : index(name, false)),
    dropUnique: (name) => void droppedIndexes.push(typeof name === 'string' ? name : index(name, true)),
  };
  return table;
}

function createColumn(column: ColumnDefinition, table: TableChange): ColumnBuilder & ColumnChange {
  const { name } = column;
  const set = (part: Partial<ColumnDefinition>): ColumnBuilder & ColumnChange => {
    Object.assign(column, part);
    return builder;
  };
  const builder: ColumnBuilder & ColumnChange = {
    ...eachShape<ColumnChange>(
      (toType) =>
        (...details) =>
          set({ type: toType(...details) }),
    ),
    notNull: () => set({ isRequired: true }),
    nullable: () => set({ isRequired: false }),
    default: (value) => set({ fallback: { value } }),
    defaultNow: () => {
      const { kind = 'datetime' } = column.type ?? {};
      if (kind !== 'datetime') throw new TypeError(`"${name}" is not a datetime, so it cannot default to now`);
      return set({ fallback: 'now' });
    },
    dropDefault: () => set({ fallback: 'none' }),
    unique: (options) => {
      table.unique([name], options);
      return builder;
    },
    index: () => {
      table.index([name]);
      return builder;
    },
    primary: () => set({ isPrimary: true, isRequired: true }),
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
