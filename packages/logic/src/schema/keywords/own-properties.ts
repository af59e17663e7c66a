/** Whether an object inherits from `Object.prototype` only, as the result of `JSON.parse` does, unlike instances of classes. */
export function isBare(value: object): boolean {
  return Object.getPrototypeOf(value) === Object.prototype;
}

/** Copy the own properties of an object to one without a prototype. */
export function ownCopy(value: object): object {
  return Object.assign(Object.create(null) as object, value);
}
