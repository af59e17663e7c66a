import { types } from 'node:util';
import { DataError, type DataErrorCode } from '@rest-gen/router/model';
import { missingTable } from '../../missing-table.ts';
import { extendedCodeOf, primaryCodeOf } from './error-codes.ts';

/**
 * Translate an error of SQLite into a `DataError`; other errors are returned unchanged.
 *
 * The messages contain neither SQL nor values; the error of the driver is the `cause`.
 */
export function mapSqliteError(error: unknown): unknown {
  const code = extendedCodeOf(error);
  if (code === undefined) return mapSystemError(error);
  const primary = primaryCodeOf(error) as number;
  if (unavailable.has(primary)) return unavailableError(primary, error);
  if (primary === 1) return mapLogicError(error as Error);
  // What `on delete restrict` refuses has the code of a trigger.
  const isForeign = (error as Error).message.startsWith('FOREIGN KEY');
  const [dataCode, message] = constraints.get(isForeign ? 787 : code) ?? constraints.get(primary) ?? [];
  if (dataCode === undefined || message === undefined) return error;
  const field = failedField((error as Error).message);
  return new DataError(dataCode, message, { ...(field !== undefined && { field }), cause: error });
}

// --- internal ---

const constraints: ReadonlyMap<number, readonly [DataErrorCode, string]> = new Map([
  [2067, ['conflict', 'A record with this value already exists']],
  [1555, ['conflict', 'A record with this key already exists']],
  [2579, ['conflict', 'A record with this key already exists']],
  [1299, ['not_null', 'A value is missing']],
  [787, ['foreign_key', 'The referenced record does not exist, or the record is still referenced']],
  // CHECK and what triggers refuse, a wrong type of value, and one that is too large.
  [19, ['invalid_value', 'The table does not allow this value']],
  [20, ['invalid_value', 'A value has the wrong type']],
  [18, ['invalid_value', 'A value is too large']],
]);

/** Primary codes of errors that a caller cannot fix, and their reasons. */
const unavailable: ReadonlyMap<number, string> = new Map([
  [3, 'access is denied'],
  [5, 'another process holds its lock'],
  [6, 'another statement holds its lock'],
  [7, 'there is not enough memory'],
  [8, 'it can only be read'],
  [10, 'reading or writing failed'],
  [11, 'it is damaged'],
  [13, 'the disk is full'],
  [14, 'it cannot be opened'],
  [15, 'another process holds its lock'],
  [26, 'the file is not an SQLite database'],
]);

function unavailableError(primary: number, cause: unknown): DataError {
  return new DataError('unavailable', `The database is not available: ${unavailable.get(primary)}`, { cause });
}

function mapLogicError(error: Error): unknown {
  if (error.message.startsWith('no such table')) {
    const table = /^no such table: (?:main\.)?(.+)$/.exec(error.message)?.[1];
    return missingTable(table, error);
  }
  if (error.message.startsWith('no such column') || error.message.includes('has no column named')) {
    return new DataError('unknown_field', 'There is no such column', { cause: error });
  }
  if (error.message === 'integer overflow') {
    return new DataError('invalid_value', 'The sum does not fit in 64 bits', { cause: error });
  }
  if (error.message.startsWith('too many SQL variables')) {
    return new DataError('invalid_filter', 'The statement has too many values', {
      hint: 'Use fewer than 30,000 values at a time.',
      cause: error,
    });
  }
  return error;
}

// A folder that cannot be created, or a connection that has been closed.
function mapSystemError(error: unknown): unknown {
  const code = (error as { code?: unknown } | undefined)?.code;
  const isKnown = types.isNativeError(error) && (code === 'ERR_INVALID_STATE' || 'syscall' in error);
  return isKnown ? unavailableError(14, error) : error;
}

// 'UNIQUE constraint failed: post.slug, post.lang' names the columns; 'UNIQUE constraint failed: index 'name'' does not.
function failedField(message: string): string | undefined {
  return /^(?:UNIQUE|NOT NULL) constraint failed: [^,]*?\.([^,.]+)(?:,|$)/.exec(message)?.[1];
}
