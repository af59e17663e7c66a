import { randomUUID } from 'node:crypto';
import { DataError } from './core/data-error.ts';
import { ExactNumber } from './parse-json.ts';

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

// --- internal ---

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
