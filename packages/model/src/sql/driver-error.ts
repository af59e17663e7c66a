import { DataError, type DataErrorCode } from '../core/data-error.ts';

/** What an error of a driver means. The message of `unavailable` is the reason. */
export type Meaning = readonly [code: DataErrorCode, message: string, hint?: string];

/** The error that a caller gets: it has neither SQL nor values; the error of the driver is the `cause`. */
export function toDataError(
  [code, message, hint]: Meaning,
  cause: unknown,
  fields?: readonly string[],
  value?: unknown,
): DataError {
  return new DataError(code, code === 'unavailable' ? `The database is not available: ${message}` : message, {
    cause,
    fields,
    value,
    hint,
  });
}

/** Look for something in an error, then in what caused it: ORMs wrap the errors of drivers. */
export function findCause<Found>(error: unknown, read: (one: object) => Found | undefined): Found | undefined {
  let one = error;
  for (let depth = 0; depth < DEEPEST && typeof one === 'object' && one !== null; depth += 1) {
    const found = read(one);
    if (found !== undefined) return found;
    one = (one as { cause?: unknown }).cause;
  }
  return undefined;
}

/**
 * The error of a missing table, with the commands that create it.
 *
 * @param table - `undefined` if the store does not name it
 */
export function missingTable(table: string | undefined, cause?: unknown): DataError {
  const message = table === undefined ? 'There is no such table' : `There is no table "${table}"`;
  return new DataError('no_table', message, { hint: tableHint(table), cause });
}

/** The commands that create a table. */
export function tableHint(table?: string | undefined): string {
  return `Run \`npx rest-gen migrate\` in the directory of the project; where no migration creates it, write one before: \`npx rest-gen migration ${migrationFor(table)}\`.`;
}

// --- internal ---

const DEEPEST = 10;

function migrationFor(table: string | undefined): string {
  if (table === 'idempotency_key') return table;
  // Any other name would need quoting, which differs between shells.
  return table !== undefined && /^[A-Za-z]\w{0,62}$/.test(table)
    ? `create_${table} title:string`
    : 'create_<table> title:string';
}
