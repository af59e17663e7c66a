/**
 * Apply decorators as the output of TypeScript does, without its build.
 *
 * @param members - decorators by the name of the member
 */
export function decorate(Class, members) {
  for (const [name, decorators] of Object.entries(members)) {
    const descriptor = Object.getOwnPropertyDescriptor(Class.prototype, name);
    for (const decorator of decorators.toReversed()) decorator(Class.prototype, name, descriptor);
  }
  return Class;
}

/** A decorator of a parameter as one of the method. */
export function parameter(index, decorator) {
  return (prototype, name) => decorator(prototype, name, index);
}

/** The types of the parameters of a method, which the compiler writes for `emitDecoratorMetadata`. */
export function parameterTypes(...types) {
  return (prototype, name) => Reflect.defineMetadata('design:paramtypes', types, prototype, name);
}
