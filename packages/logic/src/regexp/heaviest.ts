import type { Alphabet } from './alphabet.ts';
import type { Piece } from './attack.ts';
import { ACCEPT, type Automaton, type State } from './automaton.ts';
import type { Allowance } from './paths.ts';

/**
 * Look for a text that can be read in as many ways as possible, though nothing is repeated without end: `(?:a|a)(?:a|a)…`, each part of which
 * doubles the ways.
 *
 * Texts grow letter by letter, and those with the most ways are followed; conditions are left for who counts the steps.
 *
 * @returns the text as a whole, and with its end as a repetition where it is one
 */
export function heaviestTexts(automaton: Automaton, alphabet: Alphabet, allowance: Allowance): (readonly Piece[])[] {
  let best: Candidate = { ways: new Map([[0, 1]]), text: [], now: 1, total: 0 };
  for (let followed = [best]; followed.length > 0 && best.total < ENOUGH; ) {
    const longer = new Map<string, Candidate>();
    for (const candidate of followed) {
      const next = extend(candidate, automaton, alphabet, allowance);
      if (next === undefined) return piecesOf(best.text);
      for (const one of next) {
        const key = [...one.ways.keys()].sort((a, b) => a - b).join();
        if (one.now > (longer.get(key)?.now ?? 0)) longer.set(key, one);
        if (one.total > best.total) best = one;
      }
    }
    followed = best.text.length < LONGEST ? [...longer.values()].sort((a, b) => b.now - a.now).slice(0, WIDTH) : [];
  }
  return piecesOf(best.text);
}

// --- internal ---

const WIDTH = 24;
const LONGEST = 500;
/** Ways that are beyond every budget. */
const ENOUGH = 1e12;
const LONGEST_ROOT = 8;

interface Candidate {
  /** State → the number of ways to it. */
  readonly ways: ReadonlyMap<number, number>;
  readonly text: readonly number[];
  /** The number of ways, and the sum of all that were taken so far. */
  readonly now: number;
  readonly total: number;
}

/** The candidate with each letter that something reads; undefined when the allowance is used up. */
function extend(
  { ways, text, total }: Candidate,
  { states }: Automaton,
  alphabet: Alphabet,
  allowance: Allowance,
): Candidate[] | undefined {
  const reached = new Map<number, number>();
  for (const [state, count] of ways) {
    const { edges } = states[state] as State;
    if (!allowance.spend(edges.length)) return undefined;
    for (const { to } of edges) if (to !== ACCEPT) reached.set(to, (reached.get(to) ?? 0) + count);
  }
  const sets = new Set([...reached.keys()].map((to) => (states[to] as State).set));
  const longer: Candidate[] = [];
  for (const letter of alphabet.letters.keys()) {
    if (!allowance.spend(sets.size)) return undefined;
    const takers = new Set([...sets].filter((set) => alphabet.row(set)[letter] === 1));
    if (takers.size === 0) continue;
    if (!allowance.spend(reached.size)) return undefined;
    const next = new Map([...reached].filter(([to]) => takers.has((states[to] as State).set)));
    const now = [...next.values()].reduce((sum, count) => sum + count, 0);
    longer.push({ ways: next, text: [...text, letter], now, total: total + now });
  }
  return longer;
}

function piecesOf(text: readonly number[]): (readonly Piece[])[] {
  if (text.length === 0) return [];
  const whole: Piece[] = [{ classes: text, repeated: false }];
  for (let size = 1; size <= LONGEST_ROOT; size++) {
    let begin = text.length - size;
    while (begin > 0 && text[begin - 1] === text[begin - 1 + size]) begin--;
    if (text.length - begin < 4 * size) continue;
    const head = { classes: text.slice(0, begin), repeated: false };
    const root = { classes: text.slice(begin, begin + size), repeated: true };
    return [begin > 0 ? [head, root] : [root], whole];
  }
  return [whole];
}
