import { choiceRules } from './choice.ts';
import { formatRules } from './formats.ts';
import { typeRules } from './kinds.ts';
import { listRules } from './list.ts';
import { numberRules } from './number.ts';
import type { Rule, Vocabulary } from './rule.ts';
import { textRules } from './text.ts';

/** Every rule on values by name; to add one, add a row to one of the tables. */
export const vocabulary: Vocabulary = new Map<string, Rule>(
  Object.entries({
    ...typeRules,
    ...textRules,
    ...numberRules,
    ...listRules,
    ...choiceRules,
    ...formatRules,
  }),
);
