/** Throws, whatever it is called for. */
export const refuse = (): never => {
  throw new Error('not you');
};

/** Gives a value in another turn. */
export function later<T>(value: T): Promise<T> {
  return new Promise((resolve) => setImmediate(resolve, value));
}

/** An object that holds itself. */
export const cycle: Record<string, unknown> = {};
cycle.self = cycle;

/** Each of its members throws; `await` may ask for `then`. */
export function hostile(): object {
  return new Proxy({}, { get: (_, key) => (key === 'then' ? undefined : refuse()), ownKeys: refuse });
}

/** An object that looks like a promise. */
export function thenable(then: (resolve: (value: unknown) => void, reject: (reason: unknown) => void) => void): object {
  return Object.fromEntries([['then', then]]);
}

/** Lists in each other. */
export function deep(levels: number): unknown {
  let value: unknown[] = [];
  for (let level = 0; level < levels; level++) value = [value];
  return value;
}

/** Everything that JavaScript can throw. */
export const THROWN: readonly (readonly [name: string, value: unknown])[] = [
  ['undefined', undefined],
  ['null', null],
  ['a number', 42],
  ['a status as a number', 404],
  ['a text', 'text'],
  ['a symbol', Symbol('s')],
  ['a big integer', 1n],
  ['a function', refuse],
  ['an object without a prototype', Object.create(null)],
  ['an object that says 404', { status: 404, message: 'gone' }],
  ['an error with a status below 400', Object.assign(new Error('odd'), { status: 200, expose: true })],
  ['an error with a status that is NaN', Object.assign(new Error('odd'), { status: Number.NaN, expose: true })],
  ['an error with a status as text', Object.assign(new Error('odd'), { status: '404', expose: true })],
  ['an error whose cause holds itself', Object.assign(new Error('odd'), { cause: cycle })],
  ['a proxy that throws', hostile()],
  ['a getter that throws for its message', Object.defineProperty(new Error(), 'message', { get: refuse })],
  ['a getter that throws for its stack', Object.defineProperty(new Error('x'), 'stack', { get: refuse })],
  ['a getter that throws for its name', Object.defineProperty(new Error('x'), 'name', { get: refuse })],
  ['a revoked proxy', revoked()],
  ['an aggregate of errors', new AggregateError([new Error('a'), undefined], 'many')],
  ['what looks like a promise that rejects', thenable((_, reject) => reject(new Error('x')))],
];

// --- internal ---

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}
