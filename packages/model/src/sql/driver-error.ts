import { DataError, type DataErrorCode } from '../core/data-error.ts';

/** What an error of a driver means. The message of `unavailable` is the reason. */
export type Meaning = readonly [code: DataErrorCode, message: string, hint?: string];

/** The error that a caller gets: it has neither SQL nor values; the error of the driver is the `cause`. */
export function toDataError([code, message, hint]: Meaning, cause: unknown, field?: string): DataError {
  return new DataError(code, code === 'unavailable' ? `The database is not available: ${message}` : message, {
    cause,
    field,
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

// --- internal ---

const DEEPEST = 10;
