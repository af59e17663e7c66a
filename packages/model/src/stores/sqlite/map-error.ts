import { types } from 'node:util';
import { type Meaning, missingTable, toDataError } from '../../sql/driver-error.ts';
import type { StoredDescription } from '../../sql/stored-table.ts';
import { columnsAmong, wordsOf } from './table-text.ts';

/**
 * Translate an error of SQLite into a `DataError`; other errors are returned unchanged.
 *
 * The messages contain neither SQL nor values; the error of the driver is the `cause`.
 */
export function mapSqliteError(error: unknown, table?: StoredDescription): unknown {
  const meaning = meaningOf(error);
  if (meaning === undefined) return error;
  const { message } = error as Error;
  if (meaning[0] === 'no_table') return missingTable(/^no such table: (?:main\.)?(.+)$/.exec(message)?.[1], error);
  return toDataError(meaning, error, failedFields(message, table));
}

/** Another connection holds the lock, or SQLite gave up the race for it (https://sqlite.org/rescode.html#protocol): try again. */
export function isBusy(error: unknown): boolean {
  const code = extendedCodeOf(error) ?? 0;
  return (code & 0xff) === busy || (code & 0xff) === protocol;
}

// --- internal ---

function meaningOf(error: unknown): Meaning | undefined {
  const code = extendedCodeOf(error);
  if (code === undefined) {
    // A folder that cannot be created, or a connection that has been closed.
    const isSystem =
      types.isNativeError(error) && ((error as { code?: unknown }).code === 'ERR_INVALID_STATE' || 'syscall' in error);
    return isSystem ? meanings.get(14) : undefined;
  }
  const { message } = error as Error;
  if ((code & 0xff) === 1) return byMessage.find(([text]) => text.test(message))?.[1];
  // What `on delete restrict` refuses has the code of a trigger.
  return meanings.get(message.startsWith('FOREIGN KEY') ? 787 : code) ?? meanings.get(code & 0xff);
}

function denied(message: string): Meaning {
  return [
    'permission_denied',
    message,
    'Let the user of the process write to the file of the database and to its directory, and open it without mode=ro.',
  ];
}

/** By the code with its extension, or without. */
const meanings: ReadonlyMap<number, Meaning> = new Map<number, Meaning>([
  [2067, ['conflict', 'A record with this value already exists']],
  [1555, ['conflict', 'A record with this key already exists']],
  [2579, ['conflict', 'A record with this key already exists']],
  [1299, ['not_null', 'A value is missing']],
  [787, ['foreign_key', 'The referenced record does not exist, or the record is still referenced']],
  // CHECK and what triggers refuse, a wrong type of value, and one that is too large.
  [19, ['invalid_value', 'The table does not allow this value']],
  [20, ['invalid_value', 'A value has the wrong type']],
  [18, ['invalid_value', 'A value is too large']],
  [3, denied('The database does not permit this')],
  [5, ['unavailable', 'another process holds its lock']],
  [6, ['unavailable', 'another statement holds its lock']],
  [7, ['unavailable', 'there is not enough memory']],
  [8, denied('The database can only be read')],
  // Its file was moved or deleted (https://sqlite.org/rescode.html#readonly_dbmoved).
  [1032, ['unavailable', 'its file was moved']],
  [10, ['unavailable', 'reading or writing failed']],
  [11, ['unavailable', 'it is damaged']],
  [13, ['unavailable', 'the disk is full']],
  [14, ['unavailable', 'it cannot be opened']],
  [15, ['unavailable', 'another process holds its lock']],
  [26, ['unavailable', 'the file is not an SQLite database']],
]);

/** Errors without a code of their own. */
const byMessage: readonly (readonly [RegExp, Meaning])[] = [
  [/^no such table/, ['no_table', '']],
  [/^no such column|has no column named/, ['unknown_field', 'There is no such column']],
  [/^integer overflow$/, ['invalid_value', 'The sum does not fit in 64 bits']],
  [
    /^too many SQL variables/,
    ['invalid_filter', 'The statement has too many values', 'Use fewer than 30,000 values at a time.'],
  ],
  [
    /^Expression tree is too large/,
    ['invalid_filter', 'The statement has too many conditions', 'Use fewer than 900 conditions at a time.'],
  ],
];

// 'UNIQUE constraint failed: post.slug, post.lang' names the columns; 'UNIQUE constraint failed: index 'name'' does not. A check has a name, or is written out.
function failedFields(message: string, table: StoredDescription | undefined): readonly string[] {
  const typed = /^cannot store \w+ value in \w+ column [^.]+\.([^.]+)$/.exec(message);
  if (typed?.[1] !== undefined) return [typed[1]];
  const [, kind, what = ''] = /^(UNIQUE|NOT NULL|CHECK) constraint failed: (.+)$/s.exec(message) ?? [];
  if (kind !== 'CHECK') return what.split(', ').flatMap((name) => /^[^.']*\.([^.]+)$/.exec(name)?.slice(1) ?? []);
  return table?.checkFields?.get(what.toLowerCase()) ?? columnsAmong(wordsOf(what), table?.columns.keys() ?? []);
}

/** The result code of SQLite, with its extension (https://sqlite.org/rescode.html); `undefined` for errors that are not SQLite's. */
function extendedCodeOf(error: unknown): number | undefined {
  if (!types.isNativeError(error) || (error as { code?: unknown }).code !== 'ERR_SQLITE_ERROR') return undefined;
  const { errcode } = error as { errcode?: unknown };
  return typeof errcode === 'number' ? errcode : codeOfMessage(error.message);
}

const busy = 5;

const protocol = 15;

/** SQLite's own texts: `all()` of `@photostructure/sqlite` throws errors without their code. */
const codesByMessage: readonly (readonly [beginning: string, code: number])[] = [
  ['UNIQUE constraint failed', 2067],
  ['NOT NULL constraint failed', 1299],
  ['FOREIGN KEY constraint failed', 787],
  ['CHECK constraint failed', 275],
  ['datatype mismatch', 20],
  ['string or blob too big', 18],
  ['database is locked', busy],
  ['database table is locked', 6],
  ['locking protocol', protocol],
  ['out of memory', 7],
  ['attempt to write a readonly database', 8],
  ['disk I/O error', 10],
  ['database disk image is malformed', 11],
  ['database or disk is full', 13],
  ['unable to open database file', 14],
  ['file is not a database', 26],
];

function codeOfMessage(message: string): number {
  return codesByMessage.find(([beginning]) => message.startsWith(beginning))?.[1] ?? 1;
}
