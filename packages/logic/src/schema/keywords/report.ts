import type { KeywordCxt, KeywordErrorDefinition } from 'ajv';
import { MOST_ERRORS } from '../../limits.ts';
import type { JsonCopy } from '../../rules/copy-json.ts';
import { _ } from './code.ts';

/** The `params` of the errors of our keywords. */
export interface FailureParams {
  /** Name of the rule, or its position in the argument of the keyword. */
  readonly rule: string | number;
  /** Name of the field, or position of the item, if the keyword belongs to the containing object or list. */
  readonly key?: string | number | undefined;
  /** Why a value could not be copied, and where below it. */
  readonly refused?: Extract<JsonCopy, { readonly problem: string }> | undefined;
}

/** Generate the end of a loop: stop at the maximum number of errors. */
export function stopAtMost({ gen, it }: KeywordCxt): void {
  // The variable in which Ajv counts errors.
  if (it.allErrors) gen.if(_`errors >= ${MOST_ERRORS}`, () => gen.break());
}

/** How Ajv writes the errors of our keywords. */
export const failure: KeywordErrorDefinition = {
  message: '',
  params: ({ params: { rule, key, refused } }) =>
    _`{rule: ${rule}, key: ${key ?? _`undefined`}, refused: ${refused ?? _`undefined`}}`,
};
