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
import type { Runner } from '../backend.ts';
import { readChanges } from '../fit.ts';
import type { Dialect, StoredColumn, StoredDescription } from './dialect.ts';
import type { SqlQuery, SqlResult } from './sql-client.ts';
import { type Statement, Statements } from './statements.ts';

/** What is known of a table, and the statements that have been written for it. */
export interface KnownTable {
  readonly description: StoredDescription;
  readonly statements: Statements;
}

/**
 * What is known of each table, by name; shared by all repositories of a store.
 *
 * Only what is there is shared: waiting for a description that waits for the transaction one is in would never end.
 */
export type KnownTables = Map<string, KnownTable>;

/** One table of an SQL database. */
export class TableRepository implements Repository {
  readonly #name: string;
  readonly #dialect: Dialect;
  readonly #tables: KnownTables;
  readonly #run: Runner<SqlQuery>;
  readonly #options: RequestOptions;

  constructor(name: string, dialect: Dialect, tables: KnownTables, run: Runner<SqlQuery>, { signal }: RequestOptions) {
    this.#name = name;
    this.#dialect = dialect;
    this.#tables = tables;
    this.#run = run;
    this.#options = signal === undefined ? {} : { signal };
  }

  async describe(): Promise<StoredDescription> {
    return (this.#tables.get(this.#name) ?? (await this.#learn())).description;
  }

  findMany(query: Query = {}): Promise<Row[]> {
    return this.#described(async (table, statements) => {
      const checked = readQuery(query, table);
      const columns = checked.fields.map((field) => table.columns.get(field) as StoredColumn);
      const read = async (statement: Statement): Promise<Row[]> => {
        const { rows } = await this.#execute(table, statement);
        return rows.map((row) => this.#decode(row, columns));
      };
      const first = statements.selectFirst(checked);
      if (first !== undefined) {
        const rows = await read(first);
        if (rows.length === checked.limit) return rows;
      }
      // A page that goes on behind the range is read by one statement: a row that changes between two would be repeated or left out.
      return read(statements.select(checked));
    });
  }

  async findOne(query: Query): Promise<Row | undefined> {
    const [row] = await this.findMany({ ...query, limit: Math.min(query.limit ?? 1, 1) });
    return row;
  }

  count(where: Filter = {}): Promise<number> {
    return this.#described(async (table, statements) => {
      const { rows } = await this.#execute(table, statements.count(readFilter(where, table)));
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
      const result = await this.#execute(table, statements.insert(read));
      const given = read.find(({ column }) => column === key.name)?.value;
      return (given ?? this.#dialect.decode(this.#dialect.insertedKey(result, key.name), key)) as Id;
    });
  }

  update(where: Filter, values: Row): Promise<number> {
    return this.#described(async (table, statements) => {
      const conditions = readFilter(where, table);
      const read = readChanges(values, table);
      if (read.length === 0) return this.count(where);
      const { affected } = await this.#execute(table, statements.update(conditions, read));
      return Number(affected);
    });
  }

  delete(where: Filter): Promise<number> {
    return this.#described(async (table, statements) => {
      const { affected } = await this.#execute(table, statements.delete(readFilter(where, table)));
      return Number(affected);
    });
  }

  async #learn(): Promise<KnownTable> {
    const description = await this.#run((query) => this.#dialect.describe(query, this.#name));
    const table = { description, statements: new Statements(this.#dialect, description) };
    this.#tables.set(this.#name, table);
    return table;
  }

  #execute(table: StoredDescription, { text, parameters }: Statement): Promise<SqlResult> {
    return this.#run(async (query) => {
      try {
        return await query(text, parameters, this.#options);
      } catch (error) {
        throw this.#dialect.mapError(error, table);
      }
    });
  }

  /** Run `work` with the description; once more with a fresh one when the table turns out to have changed. */
  async #described<T>(work: (table: StoredDescription, statements: Statements) => Promise<T>): Promise<T> {
    const { description, statements } = this.#tables.get(this.#name) ?? (await this.#learn());
    try {
      return await work(description, statements);
    } catch (error) {
      if (!(error instanceof DataError) || (error.code !== 'unknown_field' && error.code !== 'no_table')) throw error;
      this.#tables.delete(this.#name);
      const fresh = await this.#learn();
      if (isSame(description, fresh.description)) throw error;
      return work(fresh.description, fresh.statements);
    }
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
