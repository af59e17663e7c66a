import { parseExactly } from './core/json-numbers.ts';

/** A JSON number that JavaScript would round; shown as a string, written as a number. */
export class ExactNumber {
  readonly literal: string;

  constructor(literal: string) {
    this.literal = literal;
  }

  toJSON(): string {
    return this.literal;
  }
}

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
