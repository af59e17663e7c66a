import { isLong, RecentTexts } from '../../recent-texts.ts';
import type { SqliteDatabase, SqliteStatement } from './load-driver.ts';

export interface PreparedStatement {
  readonly statement: SqliteStatement;
  readonly givesRows: boolean;
  /** Of the columns, when rows come as lists of values: the driver takes twice as long to make objects of them. */
  readonly names: readonly string[] | undefined;
  /** One row at most. */
  readonly isSingle: boolean;
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
      names: readNames(statement, text),
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

// --- internal ---

const mostPlaceholders = 20;

// Filters with long lists are hardly ever asked twice in the same length.
function hasManyPlaceholders(text: string): boolean {
  let count = 0;
  for (let at = text.indexOf('?'); at !== -1; at = text.indexOf('?', at + 1)) count += 1;
  return count > mostPlaceholders;
}

/** `*` gives other columns once the table has changed; the driver prepares the statement again then. */
function readNames(statement: SqliteStatement, text: string): readonly string[] | undefined {
  if (text.includes('*')) return undefined;
  const names = statement.columns().map(({ name }) => name);
  // An assignment would set the prototype of the row.
  if (names.length === 0 || names.includes('__proto__')) return undefined;
  statement.setReturnArrays(true);
  return names;
}
