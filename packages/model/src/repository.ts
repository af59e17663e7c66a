import { randomUUID } from 'node:crypto';
import {
  type ColumnValue,
  DataError,
  type Filter,
  type Id,
  Increment,
  type Query,
  type Repository,
  type Row,
  readFilter,
  readQuery,
  readValues,
} from '@rest-gen/router/model';
import { type Assignment, Statements } from './statements.ts';
import type { Database, Store, StoredColumn, StoredDescription } from './stores/store.ts';

/**
 * Descriptions by table; shared by all repositories of a store.
 *
 * Only what is there is shared: waiting for a description that waits for the transaction one is in would never end.
 */
export type Descriptions = Map<string, StoredDescription>;

/** Runs statements where they belong: in the open transaction of the running context, or in none. */
export type Runner = <T>(work: (db: Database) => Promise<T>) => Promise<T>;

/** One table of an SQL database. */
export class TableRepository implements Repository {
  readonly #name: string;
  readonly #store: Store;
  readonly #descriptions: Descriptions;
  readonly #run: Runner;

  constructor(name: string, store: Store, descriptions: Descriptions, run: Runner) {
    this.#name = name;
    this.#store = store;
    this.#descriptions = descriptions;
    this.#run = run;
  }

  async describe(): Promise<StoredDescription> {
    const known = this.#descriptions.get(this.#name);
    if (known !== undefined) return known;
    const description = await this.#run((db) => this.#store.describe(db, this.#name));
    this.#descriptions.set(this.#name, description);
    return description;
  }

  findMany(query: Query = {}): Promise<Row[]> {
    return this.#described(async (table) => {
      const checked = readQuery(query, table);
      const { rows } = await this.#run((db) => new Statements(this.#store, table).select(checked).execute(db));
      const columns = checked.fields.map((field) => table.columns.get(field) as StoredColumn);
      return rows.map((row) => this.#decode(row, columns));
    });
  }

  async findOne(query: Query): Promise<Row | undefined> {
    const [row] = await this.findMany({ ...query, limit: Math.min(query.limit ?? 1, 1) });
    return row;
  }

  count(where: Filter = {}): Promise<number> {
    return this.#described(async (table) => {
      const conditions = readFilter(where, table);
      const { rows } = await this.#run((db) => new Statements(this.#store, table).count(conditions).execute(db));
      return (rows[0] as { count: number }).count;
    });
  }

  insert(values: Row): Promise<Id> {
    return this.#described(async (table) => {
      const assignments = readValues(values, table).map((one) => this.#insertion(one, table));
      const key = table.columns.get(table.primaryKey) as StoredColumn;
      if (key.isFilledWithUuid && !assignments.some(([column]) => column === key.name)) {
        assignments.push([key.name, randomUUID()]);
      }
      const { rows } = await this.#run((db) => new Statements(this.#store, table).insert(assignments).execute(db));
      return this.#store.decode(rows[0]?.[key.name], key) as Id;
    });
  }

  update(where: Filter, values: Row): Promise<number> {
    return this.#described(async (table) => {
      const conditions = readFilter(where, table);
      const read = readValues(values, table);
      if (read.length === 0) return this.count(where);
      const changed = table.columns.get('updated_at');
      if (changed?.type === 'datetime' && changed.hasDefault && !read.some(({ column }) => column === changed.name)) {
        read.push({ column: changed.name, value: new Date().toISOString() });
      }
      const assignments = read.map((one) => this.#change(one, table));
      const { numAffectedRows } = await this.#run((db) =>
        new Statements(this.#store, table).update(conditions, assignments).execute(db),
      );
      return Number(numAffectedRows);
    });
  }

  delete(where: Filter): Promise<number> {
    return this.#described(async (table) => {
      const conditions = readFilter(where, table);
      const { numAffectedRows } = await this.#run((db) =>
        new Statements(this.#store, table).delete(conditions).execute(db),
      );
      return Number(numAffectedRows);
    });
  }

  /** Run `work` with the description; once more with a fresh one when the table turns out to have changed. */
  async #described<T>(work: (table: StoredDescription) => Promise<T>): Promise<T> {
    const table = await this.describe();
    try {
      return await work(table);
    } catch (error) {
      if (!(error instanceof DataError) || (error.code !== 'unknown_field' && error.code !== 'no_table')) throw error;
      this.#descriptions.delete(this.#name);
      const fresh = await this.describe();
      if (isSame(table, fresh)) throw error;
      return work(fresh);
    }
  }

  #insertion({ column, value }: ColumnValue, table: StoredDescription): Assignment {
    if (value instanceof Increment) {
      throw new DataError('invalid_value', `"${column}" cannot be incremented by an insert`, { field: column });
    }
    return [column, this.#encode(value, table.columns.get(column) as StoredColumn)];
  }

  #change({ column, value }: ColumnValue, table: StoredDescription): Assignment {
    const stored = table.columns.get(column) as StoredColumn;
    return [column, value instanceof Increment ? this.#store.add(stored, value.by) : this.#encode(value, stored)];
  }

  #encode(value: unknown, column: StoredColumn): unknown {
    return value === null ? null : this.#store.encode(value, column);
  }

  #decode(row: Record<string, unknown>, columns: readonly StoredColumn[]): Row {
    const decoded: Row = {};
    for (const column of columns) {
      const value = row[column.name];
      const own = value === null ? null : this.#store.decode(value, column);
      if (column.name === '__proto__') {
        // A plain assignment would set the prototype of the row.
        Object.defineProperty(decoded, column.name, {
          value: own,
          writable: true,
          enumerable: true,
          configurable: true,
        });
      } else {
        decoded[column.name] = own;
      }
    }
    return decoded;
  }
}

// --- internal ---

function isSame(a: StoredDescription, b: StoredDescription): boolean {
  return (
    a.primaryKey === b.primaryKey &&
    a.columns.size === b.columns.size &&
    [...a.columns].every(([name, { type }]) => b.columns.get(name)?.type === type)
  );
}
