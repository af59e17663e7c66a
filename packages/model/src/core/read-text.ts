import { DataError } from './data-error.ts';
import { expectedForms, readValue } from './read-value.ts';
import type { Column } from './types.ts';

/**
 * Check the text that a column is asked to contain, to begin or to end with.
 *
 * @param field - the name of the column in the filter
 * @throws {DataError} `invalid_filter` for a column that is not of text, and for text that is too long or that no store holds
 */
export function readText(value: unknown, column: Column, field: string): string {
  if (column.type !== 'string') {
    throw new DataError('invalid_filter', `"${field}" is not a string and cannot be searched for text`, { field });
  }
  if (typeof value !== 'string' || readValue(value, { type: 'string' }) === undefined) {
    const hint = `Give ${expectedForms.string}.`;
    throw new DataError('invalid_filter', `"${field}" is searched for a value that is not text`, {
      field,
      value,
      hint,
    });
  }
  if (value.length > LONGEST_TEXT) {
    const message = `The text to find in "${field}" is longer than ${LONGEST_TEXT} characters`;
    throw new DataError('invalid_filter', message, { field, value });
  }
  return value;
}

// --- internal ---

/** SQLite and MariaDB compare each character of the text with each one of the column: a second for a megabyte that nearly matches everywhere. */
const LONGEST_TEXT = 255;
