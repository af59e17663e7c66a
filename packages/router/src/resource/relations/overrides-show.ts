/** Whether a class, or one between it and `Controller`, has a `show` of its own. */
export function overridesShow(Class: new () => object): boolean {
  // JavaScript can write it as a field, which only an instance has.
  return !inheritsShow(Class) || Object.hasOwn(new Class(), 'show');
}

/** Whether the prototype of a class has the `show` of `Controller`. */
export function inheritsShow(Class: new () => object): boolean {
  let base: object = Class.prototype;
  // The last class that has it is the one of this package, from any copy of it.
  for (let part: object | null = base; part !== null; part = Object.getPrototypeOf(part)) {
    if (Object.hasOwn(part, 'show')) base = part;
  }
  return Reflect.get(Class.prototype, 'show') === Reflect.get(base, 'show');
}
