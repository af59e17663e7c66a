import { choiceRules } from './choice.ts';
import { formatRules } from './formats.ts';
import { typeRules } from './kinds.ts';
import { listRules } from './list.ts';
import { numberRules } from './number.ts';
import type { Rule } from './rule.ts';
import { textRules } from './text.ts';

/** Every rule on values by name: a rule more is a row more in one of the tables. */
export const vocabulary: ReadonlyMap<string, Rule> = new Map(
  Object.entries({
    ...typeRules,
    ...textRules,
    ...numberRules,
    ...listRules,
    ...choiceRules,
    ...formatRules,
  }),
);
