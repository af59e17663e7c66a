import { HttpError, type RestRouter } from '@rest-gen/router';
import {
  type ActionPlan,
  type ControllerPlan,
  matchPath,
  type Route,
  requestPath,
  resolveRoute,
  toPath,
} from '@rest-gen/router/internal';
import { serviceOf } from '@rest-gen/router/part';
import { mcpError } from './errors.ts';

/** What a request of an agent leads to. */
export interface Reached {
  readonly controller: ControllerPlan;
  /** `undefined` for a method that the path does not have. */
  readonly action: ActionPlan | undefined;
  readonly params: Readonly<Record<string, string>>;
}

/**
 * Find what a URL leads to, as the router does. Classes without `static callable` are not there, whatever the method.
 *
 * @throws {HttpError} 404 `E_NOT_FOUND`; 422 `E_MCP_URL`; what the router answers to the path
 */
export function reach(router: RestRouter, method: string, url: string): Reached {
  const { index, controllers, options } = serviceOf(router);
  const path = requestPath({ url: encode(url) });
  const matched = path === undefined ? undefined : matchPath(index, path, options.limits);
  const controller = matched && controllers.get(matched.controller);
  if (matched === undefined || controller === undefined || !isCallable(controller)) throw nothingHere();
  let route: Route;
  try {
    route = resolveRoute(matched, controllers);
  } catch {
    throw nothingHere();
  }
  const { actions, call } = route.resource;
  return { controller, action: actions.get(method) ?? call, params: matched.params };
}

export function isCallable({ Class }: Pick<ControllerPlan, 'Class'>): boolean {
  return (Class as { callable?: boolean }).callable === true;
}

// --- internal ---

function nothingHere(): HttpError {
  return new HttpError(404, 'There is nothing at this address.', { code: 'E_NOT_FOUND' });
}

/** As `router.request` sends it. */
function encode(url: string): string {
  try {
    return toPath(url);
  } catch {
    throw mcpError('E_MCP_URL');
  }
}
