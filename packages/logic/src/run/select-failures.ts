import { SECTIONS } from '../sections.ts';
import type { Failure } from '../types.ts';

/** One failure for each place, in the order of the sections, since schemas run after all fields. */
export function selectFailures(failures: readonly Failure[]): Failure[] {
  // A value that cannot be kept fails before its schema has seen it, and may fail there too.
  const first = new Map(failures.toReversed().map((failure) => [`${failure.in}${failure.pointer}`, failure]));
  return failures
    .filter((failure) => first.get(`${failure.in}${failure.pointer}`) === failure)
    .sort((a, b) => SECTIONS.indexOf(a.in) - SECTIONS.indexOf(b.in));
}
