import { Decimal128 as Decimal, type Decimal128, type Document, Double, type Int32, Long } from 'mongodb';
import { compare, decimalParts, typeOf } from './bson-order.ts';
import { StandInError, unknown } from './stand-in-error.ts';

/** The value of an expression of an aggregation; `undefined` for a field that is missing. */
export function evaluate(expression: unknown, document: Document): unknown {
  if (typeof expression === 'string' && expression.startsWith('$')) return readField(expression.slice(1), document);
  if (typeOf(expression) === 'array') throw unknown('lists in expressions');
  if (typeOf(expression) !== 'object') return expression;
  const [[operator, operand] = ['', undefined], ...others] = Object.entries(expression as object);
  if (others.length > 0 || !operator.startsWith('$')) throw unknown('objects in expressions');
  if (operator === '$literal') return operand;
  const run = operators.get(operator);
  if (run === undefined) throw unknown(`the expression ${operator}`);
  const parts = Array.isArray(operand) ? operand : [operand];
  return run(parts.map((part) => () => evaluate(part, document)));
}

// --- internal ---

type Part = () => unknown;

// Parts are evaluated when they are needed, as the branches of $cond must be.
const operators: ReadonlyMap<string, (parts: Part[]) => unknown> = new Map<string, (parts: Part[]) => unknown>([
  ['$cond', ([test, yes, no]) => (isTrue(test?.()) ? yes?.() : no?.())],
  ['$eq', ([a, b]) => compare(a?.(), b?.()) === 0],
  ['$gt', ([a, b]) => order(a?.(), b?.()) > 0],
  ['$lte', ([a, b]) => order(a?.(), b?.()) <= 0],
  ['$type', ([value]) => typeOf(value?.())],
  ['$add', (parts) => parts.map((part) => part()).reduce(add)],
  ['$concat', (parts) => parts.map((part) => part()).join('')],
  ['$toString', ([value]) => String(value?.())],
  ['$toInt', ([value]) => toInt(value?.())],
]);

function readField(name: string, document: Document): unknown {
  if (name.startsWith('$') || name.includes('.')) throw unknown(`the path "$${name}"`);
  return Object.hasOwn(document, name) ? document[name] : undefined;
}

function isTrue(value: unknown): boolean {
  if (typeof value !== 'boolean') throw unknown('conditions that are no booleans');
  return value;
}

// Every object and list stands behind null, which is all that is asked of them.
function order(a: unknown, b: unknown): number {
  return b === null && a !== null && a !== undefined ? 1 : compare(a, b);
}

function add(a: unknown, b: unknown): unknown {
  const types = [typeOf(a), typeOf(b)];
  if (types.includes('missing') || types.includes('null')) return null;
  if (types.every((type) => type === 'int' || type === 'long')) return addIntegers(toBigInt(a), toBigInt(b));
  if (types.every((type) => type === 'decimal')) return addDecimals(a as Decimal128, b as Decimal128);
  if (types.every((type) => type === 'double' || type === 'int')) {
    return new Double((a as Double).value + (b as Double).value);
  }
  throw unknown(`the sum of ${types.join(' and ')}`);
}

// Past 64 bits the sum is a rounded double.
function addIntegers(a: bigint, b: bigint): Long | Double {
  const sum = a + b;
  return BigInt.asIntN(64, sum) === sum ? Long.fromBigInt(sum) : new Double(Number(sum));
}

function addDecimals(a: Decimal128, b: Decimal128): Decimal128 {
  const [one, other] = [decimalParts(a), decimalParts(b)];
  const exponent = Math.min(one.exponent, other.exponent);
  const scaled = ({ digits, exponent: own }: typeof one): bigint => digits * 10n ** BigInt(own - exponent);
  return Decimal.fromString(`${scaled(one) + scaled(other)}E${exponent}`);
}

function toBigInt(value: unknown): bigint {
  return typeOf(value) === 'long' ? (value as Long).toBigInt() : BigInt((value as Int32).value);
}

function toInt(value: unknown): unknown {
  if (typeof value === 'string' && !/^-?\d+$/.test(value)) {
    throw new StandInError(241, `Failed to parse number '${value}' in $convert with no onError value`);
  }
  throw unknown('$toInt of numbers');
}
