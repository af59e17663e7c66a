import vm from 'node:vm';

/** Values of every JSON type, and values that are not JSON. */
export const every: readonly unknown[] = [
  ...[null, true, false, 0, -0, 1, -1.5, 1e300, 1e-300, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY],
  ...['', ' ', 'a', '\0', '\ud800', '\udc00x', '__proto__', undefined, Symbol('s'), () => 1],
  ...[[], [null], [[]], {}, { a: 1 }, { n: undefined }, { length: 1e9 }, { toJSON: 1 }, { [Symbol('k')]: 1 }],
  ...[{ toString: 1, valueOf: 1 }, { toString: null, valueOf: null }, Object.freeze({ n: 1 })],
  ...[new Date(0), new Date(Number.NaN), /x/, new Map([['n', 1]]), new Set([1]), Promise.resolve(1), new Error('x')],
  ...[Buffer.from('x'), new Uint8Array(3), new String('x'), new Number(1), new Boolean(false)],
  ...[Object.create(null), Object.create({ n: 'inherited' }), new Proxy({}, {}), new Proxy([], {})],
  ...[vm.runInNewContext('({ n: 1 })'), vm.runInNewContext('[1]'), arguments_(1, 2)],
  ...[Object.assign(new Array(3), { 1: 1 }), Object.assign([1], { extra: 1 })],
  new (class Upload {
    n = 'x';
  })(),
];

function arguments_(..._list: unknown[]): unknown {
  // biome-ignore lint/complexity/noArguments: a list that is none
  return arguments;
}

/** Bodies with a value at every declared place and at some undeclared ones. */
export function places(value: unknown): unknown[] {
  const flat = { n: value, text: value, any: value, list: value };
  return [
    value,
    flat,
    { list: [value], any: [value], lists: [value, [value]] },
    { o: value, items: value, free: value, schema: value, other: value },
    { o: { ...flat, p: value }, items: [value, flat], free: { a: value }, schema: { a: value } },
    { o: { p: flat }, zzz: value },
    [flat, value],
    { a: [value], o: { a: value } },
  ];
}
