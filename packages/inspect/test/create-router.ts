import { createRestRouter as create, type RestRouter, type RestRouterOptions } from '../../router/src/index.ts';
import * as inspect from '../src/index.ts';

/** A router that explains requests. */
export function createRestRouter(options: RestRouterOptions = {}): RestRouter {
  return create({ inspect, ...options });
}
