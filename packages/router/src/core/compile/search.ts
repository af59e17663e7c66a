import { MAX_GROUPS } from './compile-rule.ts';
import type { Search } from './types.ts';

/** Above all ranks; a small integer for the engine. */
export const NO_RANK: number = 2 ** 30 - 1;

/** The place for the result of a match. An index has one for all matches: each ends before the next begins, and none allocates. */
export function createSearch(): Search {
  return { rank: NO_RANK, end: 0, captures: undefined, noted: NO_RANK, slots: new Int32Array(3 * (MAX_GROUPS + 1)) };
}
