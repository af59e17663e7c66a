import { DataError } from '@rest-gen/router/model';

/**
 * Write a value as JSON that reads back as the same.
 *
 * @param field - the column that the error names
 * @throws {DataError} `invalid_value` for NaN, infinities, bigints, functions, symbols and cycles
 */
export function stringifyJson(value: unknown, field: string): string {
  let text: string | undefined;
  let cause: unknown;
  try {
    text = JSON.stringify(value, refuseLoss);
  } catch (error) {
    cause = error;
  }
  if (text !== undefined) return text;
  throw new DataError('invalid_value', `"${field}" cannot hold the given value: JSON has no form for it`, {
    field,
    cause,
  });
}

// --- internal ---

// JSON.stringify writes these as null, or leaves them out, without a word.
function refuseLoss(_key: string, value: unknown): unknown {
  if (
    typeof value === 'function' ||
    typeof value === 'symbol' ||
    (typeof value === 'number' && !Number.isFinite(value))
  ) {
    throw new TypeError('The value would be lost');
  }
  return value;
}
