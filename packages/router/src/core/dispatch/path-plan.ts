import { QUERY_TYPES } from '../actions.ts';
import type { ActionPlan } from '../contracts/exchange.ts';
import type { PathPlan } from '../contracts/plan.ts';

/** The actions of a path, and what it says of them. */
export function offer(actions: ReadonlyMap<string, ActionPlan>): Omit<PathPlan, 'call'> {
  return {
    actions,
    allow: [...actions.keys(), 'OPTIONS'].join(', '),
    acceptPatch: actions.has('PATCH') ? 'application/merge-patch+json, application/json' : undefined,
    acceptQuery: actions.has('QUERY') ? QUERY_TYPES : undefined,
  };
}

/**
 * Take actions out of a path: their methods are answered 405.
 *
 * @param reason - for the hint of the 405
 */
export function withoutActions(path: PathPlan, isGone: (action: ActionPlan) => boolean, reason: string): PathPlan {
  const left = [...path.actions].filter(([, action]) => !isGone(action));
  return left.length === path.actions.size ? path : { ...offer(new Map(left)), call: path.call, reason };
}
