import { Buffer } from 'node:buffer';
import { isRounded } from './json-numbers.ts';
import type { Column } from './types.ts';

/**
 * Bring a value that is not null into the one form that a column of its type holds, without rounding.
 *
 * | column | taken | result |
 * |---|---|---|
 * | `string` | text, numbers | text; lone surrogates and NUL are refused, because not every store can hold them |
 * | `integer`, `bigint` | whole numbers within 64 bits, also as text (`'12'`) | `number` when safe, else `bigint` |
 * | `decimal` | numbers, text (`'12.50'`) | text without exponent or surplus zeros (`'12.5'`) |
 * | `double` | finite numbers, also as text | `number` |
 * | `boolean` | `true`, `false`, 0, 1, also as text | `boolean` |
 * | `date` | `'2026-01-31'`, `Date` (its day in UTC) | `'2026-01-31'` |
 * | `datetime` | ISO 8601 text (UTC when it names no zone), `Date` | `'2026-01-31T12:00:00.000Z'`; with `isMicroseconds`, `'…00.000000Z'` |
 * | `binary` | `Uint8Array`, base64 or base64url text | `Uint8Array` |
 * | `json` | everything | the same |
 *
 * What the column holds beyond its type (`special`) stays as it is.
 *
 * @returns `undefined` when the value cannot be one of the column
 */
export function readValue(
  value: unknown,
  { type, special, loose, isMicroseconds }: Pick<Column, 'type' | 'special' | 'loose' | 'isMicroseconds'>,
): unknown {
  // There, 5 and '5' are two values.
  if (loose && type === 'string' && (typeof value === 'bigint' || Number.isFinite(value))) return value;
  const read = isMicroseconds ? parseMicroseconds(value) : parsers[type](value);
  if (read !== undefined || special === undefined) return read;
  const isScalar = typeof value === 'string' || typeof value === 'bigint' || Number.isFinite(value);
  return isScalar && special.test(String(value)) ? value : undefined;
}

/** What a column of each type takes, for the hint of an error. */
export const expectedForms: Readonly<Record<Column['type'], string>> = {
  string: 'text of whole characters, without NUL',
  integer: 'a whole number within 64 bits, as a number, a bigint or text',
  bigint: 'a whole number within 64 bits, as a number, a bigint or text',
  decimal: 'a decimal number, best as text',
  double: 'a finite number',
  boolean: 'true or false',
  date: 'a day such as 2026-01-31',
  datetime: 'a time such as 2026-01-31T12:00:00Z',
  json: 'what JSON can hold',
  binary: 'bytes, as base64 or Uint8Array',
};

/** An integer as a `number` if that is exact, otherwise as a `bigint`. */
export function narrowInteger(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

// --- internal ---

const parsers: Readonly<Record<Column['type'], (value: unknown) => unknown>> = {
  string: parseText,
  integer: parseInteger,
  bigint: parseInteger,
  decimal: parseDecimal,
  double: parseDouble,
  boolean: parseBoolean,
  date: parseDate,
  datetime: parseDatetime,
  json: (value) => value,
  binary: parseBytes,
};

// In a unicode expression a surrogate that is half of a pair is no match.
const unstorable = /[\p{Surrogate}\0]/u;

const wholeNumber = /^-?(?:0|[1-9]\d{0,18})$/;

/** A number of this length is safe, with or without a sign. */
const SAFE_DIGITS = 15;

const decimalNumber = /^(-?)0*(\d{1,500})(?:\.(\d{1,500}))?$/;

const longestDecimal = 1_002;

const doubleNumber = /^-?\d{1,400}(?:\.\d{1,400})?(?:[eE][+-]?\d{1,4})?$/;

const base64 = /^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/;

/** As it is in a path: `data`, `_w` (RFC 4648 section 5). */
const base64url = /^(?:[\w-]{4})*(?:[\w-]{2,3})?$/;

const day = /^(\d{4})-(\d\d)-(\d\d)$/;

const time =
  /^(\d{4}-\d\d-\d\d)(?:[Tt ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.(\d{1,9}))?)?\s?([Zz]|[+-](?:[01]\d|2[0-3]):?[0-5]\d)?)?$/;

