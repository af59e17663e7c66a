import type { Request } from 'express';
import type { Service } from './core/contracts/service.ts';
import { Slot } from './core/slot.ts';

/** What a router knows of itself, kept on the router. */
export const SERVICE: Slot<Service> = new Slot<Service>('router/service');

/**
 * What a router knows of itself: for packages that are given a router.
 *
 * @throws {Error} before its project is loaded
 */
export function serviceOf(router: object): Service {
  const service = SERVICE.get(router);
  if (service === undefined) throw new Error('The router has not loaded its project yet: await router.ready.');
  return service;
}

/** On a request, what an authentication says besides the user, such as the abilities of an API token: it is kept whatever the application makes of the user. */
export const NARROWING: Slot<Readonly<Record<symbol, unknown>>> = new Slot('router/narrowing');

/** Who has sent a request to a handler beside the router, as the option `user` says: to send another one for this user, with `router.request`. */
export function userOfRequest(router: object, req: Request): object | undefined {
  const user = (serviceOf(router).options.user(req) || undefined) as object | undefined;
  const narrowing = NARROWING.get(req);
  if (typeof user !== 'object' || narrowing === undefined) return user;
  return Object.assign(Object.create(Object.getPrototypeOf(user)), user, narrowing);
}
