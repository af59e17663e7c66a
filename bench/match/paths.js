/** Paths of one kind that take turns, so that nothing is remembered of one. */
export const PATHS = 64;

/** What is asked for, as the number of a route: the first, the middle, the last, and one that is not there. */
export const questions = ['first', 'middle', 'last', 'none'];

/** The paths of a question, and what has to be found for each. */
export function pathsFor(question, count) {
  const rule = { first: 0, middle: count >> 1, last: count - 1 }[question];
  return Array.from({ length: PATHS }, (_, at) => {
    const id = String(1000 + at * 37);
    const path = fresh(rule === undefined ? `/nothing/${id}` : `/item${rule}/${id}`);
    return { path, expected: rule === undefined ? undefined : [rule, { id }] };
  });
}

/** A text as it comes from a socket: flat, its own, without a hash. */
export function fresh(text) {
  return Buffer.from(text).latin1Slice();
}
