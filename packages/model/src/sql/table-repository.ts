import { randomUUID } from 'node:crypto';
import {
  type ColumnValue,
  DataError,
  type Filter,
  type Id,
  Increment,
  type Query,
  type Repository,
  type RequestOptions,
  type Row,
  readFilter,
  readQuery,
  readValues,
} from '@rest-gen/router/model';
import { type RawBuilder, sql } from 'kysely';
import type { Runner } from '../backend.ts';
import { readChanges } from '../fit.ts';
import { execute } from './compile.ts';
import type { Dialect, StoredColumn, StoredDescription } from './dialect.ts';
import type { SqlQuery, SqlResult } from './sql-client.ts';
import { type Assignment, Statements } from './statements.ts';

/**
 * Descriptions by table; shared by all repositories of a store.
 *
 * Only what is there is shared: waiting for a description that waits for the transaction one is in would never end.
 */
export type Descriptions = Map<string, StoredDescription>;

/** One table of an SQL database. */
export class TableRepository implements Repository {
  readonly #name: string;
  readonly #dialect: Dialect;
  readonly #descriptions: Descriptions;
  readonly #run: Runner<SqlQuery>;
  readonly #signal: AbortSignal | undefined;

  constructor(
    name: string,
    dialect: Dialect,
    descriptions: Descriptions,
    run: Runner<SqlQuery>,
    { signal }: RequestOptions,
  ) {
    this.#name = name;
    this.#dialect = dialect;
    this.#descriptions = descriptions;
    this.#run = run;
    this.#signal = signal;
  }

  async describe(): Promise<StoredDescription> {
    const known = this.#descriptions.get(this.#name);
    if (known !== undefined) return known;
    const description = await this.#run((query) => this.#dialect.describe(query, this.#name));
    this.#descriptions.set(this.#name, description);
    return description;
  }

  findMany(query: Query = {}): Promise<Row[]> {
    return this.#described(async (table) => {
      const checked = readQuery(query, table);
      const { rows } = await this.#execute(table, this.#statements(table).select(checked));
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
      const { rows } = await this.#execute(table, this.#statements(table).count(conditions));
      return Number(rows[0]?.count);
    });
  }

  insert(values: Row): Promise<Id> {
    return this.#described(async (table) => {
      const read = readValues(values, table);
      const key = table.columns.get(table.primaryKey) as StoredColumn;
      const isGiven = read.some(({ column }) => column === key.name);
      const uuid = key.isFilledWithUuid && !isGiven ? randomUUID() : undefined;
      if (uuid !== undefined) read.push({ column: key.name, value: uuid });
      const assignments = read.map((one) => this.#insertion(one, table));
      const result = await this.#execute(table, this.#statements(table).insert(assignments));
      const given = read.find(({ column }) => column === key.name)?.value;
      return (given ?? this.#dialect.decode(this.#dialect.insertedKey(result, key.name), key)) as Id;
    });
  }

  update(where: Filter, values: Row): Promise<number> {
    return this.#described(async (table) => {
      const conditions = readFilter(where, table);
      const read = readChanges(values, table);
      if (read.length === 0) return this.count(where);
      const assignments = read.map((one) => this.#change(one, table));
      const { affected } = await this.#execute(table, this.#statements(table).update(conditions, assignments));
      return Number(affected);
    });
  }

  delete(where: Filter): Promise<number> {
    return this.#described(async (table) => {
      const conditions = readFilter(where, table);
      const { affected } = await this.#execute(table, this.#statements(table).delete(conditions));
      return Number(affected);
    });
  }

  #statements(table: StoredDescription): Statements {
    return new Statements(this.#dialect, table);
  }

  #execute(table: StoredDescription, statement: RawBuilder<unknown>): Promise<SqlResult> {
    return this.#run(async (query) => {
      try {
        return await execute(this.#dialect.compiler, query, statement, this.#signal);
      } catch (error) {
        throw this.#dialect.mapError(error, table);
      }
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
    return [column, value instanceof Increment ? this.#dialect.add(stored, value.by) : this.#encode(value, stored)];
  }

  #encode(value: unknown, column: StoredColumn): unknown {
    if (value === null) return null;
    this.#dialect.check?.(value, column);
    return this.#dialect.cast(sql`${this.#dialect.encode(value, column)}`, column);
  }

  #decode(row: Record<string, unknown>, columns: readonly StoredColumn[]): Row {
    const decoded: Row = {};
    for (const column of columns) {
      const value = row[column.name];
      const own = value === null ? null : this.#dialect.decode(value, column);
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
