import { randomUUID } from 'node:crypto';
import { DataError } from './core/data-error.ts';
import { parseExactly } from './core/json-numbers.ts';

/**
 * Parse JSON text from a store. Text that is not JSON, and values already parsed by the driver, are returned
 * unchanged.
 *
 * A number that would be rounded becomes a `bigint`, or an {@link ExactNumber} if it has a fraction or an exponent.
 */
export function parseJson(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return parseExactly(value, (literal) => (/^-?\d+$/.test(literal) ? BigInt(literal) : new ExactNumber(literal)));
  } catch {
    return value;
  }
}

/**
 * Convert a value to JSON that parses to the same value.
 *
 * @param field - the column that the error names
 * @throws {DataError} `invalid_value` for NaN, infinities, functions, symbols and cycles
 */
export function stringifyJson(value: unknown, field: string): string {
  let text: string | undefined;
  let cause: unknown;
  try {
    text = JSON.stringify(value, keepExact);
  } catch (error) {
    cause = error;
  }
  if (text !== undefined) return text.includes(MARK) ? text.replace(marked, '$1') : text;
  throw new DataError('invalid_value', `"${field}" cannot hold the given value: JSON has no form for it`, {
    field,
    cause,
  });
}

/** Bytes that are base64 in JSON. */
export class Bytes extends Uint8Array {
  toJSON(): string {
    return Buffer.from(this.buffer, this.byteOffset, this.byteLength).toString('base64');
  }
}

// --- internal ---

/** A JSON number that JavaScript would round; shown as a string, written as a number. */
class ExactNumber {
  readonly literal: string;

  constructor(literal: string) {
    this.literal = literal;
  }

  toJSON(): string {
    return this.literal;
  }
}

const MARK = `number ${randomUUID()} `;

const marked = new RegExp(`"${MARK}([^"]+)"`, 'g');

// JSON.stringify silently writes some values as null or omits them.
function keepExact(this: Record<string, unknown>, key: string, value: unknown): unknown {
  if (
    typeof value === 'function' ||
    typeof value === 'symbol' ||
    (typeof value === 'number' && !Number.isFinite(value))
  ) {
    throw new TypeError('The value would be lost');
  }
  if (typeof value === 'bigint') return MARK + value;
  const given = this[key];
  return given instanceof ExactNumber ? MARK + given.literal : value;
}
