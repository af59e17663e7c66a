import { anyNumber, positiveNumber } from './arguments.ts';
import { NUMBERS, type Rule } from './rule.ts';

const multiple: Rule = {
  on: NUMBERS,
  refuse: positiveNumber,
  keyword: 'multipleOf',
  // The quotient may miss a whole number by what rounding costs it, and by no more: 0.3 is three times 0.1.
  test: (n: number) => (value: number) => {
    const quotient = value / n;
    return Math.abs(quotient - Math.round(quotient)) <= 4 * Number.EPSILON * Math.abs(quotient);
  },
};

/** The rules on numbers. */
export const numberRules: Record<string, Rule> = {
  min: {
    on: NUMBERS,
    refuse: (argument, { rules }) =>
      anyNumber(argument) ??
      (typeof rules.max === 'number' && (argument as number) > rules.max
        ? `is ${argument}, above max ${rules.max}: no value can pass`
        : undefined),
    schema: (min: number) => ({ minimum: min }),
  },
  max: { on: NUMBERS, refuse: anyNumber, schema: (max: number) => ({ maximum: max }) },
  multipleOf: multiple,
  divisibleBy: multiple,
};
