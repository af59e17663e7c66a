import type { ControllerInstance } from '../contracts/controller.ts';
import type { RequestContext } from '../contracts/request-context.ts';

// A registered symbol, so that two copies of the package in one program know each other's controllers.
const CONTEXT: unique symbol = Symbol.for('@rest-gen/router.context');

interface Attached {
  [CONTEXT]?: RequestContext;
}

/** Give an instance of a controller its request. */
export function attach(controller: ControllerInstance, context: RequestContext): void {
  (controller as Attached)[CONTEXT] = context;
}

/** The request of an instance; `undefined` in its constructor. */
export function attachedTo(controller: object): RequestContext | undefined {
  return (controller as Attached)[CONTEXT];
}

/** @throws {Error} in its constructor */
export function contextOf(controller: object): RequestContext {
  const context = attachedTo(controller);
  if (!context)
    throw new Error(
      'There is no request in the constructor of a controller yet: begin in __before() or in the action.',
    );
  return context;
}
