import { DataError, readValue } from '@rest-gen/router/model';
import type { StoredColumn } from '../../sql/dialect.ts';
import { stringifyJson } from '../../stringify-json.ts';

/**
 * Refuse decimals with more digits than their column has, which SQLite would keep.
 *
 * @throws {DataError} `invalid_value`
 */
export function check(value: unknown, { name, type, precision, scale }: StoredColumn): void {
  if (type !== 'decimal') return;
  const [whole = '', fraction = ''] = (value as string).replace('-', '').split('.');
  const places = scale ?? fraction.length;
  const digits = whole === '0' ? 0 : whole.length;
  if (fraction.length <= places && digits <= (precision ?? Number.POSITIVE_INFINITY) - places) return;
  throw new DataError('invalid_value', `"${name}" has ${precision} digits, ${places} of them after the point`, {
    field: name,
  });
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
      return pad(value as string, column.scale);
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
      return pad(String(value), column.scale);
    case 'datetime':
      return typeof value === 'string' && ownDatetime.test(value) ? value : (readValue(value, column) ?? value);
    case 'json':
      return parse(value);
    default:
      return value;
  }
}

// --- internal ---

/** The form in which times are written; reading it again would make two dates of every value of a list. */
const ownDatetime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

function pad(text: string, scale = 0): string {
  const [whole, fraction = ''] = text.split('.');
  return scale > fraction.length ? `${whole}.${fraction.padEnd(scale, '0')}` : text;
}

function parse(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
