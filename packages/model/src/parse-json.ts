import { parseExactly } from '@rest-gen/router/model';

/** A number in JSON that JavaScript would round; shown as text, written as it is. */
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
 * Read JSON that a store gave as text; what is no JSON, and what a driver has read already, stays as it is.
 *
 * A number that would be rounded is a `bigint`, or an {@link ExactNumber} where it has a fraction or an exponent.
 */
export function parseJson(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return parseExactly(value, (literal) => (/^-?\d+$/.test(literal) ? BigInt(literal) : new ExactNumber(literal)));
  } catch {
    return value;
  }
}
