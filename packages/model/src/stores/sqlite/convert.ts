import { readValue } from '@rest-gen/router/model';
import { checkDigits, padDecimal } from '../../fit.ts';
import { parseJson } from '../../parse-json.ts';
import type { StoredColumn } from '../../sql/dialect.ts';
import { stringifyJson } from '../../stringify-json.ts';

/**
 * Refuse decimals with more digits than their column has, which SQLite would keep.
 *
 * @throws {DataError} `invalid_value`
 */
export function check(value: unknown, column: StoredColumn): void {
  if (column.type === 'decimal') checkDigits(value as string, column);
}

/**
 * Bring a value that `readValue` gave into the form that SQLite holds: booleans as 0 and 1, JSON as text, decimals with all digits of their scale.
 *
 * @throws {DataError} `invalid_value` for what JSON cannot hold
 */
export function encode(value: unknown, column: StoredColumn): unknown {
  switch (column.type) {
    case 'boolean':
      return value ? 1 : 0;
    case 'json':
      return stringifyJson(value, column.name);
    case 'decimal':
      return padDecimal(value as string, column.scale);
    default:
      return value;
  }
}

/** Bring a value that SQLite gave into the form that its column promises; what other programs have stored in another form stays as it is. */
export function decode(value: unknown, column: StoredColumn): unknown {
  switch (column.type) {
    case 'boolean':
      return value === 0 || value === 1 ? value === 1 : value;
    case 'double':
      return typeof value === 'bigint' ? Number(value) : value;
    case 'decimal':
      return padDecimal(String(value), column.scale);
    case 'datetime':
      return typeof value === 'string' && ownDatetime.test(value) ? value : (readValue(value, column) ?? value);
    case 'json':
      return parseJson(value);
    default:
      return value;
  }
}

// --- internal ---

/** The form in which times are written; reading it again would make two dates of every value of a list. */
const ownDatetime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
