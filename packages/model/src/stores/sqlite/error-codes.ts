import { types } from 'node:util';
/** The result code of SQLite, with its extension (https://sqlite.org/rescode.html); `undefined` for errors that are not SQLite's. */
export function extendedCodeOf(error: unknown): number | undefined {
  if (!types.isNativeError(error) || (error as { code?: unknown }).code !== 'ERR_SQLITE_ERROR') return undefined;
  const { errcode } = error as { errcode?: unknown };
  return typeof errcode === 'number' ? errcode : codeOfMessage(error.message);
}

/** Another connection holds the lock, or SQLite gave up the race for it (https://sqlite.org/rescode.html#protocol): try again. */
export function isBusy(error: unknown): boolean {
  const code = extendedCodeOf(error) ?? 0;
  return (code & 0xff) === busy || (code & 0xff) === protocol;
}

// --- internal ---

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
