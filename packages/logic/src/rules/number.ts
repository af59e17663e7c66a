import type { FieldRules } from '../field-rules.ts';
import { anyNumber, isObject, positiveNumber } from './arguments.ts';
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

// --- internal ---

/** Bounds between which there is no number: those of the rules, and those of the type. */
function refuseEmpty(min: unknown, max: unknown, { int, float }: FieldRules): string | undefined {
  const range = isObject(int) ? int : isObject(float) ? float : {};
  const lows = [min, range.min].filter((bound) => typeof bound === 'number');
  const highs = [max, range.max].filter((bound) => typeof bound === 'number');
  const [low, high] = [Math.max(...lows), Math.min(...highs)];
  return low > high ? `allows no number: at least ${low}, at most ${high}` : undefined;
}
