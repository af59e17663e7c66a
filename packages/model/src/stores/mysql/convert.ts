import { checkDigits, checkLength, misfit } from '../../column-size.ts';
import { narrowInteger, readValue } from '../../core/read-value.ts';
import { Bytes, parseJson, stringifyJson } from '../../json-values.ts';
import type { StoredColumn } from '../../sql/stored-table.ts';
import { readTime } from '../server/read-time.ts';

/**
 * Refuse what MySQL would make fit: spaces at the end of text that is too long, digits of a decimal that it would round, and years of two digits.
 *
 * @throws {DataError} `invalid_value`
 */
export function check(value: unknown, column: StoredColumn, isWritten: boolean): void {
  const { name, type, charset } = column;
  if (isWritten && type === 'boolean' && typeof value !== 'boolean')
    throw misfit(name, `"${name}" must be true or false`);
  if (type === 'string') checkLength(value as string, column);
  if (charset !== undefined && foreign.get(charset)?.test(value as string)) {
    throw misfit(name, `"${name}" has the character set ${charset}, which lacks some of these characters`);
  }
  if (type === 'decimal') checkDigits(value as string, column);
  // The server would make 2005 of 5.
  if (isWritten && column.nativeType === 'year' && Number(value) > 0 && Number(value) < 100)
    throw misfit(name, `"${name}" must be a year from 1901 to 2155, or 0`);
}

/**
 * Bring a value that `readValue` gave into the form that MySQL takes: booleans as 0 and 1, times in UTC without a zone, JSON as text.
 *
 * @throws {DataError} `invalid_value` for what JSON cannot hold
 */
export function encode(value: unknown, column: StoredColumn): unknown {
  switch (column.type) {
    case 'boolean':
      return typeof value === 'boolean' ? Number(value) : readInteger(value);
    case 'integer':
    case 'bigint':
      return readInteger(value);
    case 'json':
      return stringifyJson(value, column.name);
    case 'datetime':
      return encodeTime(value as string, column);
    default:
      return value;
  }
}

/** Bring a value that MySQL gave into the form that its column promises; what other programs have stored in another form stays as it is. */
export function decode(value: unknown, column: StoredColumn): unknown {
  switch (column.type) {
    case 'boolean':
      return decodeBoolean(value);
    case 'integer':
    case 'bigint':
      return decodeInteger(value);
    case 'double':
      return Number(value);
    case 'decimal':
      return String(value);
    case 'datetime':
      return decodeTime(value, column);
    case 'json':
      return parseJson(value);
    case 'binary':
      // What the driver gives is a part of all that the server has sent.
      return value instanceof Uint8Array ? new Bytes(value) : value;
    default:
      return value;
  }
}

// --- internal ---

/** The characters that a set has not: MySQL's latin1 is Windows-1252 with the bytes in between. */
const foreign: ReadonlyMap<string, RegExp> = new Map([
  ['ascii', /[^\0-\x7f]/],
  ['latin1', /[^\0-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/u],
  ['utf8', /[\u{10000}-\u{10ffff}]/u],
  ['utf8mb3', /[\u{10000}-\u{10ffff}]/u],
]);

function readInteger(value: unknown): unknown {
  return typeof value === 'string' ? narrowInteger(BigInt(value)) : value;
}

// MySQL would round to the digits of the column: a time could come to lie in the next year.
function encodeTime(iso: string, { scale = 3, isMicroseconds }: StoredColumn): string {
  const [, date, time, fraction = '000'] = /^(.{10})[T ](.{8})(?:\.(\d+))?Z?$/.exec(iso) ?? [];
  const kept = fraction.slice(0, isMicroseconds ? scale : Math.min(scale, 3));
  return kept === '' ? `${date} ${time}` : `${date} ${time}.${kept}`;
}

const everyMonth = /^(?!0000)\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T/;

/** The last result of `decodeTime`: records that were written together have the same time, and one that was never changed has it twice. */
let last: { readonly written: string; readonly read: unknown } = { written: '', read: '' };

function decodeTime(value: unknown, column: StoredColumn): unknown {
  const { isMicroseconds } = column;
  if (value === last.written && !isMicroseconds) return last.read;
  if (value instanceof Date) return readValue(value, column) ?? value;
  const iso = readTime(value, column);
  // Fast path: most days are in every month. There are days such as 0000-00-00 in old tables.
  const isDay =
    iso !== undefined && (everyMonth.test(iso) || readValue(iso.slice(0, 10), { type: 'date' }) !== undefined);
  const read = isDay ? iso : value;
  if (typeof value === 'string' && !isMicroseconds) last = { written: value, read };
  return read;
}

function decodeBoolean(value: unknown): unknown {
  const number = decodeInteger(value);
  return number === 0 || number === 1 ? number === 1 : number;
}

function decodeInteger(value: unknown): unknown {
  if (value instanceof Uint8Array) return narrowInteger(BigInt(`0x${Buffer.from(value).toString('hex') || '0'}`));
  if (typeof value === 'bigint') return narrowInteger(value);
  // Fast path: most integers in JSON are small.
  if (typeof value === 'string' && /^[1-9]\d{0,14}$/.test(value)) return Number(value);
  return typeof value === 'string' && /^-?\d+$/.test(value) ? narrowInteger(BigInt(value)) : value;
}
