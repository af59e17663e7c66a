/** A place of a field in a body. */
export interface Place {
  readonly name: string;
  /** Rules of a top-level field that contain the rules at this place. */
  readonly rules: (rules: object) => object;
  /** A value of that field with this value at the place; {@link ABSENT} leaves it out. */
  readonly wrap: (value: unknown) => unknown;
  /** JSON Pointer from that field to the place. */
  readonly pointer: string;
}

/** In place of a value: there is none. */
export const ABSENT: unique symbol = Symbol('absent');

/** Places of fields that can be absent. */
export const HOLDERS: readonly Place[] = [
  { name: 'field', rules: (rules) => rules, wrap: (value) => value, pointer: '' },
  {
    name: 'field of an object',
    rules: (rules) => ({ object: true, children: { y: rules } }),
    wrap: (value) => (value === ABSENT ? {} : { y: value }),
    pointer: '/y',
  },
  {
    name: 'field of an object in a list',
    rules: (rules) => ({ array: true, children: { object: true, children: { y: rules } } }),
    wrap: (value) => [value === ABSENT ? {} : { y: value }],
    pointer: '/0/y',
  },
];

/** Every place. */
export const PLACES: readonly Place[] = [
  ...HOLDERS,
  {
    name: 'item of a list',
    rules: (rules) => ({ array: true, children: rules }),
    wrap: (value) => [value],
    pointer: '/0',
  },
  {
    name: 'item of a list in an object',
    rules: (rules) => ({ object: true, children: { y: { array: true, children: rules } } }),
    wrap: (value) => ({ y: [value] }),
    pointer: '/y/0',
  },
];
