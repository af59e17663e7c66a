import type { Binary, Decimal128, Double, Int32, Long } from 'mongodb';
import { unknown } from './stand-in-error.ts';

/** The name of a value's type, as `$type` gives it; `missing` for a field that is not there. */
export function typeOf(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (typeof value === 'string') return 'string';
  if (typeof value === 'boolean') return 'bool';
  if (value instanceof Date) return 'date';
  if (Array.isArray(value)) return 'array';
  const mark = (value as { _bsontype?: string })._bsontype;
  if (mark === undefined && typeof value === 'object') return 'object';
  const name = names.get(String(mark));
  if (name === undefined) throw unknown(`values of type ${mark ?? typeof value}`);
  return name;
}

/** Whether comparisons put two values next to each other: `$gt` and the like find nothing across such borders. */
export function isComparable(a: unknown, b: unknown): boolean {
  return rankOf(a) === rankOf(b);
}

/** The order of values, as `sort` has it; missing is as null. */
export function compare(a: unknown, b: unknown): number {
  const rank = rankOf(a) - rankOf(b);
  if (rank !== 0) return Math.sign(rank);
  switch (typeOf(a)) {
    case 'missing':
    case 'null':
      return 0;
    case 'string':
      return Buffer.compare(Buffer.from(a as string), Buffer.from(b as string));
    case 'bool':
      return Number(a) - Number(b);
    case 'date':
      return Math.sign((a as Date).getTime() - (b as Date).getTime());
    case 'objectId':
      return order(String(a), String(b));
    case 'binData':
      return compareBytes(a as Binary, b as Binary);
    case 'object':
    case 'array':
      throw unknown('the order of objects and lists');
    default:
      return compareNumbers(a, b);
  }
}

/** The digits of a decimal number and the power of ten that they are multiplied by. */
export function decimalParts(value: Decimal128): { digits: bigint; exponent: number } {
  const [, sign, whole, fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:E([+-]\d+))?$/.exec(value.toString()) ?? [];
  if (whole === undefined) throw unknown(`the decimal number ${value}`);
  return { digits: BigInt(`${sign}${whole}${fraction}`), exponent: Number(exponent) - fraction.length };
}

// --- internal ---

const names = new Map([
  ['Int32', 'int'],
  ['Long', 'long'],
  ['Double', 'double'],
  ['Decimal128', 'decimal'],
  ['ObjectId', 'objectId'],
  ['Binary', 'binData'],
]);

const ranks = ['null', 'number', 'string', 'object', 'array', 'binData', 'objectId', 'bool', 'date'];
const numbers = new Set(['int', 'long', 'double', 'decimal']);

function rankOf(value: unknown): number {
  const type = typeOf(value);
  return ranks.indexOf(numbers.has(type) ? 'number' : type === 'missing' ? 'null' : type);
}

function compareNumbers(a: unknown, b: unknown): number {
  if (typeOf(a) === 'decimal' && typeOf(b) === 'decimal') return compareDecimals(a as Decimal128, b as Decimal128);
  if (typeOf(a) === 'decimal' || typeOf(b) === 'decimal') throw unknown('decimal numbers beside others');
  // JavaScript compares a bigint with a number exactly.
  return order(toNative(a), toNative(b));
}

function compareDecimals(a: Decimal128, b: Decimal128): number {
  const [one, other] = [decimalParts(a), decimalParts(b)];
  const least = Math.min(one.exponent, other.exponent);
  const scaled = ({ digits, exponent }: typeof one): bigint => digits * 10n ** BigInt(exponent - least);
  return order(scaled(one), scaled(other));
}

function toNative(value: unknown): number | bigint {
  return typeOf(value) === 'long' ? (value as Long).toBigInt() : (value as Int32 | Double).value;
}

function compareBytes(a: Binary, b: Binary): number {
  return a.position - b.position || Buffer.compare(a.buffer.subarray(0, a.position), b.buffer.subarray(0, b.position));
}

function order<T extends string | number | bigint>(a: T, b: T): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
