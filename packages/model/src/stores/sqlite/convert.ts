import { checkDigits, misfit, padDecimal } from '../../column-size.ts';
import { narrowInteger, readValue } from '../../core/read-value.ts';
import { Bytes, parseJson, stringifyJson } from '../../json-values.ts';
import type { StoredColumn } from '../../sql/stored-table.ts';
import { writeTime } from './time-form.ts';

/**
 * Refuse decimals with more digits than their column has, which SQLite would keep, and text that SQLite would make another number of.
 *
 * @throws {DataError} `invalid_value`
 */
export function check(value: unknown, column: StoredColumn): void {
  const { name, type, affinity } = column;
  if (type === 'decimal' && affinity === 'text') checkDigits(value as string, column);
  const isNumber = affinity === 'numeric' && (type === 'decimal' || type === 'string') && numeric.test(String(value));
  if (!isNumber || showNumber(parseNumber(String(value))) === showNumber(String(value))) return;
  throw misfit(name, `"${name}" is stored as a number by SQLite, which would change the given value`);
}

/**
 * Bring a value that `readValue` gave into the form that SQLite holds: booleans as 0 and 1, JSON as text, decimals with all digits of their scale, or as
 * numbers in tables of others, and times there in the form of their column.
 *
 * @throws {DataError} `invalid_value` for what JSON cannot hold
 */
export function encode(
  value: unknown,
  { name, type, affinity, scale, timeForm }: StoredColumn,
  isWritten = false,
): unknown {
  switch (type) {
    case 'json':
      return stringifyJson(value, name);
    case 'decimal':
      return affinity === 'text' ? padDecimal(String(value), scale) : parseNumber(value);
    case 'string':
      if (affinity === 'text') return String(value);
      return affinity === 'numeric' && String(Number(value)) === value ? parseNumber(value) : value;
    case 'datetime':
      // Comparisons read every form as ISO 8601.
      return isWritten ? writeTime(parseNumber(value), timeForm) : parseNumber(value);
    case 'double':
      return parseNumber(value);
    default:
      return value;
  }
}

/** What a value that is shown as text can be in a column without a type: a number, the text, or bytes. */
export function alternatives(value: unknown, { type, affinity }: StoredColumn): readonly unknown[] | undefined {
  if (type !== 'string' || affinity === 'text' || typeof value !== 'string') return undefined;
  const number = parseNumber(value);
  const bytes = readValue(value, { type: 'binary' });
  return [...(number === value ? [] : [number]), value, ...(bytes === undefined ? [] : [bytes])];
}

/** Bring a value that SQLite gave into the form that its column promises; what other programs have stored in another form stays as it is. */
export function decode(value: unknown, { type, scale }: StoredColumn): unknown {
  if (value instanceof Uint8Array) return new Bytes(value);
  // JSON has no form for these.
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  switch (type) {
    case 'boolean':
      return value === 0 || value === 1 ? value === 1 : value;
    case 'double':
      return typeof value === 'bigint' ? Number(value) : value;
    case 'decimal':
      return padDecimal(showNumber(String(value)), scale);
    case 'json':
      return parseJson(value);
    default:
      return value;
  }
}

// --- internal ---

/** What SQLite takes for a number. */
const numeric = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?\s*$/;

/** The number that a text shows, as SQLite holds it; other text as it is. */
function parseNumber(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (/^-?\d{1,19}$/.test(value) && BigInt.asIntN(64, BigInt(value)) === BigInt(value)) {
    return narrowInteger(BigInt(value));
  }
  return numeric.test(value) || /^-?Infinity$/.test(value) ? Number(value) : value;
}

/** A number as decimal text without an exponent or surplus zeros: `1e21` → `'1000000000000000000000'`. */
function showNumber(value: unknown): string {
  const text = String(value);
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(text) ?? [];
  if (whole === '') return text;
  const point = whole.length + Number(exponent);
  const digits = (whole + fraction)
    .padEnd(point, '0')
    .padStart(whole.length + fraction.length + Math.max(0, 1 - point), '0');
  const at = Math.max(1, point);
  const plain = `${sign}${digits.slice(0, at)}.${digits.slice(at)}`;
  let end = plain.length;
  while (plain[end - 1] === '0') end -= 1;
  return plain.slice(0, plain[end - 1] === '.' ? end - 1 : end);
}
