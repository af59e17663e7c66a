/** Longest word that is compared: the cost grows with the square, and a word from a request can be any length. */
const LONGEST = 40;

/**
 * The candidate that a mistyped word most likely meant.
 *
 * @param word - as written
 * @param candidates - what there is
 * @returns the nearest candidate, or undefined when none is near enough
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length > LONGEST) return undefined;
  const typed = word.toLowerCase();
  let best: string | undefined;
  // To a single letter, everything is near that is one.
  let limit = Math.min(word.length - 1, 1 + Math.floor(word.length / 4));
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) > limit) continue;
    const edits = distance(typed, candidate.toLowerCase());
    if (edits > limit || (edits === limit && best !== undefined)) continue;
    best = candidate;
    limit = edits;
  }
  return best;
}

/** `; did you mean "x"?`, or the text for the case that nothing is near. */
export function suggestion(word: string, candidates: readonly string[], otherwise = ''): string {
  const near = nearest(word, candidates);
  return near === undefined ? otherwise : `; did you mean "${near}"?`;
}

// --- internal ---

/** Insertions, deletions, replacements and swaps of neighbours (optimal string alignment). */
function distance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1];
      let edits = Math.min(at(last, column) + 1, at(current, column - 1) + 1, at(last, column - 1) + (same ? 0 : 1));
      if (a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        edits = Math.min(edits, at(beforeLast, column - 2) + 1);
      }
      current.push(edits);
    }
    beforeLast = last;
    last = current;
  }
  return at(last, b.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] as number;
}