function parseText(value: unknown): string | undefined {
  if (typeof value === 'string') return unstorable.test(value) ? undefined : value;
  if (typeof value === 'bigint' || (typeof value === 'number' && Number.isFinite(value))) return String(value);
  return undefined;
}

function parseInteger(value: unknown): number | bigint | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value + 0 : undefined;
  if (typeof value === 'string') {
    if (!wholeNumber.test(value)) return undefined;
    return value.length <= SAFE_DIGITS ? Number(value) + 0 : parseInteger(BigInt(value));
  }
  if (typeof value !== 'bigint' || BigInt.asIntN(64, value) !== value) return undefined;
  const asNumber = Number(value);
  return Number.isSafeInteger(asNumber) ? asNumber : value;
}

function parseDecimal(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return parseDecimal(String(value));
  // The expression is slow on long text.
  if (typeof value !== 'string' || value.length > longestDecimal) return undefined;
  const [, sign, whole, fraction = ''] = decimalNumber.exec(value) ?? [];
  if (whole === undefined) return undefined;
  const kept = fraction.replace(/0+$/, '');
  const digits = kept === '' ? whole : `${whole}.${kept}`;
  return digits === '0' ? '0' : `${sign}${digits}`;
}

function parseDouble(value: unknown): number | undefined {
  if (typeof value === 'bigint') return parseDouble(String(value));
  if (typeof value === 'string') {
    return doubleNumber.test(value) && !isRounded(value) ? parseDouble(Number(value)) : undefined;
  }
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

function parseBoolean(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (value === 1 || value === 1n || value === '1' || value === 'true') return true;
  if (value === 0 || value === 0n || value === '0' || value === 'false') return false;
  return undefined;
}

function parseBytes(value: unknown): Uint8Array | undefined {
  if (value instanceof Uint8Array) return value;
  return typeof value === 'string' && (base64.test(value) || base64url.test(value))
    ? new Uint8Array(Buffer.from(value, 'base64'))
    : undefined;
}

function parseDate(value: unknown): string | undefined {
  if (value instanceof Date) return isoOf(value)?.slice(0, 10);
  if (typeof value !== 'string') return undefined;
  const [, year, month, date] = day.exec(value) ?? [];
  if (year === undefined) return undefined;
  // A day that the month does not have rolls over into the next one.
  const rolled = new Date(`${year}-${month}-01T00:00:00.000Z`);
  if (Number.isNaN(rolled.getTime())) return undefined;
  rolled.setUTCDate(Number(date));
  return rolled.toISOString().slice(0, 10) === value ? value : undefined;
}

function parseMicroseconds(value: unknown): string | undefined {
  const fraction = typeof value === 'string' ? time.exec(value)?.[5] : undefined;
  return parseDatetime(value)?.replace('Z', `${fraction?.slice(3, 6).padEnd(3, '0') ?? '000'}Z`);
}

function parseDatetime(value: unknown): string | undefined {
  if (value instanceof Date) return isoOf(value);
  if (typeof value !== 'string') return undefined;
  const [, date, hour = '00', minute = '00', second = '00', fraction = '', zone = 'Z'] = time.exec(value) ?? [];
  if (date === undefined || parseDate(date) === undefined) return undefined;
  const offset = zone.toUpperCase().replace(/^([+-]\d\d)(\d\d)$/, '$1:$2');
  return isoOf(new Date(`${date}T${hour}:${minute}:${second}.${fraction.padEnd(3, '0').slice(0, 3)}${offset}`));
}

// Years past 9999 have a sign and six digits in ISO 8601, which would not sort as text.
function isoOf(date: Date): string | undefined {
  if (Number.isNaN(date.getTime())) return undefined;
  const text = date.toISOString();
  return text.length === 24 ? text : undefined;
}
