import { DataError } from '../../core/data-error.ts';
import { narrowInteger } from '../../core/read-value.ts';
import { isLong, RecentTexts } from '../../recent-texts.ts';
import type { SqlResult } from '../../sql/sql-client.ts';
import type { SqliteDatabase, SqliteStatement, SqliteValue } from './load-driver.ts';
import { mapSqliteError } from './map-error.ts';
import type { OpenFile } from './open-file.ts';

/** A database that is open, and the statements that it has prepared. */
export class SqliteConnection {
  readonly #database: SqliteDatabase;
  readonly #file: OpenFile;
  readonly #statements: StatementCache;

  constructor(database: SqliteDatabase, file: OpenFile) {
    this.#database = database;
    this.#file = file;
    this.#statements = new StatementCache(database);
  }

  get isInTransaction(): boolean {
    return this.#database.isTransaction;
  }

  /** What has been written, by a statement of its own or at last by `commit`, is in the file that others find. */
  run(text: string, parameters: readonly unknown[]): SqlResult {
    const result: { -readonly [Name in keyof SqlResult]: SqlResult[Name] } = { rows: [] };
    // A prepared statement would pass over all but the first of several.
    if (parameters.length === 0 && isScript(text)) this.#database.exec(text);
    else {
      const values: SqliteValue[] = [];
      for (const parameter of parameters) values.push(toBindable(parameter));
      const { statement, givesRows, names, isSingle } = this.#statements.prepare(text);
      if (!givesRows) {
        const { changes, lastInsertRowid } = statement.run(...values);
        result.affected = changes;
        // Without a change it is the key of an earlier insert.
        if (Number(changes) > 0) result.insertId = lastInsertRowid;
      } else {
        result.fields = statement;
        if (names && isSingle) {
          const row = statement.get(...values);
          if (row !== undefined) result.rows = [toRow(row, names)];
        } else result.rows = statement.all(...values).map(names ? (row) => toRow(row, names) : narrowIntegers);
      }
    }
    if (!text.startsWith('select ') && !this.isInTransaction) this.#file.check();
    return result;
  }

  rollback(): void {
    this.#database.exec('rollback');
  }

  checkFile(): void {
    this.#file.check();
  }

  /** As `run`; SQLite rolls back a transaction after some errors (a full disk): the next statement would run outside of it. */
  runInside(text: string, parameters: readonly unknown[]): SqlResult {
    try {
      return this.run(text, parameters);
    } catch (error) {
      if (this.isInTransaction) throw error;
      const mapped = mapSqliteError(error);
      if (mapped instanceof DataError && mapped.code === 'unavailable') throw mapped;
      throw new DataError('unavailable', 'The database has rolled back the transaction', { cause: mapped });
    }
  }

  close(): void {
    this.#database.close();
  }
}

/**
 * Keeps the statements that were used last prepared: at most 200 of them, none that is long and none with more than 20 placeholders.
 *
 * The drivers do not finalise a statement that is dropped; its memory comes back late, if at all. Texts that vary without end must not get in.
 */
export class StatementCache {
  readonly #database: SqliteDatabase;
  readonly #statements: RecentTexts<PreparedStatement>;

  constructor(database: SqliteDatabase, size = 200) {
    this.#database = database;
    this.#statements = new RecentTexts(size);
  }

  prepare(text: string): PreparedStatement {
    const known = this.#statements.get(text);
    if (known !== undefined) return known;
    const statement = this.#database.prepare(text);
    statement.setReadBigInts(true);
    const prepared = {
      statement,
      givesRows: statement.columns().length > 0,
      names: namesOf(statement, text),
      // In a comment at the end a limit is none.
      isSingle: text.startsWith('select ') && text.endsWith(' limit 1') && !text.includes('--'),
    };
    if (!isLong(text) && !hasManyPlaceholders(text)) this.#statements.add(text, prepared);
    return prepared;
  }

  get size(): number {
    return this.#statements.size;
  }
}

/**
 * Bring a parameter into a form that SQLite can bind.
 *
 * The driver takes an object that comes first, such as a `Date`, for named parameters and stores NULL, and binds every number as a
 * floating-point one, so that 7 would be stored as `'7.0'` in a column of text.
 *
 * @throws {DataError} `invalid_value` for what SQLite has no type for
 */
export function toBindable(value: unknown): SqliteValue {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
      if (Number.isNaN(value)) break;
      if (Number.isSafeInteger(value) && !Object.is(value, -0)) return BigInt(value);
      // `@photostructure/sqlite` binds these as 0; from text SQLite reads them exactly.
      return value > 0 && value < Number.EPSILON ? String(value) : value;
    case 'bigint':
      if (BigInt.asIntN(64, value) !== value) break;
      return value;
    case 'boolean':
      return value ? 1n : 0n;
    case 'object':
      if (value === null || value instanceof Uint8Array) return value;
      if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString();
      break;
    default:
  }
  throw new DataError('invalid_value', `SQLite cannot store a value of type ${typeof value}`);
}

// --- internal ---

function isScript(text: string): boolean {
  return text.includes(';') && text.replace(QUOTED, '').includes(';');
}

/** Texts, names and comments; what is not closed goes on to the end, so that no part is looked at twice. */
const QUOTED = /'[^']*'?|"[^"]*"?|`[^`]*`?|\[[^\]]*\]?|--[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?/g;

/** @param values - a list */
function toRow(values: Readonly<Record<number, unknown>>, names: readonly string[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (let at = 0; at < names.length; at += 1) {
    const value = values[at];
    row[names[at] as string] = typeof value === 'bigint' ? narrowInteger(value) : value;
  }
  return row;
}

// Integers are read as bigint, because the driver throws for a number past 2^53. Its rows have no prototype.
function narrowIntegers(given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const row = { ...given };
  for (const name in row) {
    const value = row[name];
    if (typeof value === 'bigint') row[name] = narrowInteger(value);
  }
  return row;
}

interface PreparedStatement {
  readonly statement: SqliteStatement;
  readonly givesRows: boolean;
  /** The names of the columns, when rows come as lists of values: the driver takes twice as long to make objects of them. */
  readonly names: readonly string[] | undefined;
  /** One row at most. */
  readonly isSingle: boolean;
}

const mostPlaceholders = 20;

// Filters with long lists are hardly ever asked twice in the same length.
function hasManyPlaceholders(text: string): boolean {
  let count = 0;
  for (let at = text.indexOf('?'); at !== -1; at = text.indexOf('?', at + 1)) count += 1;
  return count > mostPlaceholders;
}

/** `*` gives other columns once the table has changed; the driver prepares the statement again then. */
function namesOf(statement: SqliteStatement, text: string): readonly string[] | undefined {
  if (text.includes('*')) return undefined;
  const names = statement.columns().map(({ name }) => name);
  // An assignment would set the prototype of the row.
  if (names.length === 0 || names.includes('__proto__')) return undefined;
  statement.setReturnArrays(true);
  return names;
}
