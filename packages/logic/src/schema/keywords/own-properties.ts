/** Whether an object inherits from `Object.prototype` alone, as what `JSON.parse` gives; not so instances of classes. */
export function isBare(value: object): boolean {
  return Object.getPrototypeOf(value) === Object.prototype;
}

/** The own properties of an object, in one that inherits nothing. */
export function ownCopy(value: object): object {
  return Object.assign(Object.create(null) as object, value);
}
