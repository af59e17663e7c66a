import type { FieldRules } from '../field-rules.ts';
import { isObject } from '../is-object.ts';
import { anyNumber, positiveNumber } from './arguments.ts';
import { NUMBERS, type Rule } from './rule.ts';

const multiple: Rule = {
  on: NUMBERS,
  refuse: positiveNumber,
  test: (n: number) => (value: number) => isMultiple(value, n),
  schema: (multipleOf: number) => ({ multipleOf }),
};

/** The rules on numbers. */
export const numberRules: Record<string, Rule> = {
  min: {
    on: NUMBERS,
    refuse: (argument, { rules }) => anyNumber(argument) ?? refuseEmpty(argument as number, rules.max, rules),
    test: (min: number) => (value: number) => value >= min,
    schema: (min: number) => ({ minimum: min }),
  },
  max: {
    on: NUMBERS,
    refuse: (argument, { rules }) => anyNumber(argument) ?? refuseEmpty(rules.min, argument as number, rules),
    test: (max: number) => (value: number) => value <= max,
    schema: (max: number) => ({ maximum: max }),
  },
  multipleOf: multiple,
  divisibleBy: multiple,
};

/**
 * Whether a number is a multiple of another, both as they are written in decimals: 0.3 is one of 0.1, 9007199254740991
 * none of 2.
 *
 * @param n - finite, above 0
 */
export function isMultiple(value: number, n: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(n)) return value % n === 0;
  if (!Number.isFinite(value)) return false;
  const [a, b] = [toDecimal(value), toDecimal(n)];
  // The power of ten of both: at most 632 digits, for the largest number and the smallest.
  const exponent = Math.min(a.exponent, b.exponent);
  return (a.digits * 10n ** BigInt(a.exponent - exponent)) % (b.digits * 10n ** BigInt(b.exponent - exponent)) === 0n;
}

// --- internal ---

/** Bounds between which there is no number: those of the rules, and those of the type. */
function refuseEmpty(min: unknown, max: unknown, { int, float }: FieldRules): string | undefined {
  const range = isObject(int) ? int : isObject(float) ? float : {};
  const lows = [min, range.min].filter((bound) => typeof bound === 'number');
  const highs = [max, range.max].filter((bound) => typeof bound === 'number');
  const [low, high] = [Math.max(...lows), Math.min(...highs)];
  return low > high ? `allows no number: at least ${low}, at most ${high}` : undefined;
}

/** The shortest decimal that is parsed as this number: `digits` times ten to the power of `exponent`. */
function toDecimal(value: number): { readonly digits: bigint; readonly exponent: number } {
  const [mantissa = '', power = '0'] = String(value).split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return { digits: BigInt(whole + fraction), exponent: Number(power) - fraction.length };
}
