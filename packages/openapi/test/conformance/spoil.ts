import fc from 'fast-check';

/** A value made invalid, and how. */
export interface Spoiled {
  readonly how: 'one value wrong' | 'wrong type' | 'missing' | 'extra';
  readonly value: unknown;
}

/** Ways to make a value invalid in one place. Check the result with a validator. */
export function spoiled(value: unknown): fc.Arbitrary<Spoiled> {
  const places = placesOf(value);
  const objects = places.filter(({ value: one }) => isObject(one));
  const members = places.filter(({ path }) => typeof path.at(-1) === 'string');
  const choices: fc.Arbitrary<Spoiled>[] = [
    fc
      .tuple(fc.constantFrom(...places), WRONG)
      .map(([{ path }, wrong]) => ({ how: 'wrong type', value: put(value, path, wrong) })),
    fc
      .tuple(fc.constantFrom(...places), fc.nat())
      .map(([{ path, value: one }, n]) => ({ how: 'one value wrong', value: put(value, path, worse(one, n)) })),
  ];
  if (members.length > 0)
    choices.push(
      fc.constantFrom(...members).map(({ path }) => ({ how: 'missing', value: put(value, path, undefined) })),
    );
  if (objects.length > 0) {
    choices.push(
      fc
        .constantFrom(...objects)
        .map(({ path }) => ({ how: 'extra', value: put(value, [...path, 'no-such-field'], 1) })),
    );
  }
  return fc.oneof(...choices);
}

// --- internal ---

type Path = readonly (string | number)[];

const WRONG = fc.constantFrom<unknown>(true, 7, -0.5, 'text', [], [[]], {}, { a: 1 });

function placesOf(value: unknown, path: Path = []): { path: Path; value: unknown }[] {
  const inner = Array.isArray(value)
    ? value.flatMap((one, index) => placesOf(one, [...path, index]))
    : isObject(value)
      ? Object.entries(value).flatMap(([name, one]) => placesOf(one, [...path, name]))
      : [];
  return [{ path, value }, ...inner];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The same type of value, but probably out of bounds. */
function worse(value: unknown, n: number): unknown {
  if (typeof value === 'number') return [-1e15, 1e15, value + 0.123, -1, 0][n % 5];
  if (typeof value === 'string') return ['', 'x'.repeat(300), '!', ' ', '\u0000'][n % 5];
  if (Array.isArray(value)) return n % 2 ? new Array(200).fill(value[0] ?? 'x') : [];
  if (isObject(value)) return {};
  return 'neither';
}

/** A copy with another value in one place; `undefined` removes it. */
function put(value: unknown, path: Path, one: unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return one;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string | number, unknown>;
  const inner = put(copy[first], rest, one);
  if (inner === undefined && !Array.isArray(copy)) delete copy[first];
  else copy[first] = inner;
  return copy;
}
