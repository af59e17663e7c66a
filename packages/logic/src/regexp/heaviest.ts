import type { CharSet } from './alphabet.ts';
import type { State } from './automaton.ts';

/**
 * Look for a text that can be read in many ways though nothing is repeated without end: `(?:a|a)(?:a|a)…`, each part of which doubles the ways.
 *
 * The text grows by the character that leaves the most ways.
 *
 * @param tooMany - ways beyond which the text is returned
 * @returns undefined when no such text was found
 */
export function heaviestText(
  states: readonly State[],
  all: CharSet,
  maxLength: number,
  tooMany: number,
): CharSet[] | undefined {
  const text: CharSet[] = [];
  /** State → the number of ways to it. */
  let ways = new Map([[0, 1]]);
  let total = 0;
  while (text.length < Math.min(maxLength, LONGEST)) {
    let best: Step | undefined;
    for (let letter = 1n; letter <= all; letter <<= 1n) {
      const step = read(ways, states, letter);
      if (step.sum > (best?.sum ?? 0)) best = step;
    }
    if (best === undefined) return undefined;
    text.push(best.letter);
    ways = best.ways;
    total += best.sum;
    if (total > tooMany) return text;
  }
  return undefined;
}

// --- internal ---

const LONGEST = 300;

interface Step {
  readonly letter: CharSet;
  readonly ways: Map<number, number>;
  readonly sum: number;
}

function read(ways: ReadonlyMap<number, number>, states: readonly State[], letter: CharSet): Step {
  const reached = new Map<number, number>();
  let sum = 0;
  for (const [state, count] of ways) {
    for (const { to, set } of (states[state] as State).edges) {
      if ((set & letter) === 0n) continue;
      reached.set(to, (reached.get(to) ?? 0) + count);
      sum += count;
    }
  }
  return { letter, ways: reached, sum };
}
