/** All properties of built-in objects, to detect prototype pollution. */
export function snapshotPrototypes(): unknown {
  return BUILT_IN.map((object) =>
    Reflect.ownKeys(object).map((key) => [key, Reflect.getOwnPropertyDescriptor(object, key)] as const),
  );
}

// --- internal ---

const TYPES = [
  ...[Object, Function, Array, String, Number, Boolean, BigInt, Symbol, Date, RegExp, Error, TypeError, RangeError],
  ...[Map, Set, WeakMap, WeakSet, Promise, ArrayBuffer, Uint8Array, DataView, URL, AbortSignal, Buffer],
];

const BUILT_IN: readonly object[] = [
  ...TYPES,
  ...TYPES.map((type) => type.prototype as object),
  ...[function* () {}, async () => {}, async function* () {}].map((sample) => Object.getPrototypeOf(sample) as object),
  JSON,
  Math,
  Reflect,
];
