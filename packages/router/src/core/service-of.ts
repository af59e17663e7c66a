import type { Service } from './contracts/service.ts';
import { Slot } from './slot.ts';

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
