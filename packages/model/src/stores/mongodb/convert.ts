import { DataError } from '@rest-gen/router/model';
import { narrowInteger } from '../../narrow-integer.ts';
import { parseJson } from '../../parse-json.ts';
import { stringifyJson } from '../../stringify-json.ts';
import { checkDecimal, MOST_DIGITS, readDecimal } from './decimals.ts';
import { isNestable, setOwn } from './documents.ts';
import type { MongoDriver } from './load-driver.ts';
import type { MongoColumn } from './mongo-source.ts';

/**
 * Bring a value that `readValue` gave, and that is to be written, into the form that its field holds.
 *
 * @throws {DataError} `invalid_value` for ids that are none, for decimals with more digits than the column has, and for what JSON or BSON cannot hold
 */
export function encode(value: unknown, column: MongoColumn, driver: MongoDriver): unknown {
  const checked = column.stored === 'decimal' ? checkDecimal(value as string, column) : value;
  const encoded = toStored(checked, column, driver);
  if (encoded !== undefined) return encoded;
  throw new DataError('invalid_value', `"${column.name}" cannot hold the given value`, {
    field: column.name,
    ...(column.stored === 'objectId' && { hint: 'Give an id of 24 hexadecimal digits in lower case.' }),
  });
}

/** The form of a value in the store; `undefined` for one that the field cannot have. */
export function toStored(value: unknown, column: MongoColumn, driver: MongoDriver): unknown {
  switch (column.stored) {
    case 'objectId':
      return objectId.test(value as string) ? new driver.ObjectId(value as string) : undefined;
    case 'string':
      return column.type === 'json' ? stringifyJson(value, column.name) : value;
    case 'long':
      return driver.Long.fromBigInt(BigInt(value as number | bigint));
    case 'decimal':
      return countDigits(value as string) > MOST_DIGITS ? undefined : driver.Decimal128.fromString(value as string);
    case 'double':
      return new driver.Double(value as number);
    case 'bool':
      return value;
    case 'date':
      return new Date(value as string);
    case 'binData':
      return new driver.Binary(value as Uint8Array);
    case 'document': {
      const nested: unknown = JSON.parse(stringifyJson(value, column.name));
      return isNestable(nested) ? nested : undefined;
    }
  }
}

/** Bring what the driver gave into the form that its column promises; what other programs have stored in another form stays as it is. */
export function decode(value: unknown, column: MongoColumn): unknown {
  const plain = toPlain(value);
  if (typeof plain !== 'string') return plain;
  if (column.type === 'decimal') return readDecimal(plain, column.scale);
  if (column.type === 'json' && column.stored === 'string') return parseJson(plain);
  return column.type === 'date' && value instanceof Date ? plain.slice(0, 10) : plain;
}

// --- internal ---

const objectId = /^[\da-f]{24}$/;

function countDigits(text: string): number {
  return text.replace(/^-?(?:0\.0*)?|\./g, '').length;
}

// The classes of another copy of the driver are others: they are known by their mark.
function toPlain(value: unknown): unknown {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'object') return value;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (value instanceof Uint8Array) return new Uint8Array(value);
  if (Array.isArray(value)) return value.map(toPlain);
  switch ((value as { _bsontype?: unknown })._bsontype) {
    case undefined:
      return toPlainObject(value);
    case 'Long':
      return narrowInteger((value as { toBigInt(): bigint }).toBigInt());
    case 'Binary':
      return bytesOf(value as { buffer: Uint8Array; position: number });
    default:
      return String(value);
  }
}

function toPlainObject(value: object): object {
  const plain = {};
  for (const [key, part] of Object.entries(value)) setOwn(plain, key, toPlain(part));
  return plain;
}

function bytesOf({ buffer, position }: { buffer: Uint8Array; position: number }): Uint8Array {
  // What the driver gives is a part of all that the server has sent.
  return new Uint8Array(buffer.subarray(0, position));
}
