import { anyNumber, positiveNumber } from './arguments.ts';
import { isMultiple } from './is-multiple.ts';
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
    refuse: (argument, { rules }) =>
      anyNumber(argument) ??
      (typeof rules.max === 'number' && (argument as number) > rules.max
        ? `is ${argument}, above max ${rules.max}: no value can pass`
        : undefined),
    test: (min: number) => (value: number) => value >= min,
    schema: (min: number) => ({ minimum: min }),
  },
  max: {
    on: NUMBERS,
    refuse: anyNumber,
    test: (max: number) => (value: number) => value <= max,
    schema: (max: number) => ({ maximum: max }),
  },
  multipleOf: multiple,
  divisibleBy: multiple,
};
