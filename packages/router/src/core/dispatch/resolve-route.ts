import type { MatchedRule, Params } from '../compile/types.ts';
import type { ActionPlan } from '../contracts/exchange.ts';
import type { ControllerPlan, PathPlan, Route } from '../contracts/plan.ts';
import { type HttpError, requestError } from '../errors.ts';
import { methodOf } from '../parse/target.ts';

/**
 * Look up the controller of a matched rule, and whether the path is the collection's or an item's.
 *
 * The look-up is a `Map` built at start: never a prototype chain, never the file system.
 *
 * @throws {HttpError} 404 `E_NO_CONTROLLER` when a capture names none
 */
export function resolveRoute(matched: MatchedRule, controllers: ReadonlyMap<string, ControllerPlan>): Route {
  const controller = controllers.get(matched.controller);
  if (!controller) {
    throw requestError('E_NO_CONTROLLER', undefined, {
      hint: `Rule ${matched.rule.rule.number} takes this path for the controller "${matched.controller}", which does not exist.`,
    });
  }
  return { matched, controller, resource: resourceOf(matched, controller) };
}

/**
 * Select the action of a method.
 *
 * @returns `undefined` for OPTIONS, which is answered from `allow` alone
 * @throws {HttpError} 405 `E_METHOD` with the exact `Allow` of this path (RFC 9110 section 15.5.6)
 */
export function selectAction({ resource, matched }: Route, method: string): ActionPlan | undefined {
  const action = resource.actions.get(method);
  if (action) return action;
  if (method === 'OPTIONS') return undefined;
  if (resource.call) return { ...resource.call, method };
  throw missingMethod(resource, method, matched.params, matched.rule.rule.target.action);
}

/**
 * Make the error of a method that a path does not have: 405 `E_METHOD` with the exact `Allow`.
 *
 * @param action - what the rule names
 */
export function missingMethod(path: PathPlan, method: string, { id }: Params, action?: string): HttpError {
  const place = id !== undefined ? 'A record' : 'A collection';
  const what = action === undefined ? `${place} of this resource` : `The action "${action}"`;
  return requestError('E_METHOD', `${what} does not support ${method}.`, {
    headers: { Allow: path.allow, ...(path.acceptQuery && { 'Accept-Query': path.acceptQuery }) },
    hint: path.reason,
  });
}

// --- internal ---

/** What the path has: the action that its rule names, else those of a record or of the collection. */
function resourceOf({ rule, params }: MatchedRule, { name, actions, item, collection }: ControllerPlan): PathPlan {
  const { action } = rule.rule.target;
  if (action === undefined) return params.id !== undefined ? item : collection;
  const own = actions.get(methodOf(action));
  if (own !== undefined) return own;
  throw requestError('E_NO_CONTROLLER', undefined, {
    hint: `Rule ${rule.rule.number} takes this path for ${methodOf(action)} of the controller "${name}", which has none.`,
  });
}
