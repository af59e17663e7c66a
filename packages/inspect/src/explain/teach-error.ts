import { type Explanation, type HttpError, isHttpError, requestError, type TriedRule } from '@rest-gen/router/internal';
import { selectRules } from './format-explanation.ts';
import { withTried } from './policy/explain-refusal.ts';

/** The result of a rule in the body of an error outside production. */
export type ToldRule = Pick<TriedRule, 'rule' | 'text' | 'result' | 'reason'>;

/**
 * The error of a refused request, with the result of each rule and a hint.
 *
 * @see docs/debugging.md#read-the-response
 */
export function teachError(error: unknown, explanation: Explanation): unknown {
  return isHttpError(error) ? withTried(error, describeTried(explanation), explanation.hint ?? error.hint) : error;
}

/**
 * The 404 of a request that no rule and no handler answered.
 *
 * @see docs/debugging.md#read-the-response
 */
export function nothingHere(explanation: Explanation): HttpError {
  const detail = 'There is nothing at this address.';
  const { hint, matched } = explanation;
  const missed =
    matched &&
    `Rule ${matched.rule} matches this path, but the request did not reach the router: check its mount path, and what is mounted before it.`;
  return requestError('E_NOT_FOUND', detail, { hint: missed ?? hint, extra: { tried: describeTried(explanation) } });
}

// --- internal ---

function describeTried({ tried }: Explanation): ToldRule[] {
  return selectRules(tried).map(({ rule, text, result, reason }) => ({ rule, text, result, reason }));
}
