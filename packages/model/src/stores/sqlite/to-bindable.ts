import { DataError } from '../../core/data-error.ts';
import type { SqliteValue } from './load-driver.ts';

/**
 * Bring a parameter into a form that SQLite can bind.
 *
 * The driver takes an object that comes first, such as a `Date`, for named parameters and stores NULL, and binds every number as a
 * floating-point one, so that 7 would be stored as `'7.0'` in a column of text.
 *
 * @throws {DataError} `invalid_value` for what SQLite has no type for
 */
export function toBindable(value: unknown): SqliteValue {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
      if (Number.isNaN(value)) break;
      if (Number.isSafeInteger(value) && !Object.is(value, -0)) return BigInt(value);
      // `@photostructure/sqlite` binds these as 0; from text SQLite reads them exactly.
      return value > 0 && value < Number.EPSILON ? String(value) : value;
    case 'bigint':
      if (BigInt.asIntN(64, value) !== value) break;
      return value;
    case 'boolean':
      return value ? 1n : 0n;
    case 'object':
      if (value === null || value instanceof Uint8Array) return value;
      if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString();
      break;
    default:
  }
  throw new DataError('invalid_value', `SQLite cannot store a value of type ${typeof value}`);
}
