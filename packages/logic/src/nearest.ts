/** Longest word that is compared: the cost grows with the square, and a word from a request can be any length. */
const LONGEST = 40;

/**
 * The candidate that a mistyped word most likely meant.
 *
 * @param word - as written
 * @param candidates - what there is
 * @param most - edits that are allowed at most. Default: more for longer words
 * @returns the nearest candidate, or undefined when none is near enough
 */
export function nearest(word: string, candidates: Iterable<string>, most: number = LONGEST): string | undefined {
  if (word.length > LONGEST) return undefined;
  const typed = word.toLowerCase();
  let best: string | undefined;
  // To a single letter, everything is near that is one.
  let limit = Math.min(most, word.length - 1, 1 + Math.floor(word.length / 4));
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) > limit) continue;
    const edits = distance(typed, candidate.toLowerCase(), limit);
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

/**
 * Three rows of the table, used again for each pair: a request may ask for many. Lower case can make a word twice as
 * long.
 */
const ROWS = [new Uint8Array(128), new Uint8Array(128), new Uint8Array(128)] as const;

/**
 * Insertions, deletions, replacements and swaps of neighbours (optimal string alignment).
 *
 * @returns something above `limit` when it is above: a row is left, by an edit or a swap, with no fewer edits than the
 *   least of it or of the one before
 */
function distance(a: string, b: string, limit: number): number {
  let [beforeLast, last, current]: readonly [Uint8Array, Uint8Array, Uint8Array] = ROWS;
  let leastBefore = 0;
  for (let column = 0; column <= b.length; column += 1) last[column] = column;
  for (let row = 1; row <= a.length; row += 1) {
    const letter = a.charCodeAt(row - 1);
    let least = row;
    current[0] = row;
    for (let column = 1; column <= b.length; column += 1) {
      const same = letter === b.charCodeAt(column - 1);
      let edits = Math.min(at(last, column) + 1, at(current, column - 1) + 1, at(last, column - 1) + (same ? 0 : 1));
      if (letter === b.charCodeAt(column - 2) && a.charCodeAt(row - 2) === b.charCodeAt(column - 1)) {
        edits = Math.min(edits, at(beforeLast, column - 2) + 1);
      }
      current[column] = edits;
      least = Math.min(least, edits);
    }
    if (least > limit && leastBefore > limit) return least;
    leastBefore = least;
    [beforeLast, last, current] = [last, current, beforeLast];
  }
  return at(last, b.length);
}

function at(row: ArrayLike<number>, column: number): number {
  return row[column] as number;
}
