import type { MatchedRule } from '../../core/compile/types.ts';
import type { ControllerPlan } from '../../core/contracts/plan.ts';
import type { Service } from '../../core/contracts/service.ts';
import { matchPath } from '../../core/match/match-path.ts';
import { requestPath } from '../../core/match/request-path.ts';
import { SENT } from '../../request/sent.ts';

/** The class with `static callable` that a URL leads to. */
export interface Callable {
  readonly matched: MatchedRule;
  readonly controller: ControllerPlan;
}

/**
 * Find the class with `static callable` that a URL leads to, as the router does.
 *
 * @returns `undefined` where no rule matches, and for other classes
 * @throws {HttpError} what the router answers to a path that cannot be read
 */
export function findCallable({ index, controllers, options }: Service, url: string): Callable | undefined {
  const path = requestPath({ url });
  const matched = path === undefined ? undefined : matchPath(index, path, options.limits);
  const controller = matched && controllers.get(matched.controller);
  return controller !== undefined && isCallable(controller)
    ? { matched: matched as MatchedRule, controller }
    : undefined;
}

export function isCallable({ Class }: { readonly Class: object }): boolean {
  return (Class as { callable?: boolean }).callable === true;
}

/**
 * Whether a request of a plan or an agent finds no class with `static callable`: then the handlers that were added to the router do not see it. They have no
 * such word, and a guard of the application would not stand before them.
 */
export function leadsNowhere(service: Service, req: { readonly url: string }): boolean {
  if (!SENT.get(req)?.callable) return false;
  try {
    return findCallable(service, req.url) === undefined;
  } catch {
    // Of a path that cannot be read the rules say what is wrong.
    return true;
  }
}
