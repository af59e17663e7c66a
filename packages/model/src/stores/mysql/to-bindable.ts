import { DataError } from '../../core/data-error.ts';
import type { MysqlDriver } from './load-driver.ts';

/**
 * Bring a parameter into a form that `mysql2` sends with the right type.
 *
 * By itself the driver sends every number as a floating-point one, and a bigint as text: the server would compare both as floating-point numbers, where
 * neighbours past 2^53 are the same, and takes neither as a `limit`.
 *
 * @throws {DataError} `invalid_value` for what MySQL has no type for
 */
export function toBindable(value: unknown, { TypedParameter }: Pick<MysqlDriver, 'TypedParameter'>): unknown {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
      if (!Number.isFinite(value)) break;
      return Number.isSafeInteger(value) && !Object.is(value, -0) ? TypedParameter.LONGLONG(value) : value;
    case 'bigint':
      if (BigInt.asIntN(64, value) === value) return TypedParameter.LONGLONG(value);
      if (BigInt.asUintN(64, value) === value) return TypedParameter.LONGLONG.unsigned(value);
      break;
    case 'boolean':
      return TypedParameter.LONGLONG(value ? 1 : 0);
    case 'object':
      if (value === null || Buffer.isBuffer(value)) return value;
      // The server takes no time with a zone.
      if (value instanceof Date && !Number.isNaN(value.getTime()))
        return value.toISOString().replace('T', ' ').slice(0, -1);
      // The driver knows bytes by the class of Node alone.
      if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
      break;
    default:
  }
  throw new DataError('invalid_value', `MySQL cannot store a value of type ${typeof value}`);
}
