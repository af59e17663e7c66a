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

/**
 * Who has sent a request to a handler beside the router, as the option `user` says: to send another one for this user, with `router.request`.
 *
 * Symbols of `req.user`, such as the abilities of an API token, are kept, whatever the option makes of it.
 */
export function userOfRequest(router: object, req: Request): object | undefined {
  const user = serviceOf(router).options.user(req) || undefined;
  const given = Object(Object(req).user) as Record<symbol, unknown>;
  const missing = Object.getOwnPropertySymbols(given).filter((symbol) => !(symbol in Object(user)));
  if (typeof user !== 'object' || missing.length === 0) return user as object | undefined;
  const narrowing = Object.fromEntries(missing.map((symbol) => [symbol, given[symbol]]));
  return Object.assign(Object.create(Object.getPrototypeOf(user)), user, narrowing);
}
