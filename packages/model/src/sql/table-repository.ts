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
import { readChanges } from '../fit.ts';
import type { Store } from '../store.ts';
import type { StoredColumn, StoredDescription } from './dialect.ts';
import type { KnownTable } from './known-table.ts';
import type { SqlResult, Statement } from './sql-client.ts';
import { Statements, type TableStatement } from './statements.ts';

/** Runs a statement in the open transaction of the current context, or outside of transactions; errors are {@link DataError}. */
export type RunStatement = (statement: Statement) => Promise<SqlResult>;

/** What repositories of a store share. */
export type KnownStore = Pick<Store, 'dialect' | 'tables'>;

/** One table of an SQL database. */
export class TableRepository implements Repository {
  readonly #name: string;
  readonly #store: KnownStore;
  readonly #run: RunStatement;

  constructor(name: string, store: KnownStore, run: RunStatement) {
    this.#name = name;
    this.#store = store;
    this.#run = run;
  }

  async describe(): Promise<StoredDescription> {
    return (this.#store.tables.get(this.#name) ?? (await this.#learn())).description;
  }

  findMany(query: Query = {}): Promise<Row[]> {
    return this.#described(async (table, statements) => {
      const checked = readQuery(query, table);
      const first = statements.selectFirst(checked);
      if (first !== undefined) {
        const rows = await this.#read(first, checked.fields);
        if (rows.length === checked.limit) return rows;
      }
      // A page that goes on behind the range is read by one statement: a row that changes between two would be repeated or left out.
      return this.#read(statements.select(checked), checked.fields);
    });
  }

  async findOne(query: Query): Promise<Row | undefined> {
    const [row] = await this.findMany({ ...query, limit: Math.min(query.limit ?? 1, 1) });
    return row;
  }

  count(where: Filter = {}): Promise<number> {
    return this.#described(async (table, statements) => {
      const { rows } = await this.#run(statements.count(readFilter(where, table)));
      return Number(rows[0]?.count);
    });
  }

  insert(values: Row): Promise<Id> {
    return this.#described(async (table, statements) => {
      const read = readValues(values, table);
      read.forEach(refuseIncrement);
      const key = table.columns.get(table.primaryKey) as StoredColumn;
      const isGiven = read.some(({ column }) => column === key.name);
      const uuid = key.isFilledWithUuid && !isGiven ? randomUUID() : undefined;
      if (uuid !== undefined) read.push({ column: key.name, value: uuid });
      const result = await this.#run(statements.insert(read));
      const given = read.find(({ column }) => column === key.name)?.value;
      return (given ?? this.#store.dialect.decode(this.#store.dialect.insertedKey(result, key.name), key)) as Id;
    });
  }

  update(where: Filter, values: Row): Promise<number> {
    return this.#described(async (table, statements) => {
      const conditions = readFilter(where, table);
      const read = readChanges(values, table);
      if (read.length === 0) return this.count(where);
      const { affected } = await this.#run(statements.update(conditions, read));
      return Number(affected);
    });
  }

  delete(where: Filter): Promise<number> {
    return this.#described(async (table, statements) => {
      const { affected } = await this.#run(statements.delete(readFilter(where, table)));
      return Number(affected);
    });
  }

  async #learn(): Promise<KnownTable> {
    const { dialect, tables } = this.#store;
    const description = await dialect.describe((text, parameters) => this.#run({ text, parameters }), this.#name);
    const table = { description, statements: new Statements(dialect, description) };
    tables.set(this.#name, table);
    return table;
  }

  /** Run `work` with the description; once more with a fresh one when the table turns out to have changed. */
  async #described<T>(work: (table: StoredDescription, statements: Statements) => Promise<T>): Promise<T> {
    const { description, statements } = this.#store.tables.get(this.#name) ?? (await this.#learn());
    try {
      return await work(description, statements);
    } catch (error) {
      if (!(error instanceof DataError) || (error.code !== 'unknown_field' && error.code !== 'no_table')) throw error;
      this.#store.tables.delete(this.#name);
      const fresh = await this.#learn();
      if (isSame(description, fresh.description)) throw error;
      return work(fresh.description, fresh.statements);
    }
  }

  /** Run a statement that gives rows of the table. */
  async #read(statement: TableStatement, fields: readonly string[]): Promise<Row[]> {
    const { rows } = await this.#run(statement);
    const { dialect } = this.#store;
    const columns = fields.map((field) => statement.table.columns.get(field) as StoredColumn);
    return rows.map((row) => {
      const decoded: Row = {};
      for (const column of columns) {
        const value = row[column.name];
        const own = value === null ? null : dialect.decode(value, column);
        // A plain assignment would set the prototype of the row.
        if (column.name === '__proto__') Object.defineProperty(decoded, column.name, { value: own, ...PROPERTY });
        else decoded[column.name] = own;
      }
      return decoded;
    });
  }
}

// --- internal ---

const PROPERTY = { writable: true, enumerable: true, configurable: true };

function refuseIncrement({ column, value }: ColumnValue): void {
  if (!(value instanceof Increment)) return;
  throw new DataError('invalid_value', `"${column}" cannot be incremented by an insert`, { field: column });
}

function isSame(a: StoredDescription, b: StoredDescription): boolean {
  return (
    a.primaryKey === b.primaryKey &&
    a.columns.size === b.columns.size &&
    [...a.columns].every(([name, { type }]) => b.columns.get(name)?.type === type)
  );
}
