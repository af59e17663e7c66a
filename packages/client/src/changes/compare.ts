/** A record with its key as text. */
export type Entry = readonly [key: string, record: unknown];

/**
 * Create the order of a list: by `sort`, then by key, as the service has it. Null comes first, text is compared by code points; keys that are whole numbers are
 * compared as numbers.
 *
 * @param sort - `-votes`, `['state', '-id']`
 * @param numbers - fields whose text is a number
 */
export function createOrder(sort: unknown, numbers: readonly string[]): (a: Entry, b: Entry) => number {
  const names = sort === undefined ? [] : [sort].flat().flatMap((name) => String(name).split(','));
  const orders = names.map((name) => {
    const path = name.replace(/^-/, '');
    return { path, sign: name === path ? 1 : -1, isNumber: numbers.includes(path) };
  });
  const last = orders.at(-1)?.sign ?? 1;
  return (a, b) => {
    for (const { path, sign, isNumber } of orders) {
      const order = compareValues(valueAt(a[1], path), valueAt(b[1], path), isNumber);
      if (order !== 0) return order * sign;
    }
    return compareKeys(a[0], b[0]) * last;
  };
}

// --- internal ---

function valueAt(record: unknown, path: string): unknown {
  let value = record;
  for (const name of path.split('.')) {
    // A related record that is not there.
    if (value === null) return null;
    value = (value as Record<string, unknown>)[name];
    if (value === undefined) {
      throw new TypeError(`The records have no ${path}, which sort needs. Ask for it with fields or include.`);
    }
  }
  return value;
}

function compareValues(a: unknown, b: unknown, isNumber: boolean): number {
  if (a === b) return 0;
  if (a === null) return -1;
  if (b === null) return 1;
  return !isNumber && typeof a === 'string' && typeof b === 'string' ? compareText(a, b) : compareNumbers(a, b);
}

function compareKeys(a: string, b: string): number {
  if (a === b) return 0;
  const [left, right] = [a.split(','), b.split(',')];
  for (const [index, one] of left.entries()) {
    const other = right[index] ?? '';
    const order = WHOLE.test(one) && WHOLE.test(other) ? compareNumbers(one, other) : compareText(one, other);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

const WHOLE = /^-?\d+$/;

/** Numbers, and texts of numbers, which may have more digits than a number: those of one column have as many after the point. */
function compareNumbers(a: unknown, b: unknown): number {
  const difference = Number(a) - Number(b);
  if (difference !== 0) return difference;
  const [left, right] = [String(a), String(b)];
  const order = left.length - right.length || compareText(left, right);
  return Number(a) < 0 ? -order : order;
}

/** By code points, which differ from the units of JavaScript from U+D800 on. */
function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index += 1) {
    const [left, right] = [a.charCodeAt(index), b.charCodeAt(index)];
    if (left !== right) return rankOf(left) - rankOf(right);
  }
  return a.length - b.length;
}

/** Halves of a pair stand for code points beyond all single units. */
function rankOf(unit: number): number {
  return unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit;
}
