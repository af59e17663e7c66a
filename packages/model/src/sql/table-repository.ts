import { findRecorder, type Recorder } from '../core/changes.ts';
import type { Condition } from '../core/conditions.ts';
import { DataError } from '../core/data-error.ts';
import { keyIn, keyOf, keyRow, keyText, movedKey, whereKeys } from '../core/key.ts';
import type { AggregateQuery, Query, Repository, View } from '../core/provider.ts';
import { readAggregate } from '../core/read-aggregate.ts';
import { readFilter } from '../core/read-filter.ts';
import { type CheckedQuery, readQuery } from '../core/read-query.ts';
import { NO_RELATIONS, type Relations } from '../core/relations.ts';
import type { Filter, Id, Row } from '../core/types.ts';
import { inParts } from '../core/write-rows.ts';
import { decodeAggregate } from './aggregate.ts';
import { type AllTables, type ReadTable, sizeOfParts } from './cascades.ts';
import { decodeRows } from './decode-rows.ts';
import type { InsertStatement } from './insert-many.ts';
import { describeKnown, exactKey, isSame, type KnownStore, type KnownTable, requireExactKey } from './known-table.ts';
import {
  changesOfInsert,
  deleteRecorded,
  type RecordedTable,
  type RecordedWrite,
  rowsChanged,
  updateRecorded,
} from './record-writes.ts';
import type { SqlResult, Statement, TableStatement } from './sql-client.ts';
import { Statements } from './statements.ts';
import type { StoredColumn, StoredDescription } from './stored-table.ts';
import { type InsertValues, insertValues, updateValues } from './values.ts';

/** Runs a statement in the open transaction of the current context, or outside of transactions; errors are {@link DataError}. */
export type RunStatement = (statement: Statement) => Promise<SqlResult>;

/**
 * Runs work in one transaction, or inside of the open one.
 *
 * @param writesOnce - one statement of the work writes: inside of a transaction, no savepoint has to undo the others
 */
export type Atomically = <T>(work: (run: RunStatement) => Promise<T>, writesOnce: boolean) => Promise<T>;

/** One table of an SQL database. */
export class TableRepository implements Repository {
  readonly #name: string;
  readonly #store: KnownStore;
  readonly #run: RunStatement;
  readonly #atomically: Atomically;
  readonly #relations: Relations;
  readonly #view: View | undefined;

  constructor(
    name: string,
    store: KnownStore,
    run: RunStatement,
    atomically: Atomically = (work) => work(run),
    relations: Relations = NO_RELATIONS,
    view?: View,
  ) {
    this.#name = name;
    this.#store = store;
    this.#run = run;
    this.#atomically = atomically;
    this.#relations = relations;
    this.#view = view;
  }

  describe(): Promise<StoredDescription> {
    const known = this.#store.tables.get(this.#name);
    return known?.described ?? this.#learn().then(({ description }) => description);
  }

  findMany(query: Query = {}): Promise<Row[]> {
    return this.#described((known) => this.#find(known, query));
  }

  async findOne(query: Query): Promise<Row | undefined> {
    const first = query.limit === undefined ? { ...query, limit: 1 } : query;
    const [row] = await this.#described((known) => this.#find(known, first));
    return row;
  }

