import { randomUUID } from 'node:crypto';
import {
  type Condition,
  DataError,
  type Description,
  type FieldCondition,
  type Filter,
  foldCase,
  type Id,
  Increment,
  type ModelProvider,
  type Query,
  type Repository,
  type Row,
  readFilter,
  readQuery,
  readValues,
} from '@rest-gen/model/core';

/** A table in memory. Its primary key is text, and filled with a UUID. */
export interface MemoryTable extends Description {
  /** Fields that have another value in every row; null does not count. */
  readonly unique: readonly string[];
}

/** Tables and rows in the memory of this process. Rows are never changed, only replaced: a copy of all is one variable. */
export class MemoryProvider implements ModelProvider {
  readonly #tables: readonly MemoryTable[];
  #rows: ReadonlyMap<string, readonly Row[]>;
  #last: Promise<unknown> = Promise.resolve();

  constructor(tables: readonly MemoryTable[], rows: ReadonlyMap<string, readonly Row[]> = new Map()) {
    this.#tables = tables;
    this.#rows = rows;
  }

  repository(name: string): Repository {
    const run = <T>(work: (table: MemoryTable, rows: readonly Row[]) => T): Promise<T> =>
      this.#inTurn(() => work(this.#table(name), this.#rows.get(name) ?? []));
    const keep = (table: MemoryTable, rows: readonly Row[]): void => {
      check(table, rows);
      this.#rows = new Map(this.#rows).set(name, rows);
    };
    const findMany = (query: Query = {}) => run((table, rows) => find(rows, query, table));
    return {
      describe: () => run((table) => table),
      findMany,
      findOne: async (query) => (await findMany({ ...query, limit: Math.min(query.limit ?? 1, 1) }))[0],
      count: (where = {}) => run((table, rows) => rows.filter(matching(where, table)).length),
      insert: (values) =>
        run((table, rows) => {
          const [key = ''] = table.primaryKey;
          const row: Row = { [key]: randomUUID() };
          for (const name of table.columns.keys()) row[name] ??= null;
          const added = write(row, values, table);
          keep(table, [...rows, added]);
          return added[key] as Id;
        }),
      update: (where, values) =>
        run((table, rows) => {
          const matches = matching(where, table);
          const changed = rows.map((row) => (matches(row) ? write(row, values, table) : row));
          keep(table, changed);
          return rows.filter(matches).length;
        }),
      delete: (where) =>
        run((table, rows) => {
          const matches = matching(where, table);
          const left = rows.filter((row) => !matches(row));
          keep(table, left);
          return rows.length - left.length;
        }),
    };
  }

  /** One at a time: no other work comes in between, so none has to begin again. Inside of it only `tx` may be asked. */
  transaction<T>(work: (tx: ModelProvider) => Promise<T>): Promise<T> {
    return this.#inTurn(async () => {
      const inner = new MemoryProvider(this.#tables, this.#rows);
      const result = await work(inner);
      this.#rows = inner.#rows;
      return result;
    });
  }

  async ping(): Promise<void> {}

  async close(): Promise<void> {}

  #inTurn<T>(work: () => T | Promise<T>): Promise<T> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => {});
    return turn;
  }

  #table(name: string): MemoryTable {
    const table = this.#tables.find((one) => one.name === name);
    if (table === undefined) throw new DataError('no_table', `There is no table "${name}"`);
    return table;
  }
}

// --- internal ---

type Order = NonNullable<Query['orderBy']>;

/** `readQuery` has checked every name and brought every value into the form of its column. */
function find(rows: readonly Row[], query: Query, table: MemoryTable): Row[] {
  const { orderBy, fields, limit, offset, after } = readQuery(query, table);
  const place = after && Object.fromEntries(orderBy.map(([field], index) => [field, after[index]]));
  return rows
    .filter(matching(query.where ?? {}, table))
    .filter((row) => place === undefined || compareRows(row, place, orderBy) > 0)
    .sort((a, b) => compareRows(a, b, orderBy))
    .slice(offset, limit === undefined ? undefined : offset + limit)
    .map((row) => structuredClone(Object.fromEntries(fields.map((field) => [field, row[field]]))));
}

function matching(where: Filter, table: MemoryTable): (row: Row) => boolean {
  const conditions = readFilter(where, table);
  return (row) => conditions.every((condition) => matches(row, condition));
}

function matches(row: Row, condition: Condition): boolean {
  if (condition.operator === 'or') return condition.value.some((part) => part.every((one) => matches(row, one)));
  // Without relations, everything else is about a column.
  const { column } = condition as FieldCondition;
  return holds(row[column], condition as FieldCondition);
}

/** `ne` and `nin` hold for null too, the other comparisons never do. */
function holds(value: unknown, { operator, value: operand }: FieldCondition): boolean {
  if (operator === 'null') return (value === null) === operand;
  if (operator === 'in' || operator === 'nin') {
    return operand.some((one) => compare(value, one) === 0) === (operator === 'in');
  }
  if (value === null) return operator === 'ne';
  if (operator === 'contains' || operator === 'startsWith' || operator === 'endsWith') {
    const text = foldCase(value as string);
    const found = foldCase(operand);
    return { contains: text.includes(found), startsWith: text.startsWith(found), endsWith: text.endsWith(found) }[
      operator
    ];
  }
  const order = compare(value, operand);
  const answers = { eq: order === 0, ne: order !== 0, gt: order > 0, gte: order >= 0, lt: order < 0, lte: order <= 0 };
  return answers[operator];
}

function compareRows(a: Row, b: Row, orderBy: Order): number {
  for (const [field, direction] of orderBy) {
    const order = compare(a[field], b[field]);
    if (order !== 0) return direction === 'asc' ? order : -order;
  }
  return 0;
}

/** Null first, text by code points. */
function compare(a: unknown, b: unknown): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null);
  if (typeof a === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b as string));
  return Number((a as number) > (b as number)) - Number((a as number) < (b as number));
}

function write(row: Row, values: Row, table: MemoryTable): Row {
  const changed = { ...row };
  for (const { column, value } of readValues(values, table)) {
    if (!(value instanceof Increment)) changed[column] = structuredClone(value);
    else if (row[column] !== null) changed[column] = (row[column] as number) + Number(value.by);
  }
  return changed;
}

/** What the table refuses, with the field that it is about. */
function check({ columns, primaryKey, unique }: MemoryTable, rows: readonly Row[]): void {
  for (const { name, nullable } of columns.values()) {
    if (nullable || rows.every((row) => row[name] !== null)) continue;
    throw new DataError('not_null', `"${name}" must not be null`, { field: name });
  }
  for (const field of [...primaryKey, ...unique]) {
    const values = rows.map((row) => row[field]).filter((value) => value !== null);
    if (new Set(values).size === values.length) continue;
    throw new DataError('conflict', `Another record has the same "${field}"`, { field });
  }
}
