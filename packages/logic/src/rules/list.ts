import type { Kind } from '../kind.ts';
import { count, onlyTrue } from './arguments.ts';
import { hasUniqueItems } from './has-unique-items.ts';
import type { Rule } from './rule.ts';

const LISTS: readonly Kind[] = ['array'];

/** The rules on lists. */
export const listRules: Record<string, Rule> = {
  minItems: {
    on: LISTS,
    refuse: (argument, { rules }) =>
      count(argument) ??
      (typeof rules.maxItems === 'number' && (argument as number) > rules.maxItems
        ? `is ${argument}, above maxItems ${rules.maxItems}: no list can pass`
        : undefined),
    test: (minItems: number) => (list: readonly unknown[]) => list.length >= minItems,
    schema: (minItems: number) => ({ minItems }),
  },
  maxItems: {
    on: LISTS,
    refuse: count,
    test: (maxItems: number) => (list: readonly unknown[]) => list.length <= maxItems,
    schema: (maxItems: number) => ({ maxItems }),
  },
  uniqueItems: {
    on: LISTS,
    refuse: onlyTrue,
    test: () => hasUniqueItems,
    schema: () => ({ uniqueItems: true }),
  },
};
