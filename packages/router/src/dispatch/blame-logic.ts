import { type HttpError, isHttpError, requestError } from '../errors.ts';
import { toHttpError } from '../respond/to-http-error.ts';
import type { ActionPlan, ControllerPlan } from './types.ts';

/**
 * Turn what a logic has thrown into the error that is answered.
 *
 * What its author's code (a function, a rule, a default) throws without having meant it for an answer is a 500 whose hint names the logic.
 */
export function blameLogic(
  error: unknown,
  { logicFile, name }: ControllerPlan,
  { action }: Pick<ActionPlan, 'action'>,
): HttpError {
  // The names in a query of a logic come from its code, not from the request.
  const answer = toHttpError(error, false);
  if (isHttpError(error) || answer.code !== 'E_INTERNAL' || answer.hint !== undefined) return answer;
  const place = `${logicFile ?? `the logic "${name}"`}, ${action}`;
  const hint = isLogicError(error)
    ? error.message
    : `Thrown in ${place}: mend the function, rule or default that did it.`;
  return requestError('E_INTERNAL', undefined, { cause: error, hint });
}

// --- internal ---

/** A shape that a function gave cannot be used; its message names the place. By name: a program may hold several copies of a package. */
function isLogicError(error: unknown): error is Error {
  return error instanceof Error && error.name === 'LogicError';
}
