import { HttpError, type RestRouter } from '@rest-gen/router';
import {
  type ActionPlan,
  type ControllerPlan,
  findCallable,
  type Route,
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
  const service = serviceOf(router);
  const found = findCallable(service, encode(url));
  if (found === undefined) throw nothingHere();
  const { matched, controller } = found;
  let route: Route;
  try {
    route = resolveRoute(matched, service.controllers);
  } catch {
    throw nothingHere();
  }
  const { actions, call } = route.resource;
  return { controller, action: actions.get(method) ?? call, params: matched.params };
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
