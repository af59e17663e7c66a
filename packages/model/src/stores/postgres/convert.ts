import { parse as parseArray } from 'postgres-array';
import { checkDigits, checkLength, misfit } from '../../column-size.ts';
import { narrowInteger, readValue } from '../../core/read-value.ts';
import { Bytes, parseJson, stringifyJson } from '../../json-values.ts';
import type { StoredColumn } from '../../sql/stored-table.ts';
import { readTime } from '../server/read-time.ts';
import { specialOf } from './column-types.ts';
import { writeItem } from './row-lists.ts';

/**
 * Refuse what PostgreSQL would round, or refuse without naming the column.
 *
 * @throws {DataError} `invalid_value` for text that is too long, numbers past the bits of their column, and decimals with more digits than it has
 */
export function check(value: unknown, column: StoredColumn): void {
  const { name, type, nativeType } = column;
  if (type === 'string') checkLength(value as string, column);
  const bits = integerBits.get(nativeType as string);
  if (bits !== undefined && BigInt.asIntN(bits, BigInt(value as number)) !== BigInt(value as number)) {
    throw misfit(name, `"${name}" must be an integer of ${bits} bits`);
  }
  if (type === 'decimal' && !specialOf(type)?.test(value as string)) checkDigits(value as string, column);
  if (nativeType === 'real' && typeof value === 'number' && !isReal(value))
    throw misfit(name, `"${name}" must be a number of 32 bits`);
}

/**
 * Bring a value that `readValue` gave into the form that PostgreSQL takes: JSON as text.
 *
 * @throws {DataError} `invalid_value` for what JSON cannot hold, text that is no UUID, and times before the year 1
 */
export function encode(value: unknown, column: StoredColumn): unknown {
  const { name, type, nativeType } = column;
  if (column.items !== undefined) return writeArray(value, column);
  if (type === 'json') return stringifyJson(value, name);
  // The year before 1 is 1 BC there, and the server would not say which value it refuses.
  if ((type === 'date' || type === 'datetime') && (value as string).startsWith('0000'))
    throw misfit(name, `"${name}" cannot hold a time before the year 1`);
  // The zone of the session may be another one; what is past milliseconds is not shown of other times.
  if (type === 'datetime' && !(value as string).endsWith('Z')) {
    return (value as string)
      .replace(column.isMicroseconds ? /(\.\d{6})\d+/ : /(\.\d{3})\d+/, '$1')
      .replace(/( BC)?$/, nativeType === 'timestamp with time zone' ? '+00$1' : '$1');
  }
  if (nativeType !== 'uuid') return value;
  if (!uuid.test(value as string)) throw misfit(name, `"${name}" cannot hold the given value: it is not a UUID`);
  return (value as string).toLowerCase();
}

/** Bring a value that PostgreSQL gave as text, or a driver in a form of its own, into the form that its column promises. */
export function decode(value: unknown, column: StoredColumn): unknown {
  switch (column.type) {
    case 'integer':
    case 'bigint':
      return decodeInteger(value);
    case 'double':
      return Number.isFinite(Number(value)) ? Number(value) : String(value);
    case 'boolean':
      return value === 't' || value === true || value === 'true';
    case 'datetime':
      return decodeTime(value, column);
    case 'json':
      return parseJson(value);
    case 'binary':
      return decodeBytes(value);
    default:
      return value;
  }
}

/** Of a result of SQL; an array comes as text, `{1,NULL}`. */
export function decodeResult(value: unknown, column: StoredColumn): unknown {
  const { items } = column;
  if (items === undefined || typeof value !== 'string') return decode(value, column);
  const item: StoredColumn = { ...column, type: items };
  return parseArray(value, (text) => decode(text, item));
}

// --- internal ---

/** `['a', null]` → `{"a",null}` */
function writeArray(value: unknown, column: StoredColumn): string {
  const { name, items, ...rest } = column;
  if (!Array.isArray(value)) throw misfit(name, `"${name}" must be a list`);
  const type = items ?? 'string';
  const special = specialOf(type);
  const item: StoredColumn = {
    ...rest,
    name,
    type,
    nativeType: column.nativeType?.slice(0, -2) ?? '',
    ...(special && { special }),
  };
  const write = (one: unknown): string => {
    if (Array.isArray(one)) return writeArray(one, column);
    const read = one === null ? null : readValue(one, item);
    if (read === undefined) throw misfit(name, `"${name}" must be a list of values of the type ${type}`);
    if (read === null) return writeItem(null);
    check(read, item);
    return writeItem(encode(read, item));
  };
  return `{${value.map(write).join()}}`;
}

const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

const integerBits: ReadonlyMap<string, number> = new Map([
  ['smallint', 16],
  ['integer', 32],
]);

function isReal(value: number): boolean {
  const rounded = Math.fround(value);
  return Number.isFinite(rounded) && (rounded !== 0 || value === 0);
}

function decodeInteger(value: unknown): unknown {
  const number = typeof value === 'string' ? Number(value) : undefined;
  if (Number.isSafeInteger(number)) return number;
  if (typeof value === 'bigint') return narrowInteger(value);
  return typeof value === 'string' && /^-?\d+$/.test(value) ? narrowInteger(BigInt(value)) : value;
}

/** Days before the year 1 and `infinity`, which ISO 8601 cannot say in its usual form, stay as they are. */
function decodeTime(value: unknown, column: StoredColumn): unknown {
  if (value instanceof Date) return readValue(value, column) ?? value;
  return readTime(value, column) ?? decodeZoned(value, column);
}

/** The zone of a session is UTC, unless a pooler changes sessions. */
function decodeZoned(value: unknown, column: StoredColumn): unknown {
  if (typeof value !== 'string') return value;
  const plain = value.replace(/\+00(?= BC$|$)/, '');
  const iso = readTime(plain, column);
  return iso ?? readValue(plain.replace(/[+-]\d\d$/, '$&:00'), column) ?? plain;
}

function decodeBytes(value: unknown): unknown {
  if (typeof value === 'string') return new Bytes(Buffer.from(value.slice(2), 'hex'));
  // What a driver gives may be a part of all that the server has sent.
  return value instanceof Uint8Array ? new Bytes(value) : value;
}
