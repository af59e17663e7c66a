import { DataError } from '../../core/data-error.ts';
import { narrowInteger } from '../../narrow-integer.ts';
import type { SqlResult } from '../../sql/sql-client.ts';
import type { SqliteDatabase, SqliteValue } from './load-driver.ts';
import { mapSqliteError } from './map-error.ts';
import type { OpenFile } from './open-file.ts';
import { StatementCache } from './statement-cache.ts';
import { toBindable } from './to-bindable.ts';

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
    const result = this.#run(text, parameters);
    if (!text.startsWith('select ') && !this.isInTransaction) this.checkFile();
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

  #run(text: string, parameters: readonly unknown[]): SqlResult {
    // A prepared statement would pass over all but the first of several.
    if (parameters.length === 0 && isScript(text)) {
      this.#database.exec(text);
      return { rows: [] };
    }
    const values: SqliteValue[] = [];
    for (const parameter of parameters) values.push(toBindable(parameter));
    const { statement, givesRows, names, isSingle } = this.#statements.prepare(text);
    if (givesRows) {
      if (names && isSingle) {
        const row = statement.get(...values);
        return { rows: row === undefined ? [] : [toRow(row, names)], fields: statement };
      }
      const rows = statement.all(...values);
      return { rows: rows.map(names ? (row) => toRow(row, names) : narrowIntegers), fields: statement };
    }
    return { rows: [], affected: statement.run(...values).changes };
  }
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