  count(where: Filter = {}): Promise<number> {
    return this.#described(async ({ description, statements }) => {
      const { rows } = await this.#run(statements.count(this.#conditions(where, description)));
      return Number(rows[0]?.count);
    });
  }

  aggregate(query: AggregateQuery): Promise<Row[]> {
    return this.#described(async ({ description, statements }) => {
      const checked = readAggregate(query, this.#view?.(description) ?? description);
      const conditions = this.#conditions(query.where, description);
      const { rows } = await this.#run(statements.aggregate(checked, conditions));
      return rows.map((row) => decodeAggregate(row, checked, this.#store.dialect));
    });
  }

  insert(values: Row): Promise<Id> {
    return this.#described(async (known) => {
      const { description, statements } = known;
      if (findRecorder() !== undefined) {
        const [row] = await this.#insertRows(known, [values]);
        return keyOf(row as Row, description.primaryKey);
      }
      const [record] = insertValues([values], description) as [InsertValues];
      return this.#insertedKey(await this.#run(statements.insert(record.values)), record, description);
    });
  }

  insertRows(list: readonly Row[]): Promise<Row[]> {
    return this.#described((known) => this.#insertRows(known, list));
  }

  update(where: Filter, values: Row): Promise<number> {
    return this.#described(async (known) => {
      const { description, statements } = known;
      const conditions = this.#conditions(where, description);
      const changes = updateValues(values, description);
      if (changes.length === 0) return this.count(where);
      const recorder = this.#recorderOf(known);
      if (recorder !== undefined)
        return (await this.#record(recorder, known, (table) => updateRecorded(table, conditions, values, changes)))
          .count;
      return rowsChanged(await this.#run(statements.update(conditions, changes, false)));
    });
  }

  updateRows(where: Filter, values: Row): Promise<Row[]> {
    return this.#described(async (known) => {
      const { description, statements } = known;
      const changes = updateValues(values, description);
      if (changes.length === 0) return this.findMany({ where });
      const conditions = this.#conditions(where, description);
      const recorder = this.#recorderOf(known);
      if (recorder !== undefined)
        return (await this.#record(recorder, known, (table) => updateRecorded(table, conditions, values, changes)))
          .rows;
      if (this.#store.dialect.returnsUpdated)
        return this.#write([statements.update(conditions, changes, true)], description);
      // The values may change what the filter compares with, so the rows are found again by their keys.
      const { primaryKey } = description;
      const find = (repository: Repository, ids: readonly Id[]): Promise<Row[]> => {
        const moved = ids.map((id) => movedKey(id, values, primaryKey));
        return repository.findMany({ where: whereKeys(moved, primaryKey) });
      };
      const key = keyIn(where, primaryKey);
      if (key !== undefined) return (await this.update(where, values)) === 0 ? [] : find(this, [key]);
      return this.#atomically(async (run) => {
        const inside = new TableRepository(this.#name, this.#store, run, undefined, this.#relations, this.#view);
        const found = await inside.findMany({ where, fields: primaryKey, lock: true });
        const ids = found.map((row) => keyOf(row, primaryKey));
        if (ids.length === 0) return [];
        await inside.update(whereKeys(ids, primaryKey), values);
        return find(inside, ids);
      }, true);
    });
  }

  delete(where: Filter): Promise<number> {
    return this.#described(async (known) => {
      const conditions = this.#conditions(where, known.description);
      const recorder = findRecorder();
      if (recorder !== undefined)
        return (await this.#record(recorder, known, (table, all) => deleteRecorded(table, conditions, all))).count;
      return rowsChanged(await this.#run(known.statements.delete(conditions)));
    });
  }

  /** What a filter names is what requests see of the table. */
  #conditions(where: Filter, description: StoredDescription): Condition[] {
    return readFilter(where, this.#view?.(description) ?? description, this.#relations);
  }

  #find({ description, statements }: KnownTable, query: Query): Promise<Row[]> {
    const byKey = this.#view === undefined ? statements.selectByKey(query) : undefined;
    if (byKey !== undefined) return this.#read(byKey);
    const checked = readQuery(query, this.#view?.(description) ?? description, this.#relations);
    const first = statements.selectFirst(checked);
    if (first === undefined) return this.#read(statements.select(checked), checked);
    return this.#read(first, checked).then((rows) =>
      // A page that goes on behind the range is read by one statement: a row that changes between two would be repeated or left out.
      rows.length === checked.limit ? rows : this.#read(statements.select(checked), checked),
    );
  }

  async #insertRows({ description, statements }: KnownTable, list: readonly Row[]): Promise<Row[]> {
    const records = insertValues(list, description);
    const parts = statements.insertRows(records.map(({ values }) => values));
    const rows = await (this.#store.dialect.returnsInserted(description)
      ? this.#write(parts, description)
      : this.#atomically((run) => this.#insertAndRead(run, parts, records, description), parts.length === 1));
    findRecorder()?.changes.push(...changesOfInsert(description, list, rows));
    return rows;
  }

  /** Rows without a primary key are not found again after an update. */
  #recorderOf({ description }: KnownTable): Recorder | undefined {
    return exactKey(description, this.#store.dialect).length === 0 ? undefined : findRecorder();
  }

  /** Write in a transaction, and record it when it has succeeded. */
  async #record(
    recorder: Recorder,
    known: KnownTable,
    write: (table: RecordedTable, all: AllTables) => Promise<RecordedWrite>,
  ): Promise<RecordedWrite> {
    const { dialect } = this.#store;
    const written = await this.#atomically((run) => {
      const stored = new TableRepository(this.#name, this.#store, run);
      const key = exactKey(known.description, dialect);
      return write({ ...known, key, run, find: (query) => stored.findMany(query) }, this.#allTables(run));
    }, false);
    recorder.changes.push(...written.changes);
    return written;
  }

  /** Also tables that no repository could be opened for, by their columns. */
  #allTables(run: RunStatement): AllTables {
    const { dialect, tables, linkTables = new Map(), isKeyless } = this.#store;
    const store = { dialect, tables: isKeyless ? tables : linkTables, isKeyless: true };
    return {
      async list() {
        const names = await dialect.tables((text, parameters) => run({ text, parameters }));
        const list: ReadTable[] = [];
        for (const name of names) {
          const other = new TableRepository(name, store, run);
          const description = await other.describe().catch(ifThere);
          if (description === undefined) continue;
          const key = exactKey(description, dialect);
          list.push({ description, key, find: (query) => other.findMany(query) });
        }
        return list;
      },
      nameOf: (table) => (dialect.name === 'postgres' ? table : table.toLowerCase()),
    };
  }

  /** Run statements that give back the rows they write. */
  async #write(parts: readonly TableStatement[], table: StoredDescription): Promise<Row[]> {
    const isStale = table.hasLateTriggers === true && table.primaryKey.length > 0;
    const [only] = parts;
    if (only !== undefined && parts.length === 1 && !isStale) return this.#read(only);
    return this.#atomically(async (run) => {
      const rows: Row[] = [];
      for (const part of parts) rows.push(...(await this.#read(part, undefined, run)));
      return isStale ? this.#readAgain(run, rows, table.primaryKey) : rows;
    }, parts.length === 1);
  }

  /** Read rows by their keys: triggers may have changed them after the statement returned them. A row whose key is gone stays as it is. */
  async #readAgain(run: RunStatement, rows: readonly Row[], primaryKey: readonly string[]): Promise<Row[]> {
    const inside = new TableRepository(this.#name, this.#store, run);
    const textOf = (row: Row): string => keyText(keyOf(row, primaryKey));
    const stored = new Map<string, Row>();
    for (const part of inParts(rows, sizeOfParts(primaryKey))) {
      const ids = part.map((row) => keyOf(row, primaryKey));
      for (const row of await inside.findMany({ where: whereKeys(ids, primaryKey) })) stored.set(textOf(row), row);
    }
    return rows.map((row) => stored.get(textOf(row)) ?? row);
  }

  /** Insert records and read them by their keys, where statements do not give rows back. */
  async #insertAndRead(
    run: RunStatement,
    parts: readonly InsertStatement[],
    records: readonly InsertValues[],
    description: StoredDescription,
  ): Promise<Row[]> {
    const { primaryKey } = description;
    const rows: Row[] = [];
    for (const part of parts) {
      const inserted = records.slice(rows.length, rows.length + part.count);
      const result = await run(part);
      if (primaryKey.length === 0) {
        for (const { values } of inserted)
          rows.push(Object.fromEntries(values.map(({ column, value }) => [column, value])));
      } else {
        for (const key of await this.#insertedKeys(run, result, inserted, description))
          rows.push(keyRow(key, primaryKey));
      }
    }
    return primaryKey.length === 0 ? rows : this.#readAgain(run, rows, primaryKey);
  }

  /** The keys of records that one statement has inserted: given in all of them, or generated one after the other. */
  async #insertedKeys(
    run: RunStatement,
    result: SqlResult,
    records: readonly InsertValues[],
    description: StoredDescription,
  ): Promise<Id[]> {
    const { dialect } = this.#store;
    const { primaryKey, columns } = description;
    const [one] = records;
    const made = primaryKey.find((name) => !Object.hasOwn(one?.key ?? {}, name));
    if (made === undefined) return records.map(({ key }) => keyOf(key, primaryKey));
    const first = keyRow(this.#insertedKey(result, one as InsertValues, description), primaryKey)[made] as number;
    const isMany = records.length > 1;
    const step = (isMany && (await dialect.keyStep?.((text, parameters) => run({ text, parameters })))) || 1;
    const column = columns.get(made) as StoredColumn;
    return records.map(({ key }, at) => {
      const value = at === 0 ? first : dialect.decode(String(BigInt(first) + BigInt(at * step)), column);
      return keyOf({ ...key, [made]: value }, primaryKey);
    });
  }

  #insertedKey(result: SqlResult, { key }: InsertValues, { columns, primaryKey }: StoredDescription): Id {
    const { dialect } = this.#store;
    const partOf = (name: string): unknown => {
      if (Object.hasOwn(key, name)) return key[name];
      const stored = result.rows[0]?.[name] ?? dialect.insertedKey?.(result, name);
      return dialect.decode(stored, columns.get(name) as StoredColumn);
    };
    return keyOf(Object.fromEntries(primaryKey.map((name) => [name, partOf(name)])), primaryKey);
  }

  async #learn(): Promise<KnownTable> {
    const { dialect, tables, isKeyless = false } = this.#store;
    const query = (text: string, parameters: readonly unknown[]) => this.#run({ text, parameters });
    const description = await describeKnown(this.#store, query, this.#name);
    if (!isKeyless) requireExactKey(description, dialect);
    const described = Promise.resolve(description);
    const known = { description, described, statements: new Statements(dialect, description) };
    tables.set(this.#name, known);
    return known;
  }

  /** Run `work` with the description; once more with a fresh one when the table turns out to have changed. */
  async #described<T>(work: (known: KnownTable) => Promise<T>): Promise<T> {
    const known = this.#store.tables.get(this.#name) ?? (await this.#learn());
    try {
      return await work(known);
    } catch (error) {
      if (!(error instanceof DataError) || (error.code !== 'unknown_field' && error.code !== 'no_table')) throw error;
      this.#store.tables.delete(this.#name);
      const fresh = await this.#learn();
      if (isSame(known.description, fresh.description)) throw error;
      return work(fresh);
    }
  }

  /** Run a statement that gives rows of the table, with all columns unless a query says otherwise. */
  async #read(statement: TableStatement, query?: CheckedQuery, run: RunStatement = this.#run): Promise<Row[]> {
    return decodeRows(await run(statement), statement.table, this.#store.dialect, query);
  }
}

// --- internal ---

/** A view may show what is not there any more. */
function ifThere(error: unknown): undefined {
  if (!(error instanceof DataError) || error.code !== 'no_table') throw error;
}
