import type { ControllerConstructor } from '../contracts/controller.ts';

/** Whether a class, or one between it and `Controller`, has a `show` of its own. */
export function overridesShow(Class: ControllerConstructor): boolean {
  // JavaScript can write it as a field, which only an instance has.
  return !inheritsShow(Class) || Object.hasOwn(new Class(), 'show');
}

/** Whether the prototype of a class has the `show` of `Controller`. */
export function inheritsShow(Class: ControllerConstructor): boolean {
  return Class.prototype.show === findBase(Class).prototype.show;
}

// --- internal ---

/** The class `Controller`, from any copy of this package. */
function findBase(Class: ControllerConstructor): ControllerConstructor {
  const parent = Object.getPrototypeOf(Class) as ControllerConstructor;
  return parent === Function.prototype ? Class : findBase(parent);
}
