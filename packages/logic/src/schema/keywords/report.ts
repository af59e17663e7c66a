import { _, type KeywordCxt, type KeywordErrorDefinition } from 'ajv';
import names from 'ajv/dist/compile/names.js';
import { MOST_ERRORS } from '../../limits.ts';
import type { JsonCopy } from '../../run/copy-json.ts';

/** What our keywords say about a failure, in the `params` of Ajv's error. */
export interface FailureParams {
  /** Name of the rule, or its position in the argument of the keyword. */
  readonly rule: string | number;
  /** Name of the field, or position of the item, when the keyword stands on what holds it. */
  readonly key?: string | number | undefined;
  /** Why a value could not be copied, and where below it. */
  readonly refused?: Extract<JsonCopy, { readonly problem: string }> | undefined;
}

/** Generate the end of a loop: where every error is collected, up to as many as are told. */
export function stopAtMost({ gen, it }: KeywordCxt): void {
  if (it.allErrors) gen.if(_`${names.default.errors} >= ${MOST_ERRORS}`, () => gen.break());
}

/** How Ajv writes the errors of our keywords. */
export const failure: KeywordErrorDefinition = {
  message: '',
  params: ({ params: { rule, key, refused } }) =>
    _`{rule: ${rule}, key: ${key ?? _`undefined`}, refused: ${refused ?? _`undefined`}}`,
};
