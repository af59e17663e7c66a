import type { CharSet } from './alphabet.ts';
import { type State, TooLarge } from './automaton.ts';
import { cyclesOf } from './components.ts';

/** A text that can be matched in more than one way each time it is repeated. */
export interface Ambiguity {
  /**
   * Numbers of cycles: where the repetition begins and ends; the same one twice when the ways multiply with each
   * repetition.
   */
  readonly from: number;
  readonly to: number;
  /** The repeated text, one set of characters a place. */
  readonly word: readonly CharSet[];
}

export interface Ambiguities {
  /** Strongly connected states in topological order. */
  readonly cycles: readonly ReadonlySet<number>[];
  /** Whether one cycle leads to another one. */
  readonly leads: (from: number, to: number) => boolean;
  readonly found: readonly Ambiguity[];
}

/**
 * Find the texts whose repetition multiplies the ways to match them.
 *
 * @throws {TooLarge} when there is too much to look at
 */
export function ambiguitiesOf(states: readonly State[]): Ambiguities {
  const size = states.length;
  let left = MOST_STEPS;
  const spend = (steps: number): void => {
    left -= steps;
    if (left < 0) throw new TooLarge();
  };
  const after = (state: number): readonly number[] => (states[state] as State).edges.map(({ to }) => to);
  // Components are found from the last to the first.
  const cycles = cyclesOf(states.keys(), after)
    .map((cycle) => new Set(cycle))
    .reverse();
  const reached = cycles.map((cycle) => closureOf(cycle, after));
  const leads = (from: number, to: number): boolean => {
    const [first] = cycles[to] as ReadonlySet<number>;
    return reached[from]?.has(first as number) === true;
  };

  const found: Ambiguity[] = [];
  for (const [at, cycle] of cycles.entries()) {
    const word = wordOfLoop(cycle);
    if (word) found.push({ from: at, to: at, word });
  }
  for (const [from, first] of cycles.entries()) {
    for (const [to, second] of cycles.entries()) {
      if (from === to || !leads(from, to)) continue;
      const word = wordOfPair(first, second);
      if (word) found.push({ from, to, word });
    }
  }
  return { cycles, leads, found };

  // Two walkers start together in a cycle, part, and meet again: all starts are searched at once.
  function wordOfLoop(cycle: ReadonlySet<number>): CharSet[] | undefined {
    const trail = new Trail();
    for (const state of cycle) trail.add(state * size + state, -1, 0n);
    for (const node of trail.nodes) {
      const a = Math.floor(node / size);
      const b = node % size;
      const ofA = (states[a] as State).edges;
      const ofB = (states[b] as State).edges;
      spend(ofA.length * ofB.length);
      for (const [i, one] of ofA.entries()) {
        if (!cycle.has(one.to)) continue;
        for (let j = a === b ? i + 1 : 0; j < ofB.length; j++) {
          const other = ofB[j] as State['edges'][number];
          const set = one.set & other.set;
          if (set === 0n || !cycle.has(other.to)) continue;
          if (one.to === other.to) return [...trail.wordTo(node), set, ...wayBack(one.to, trail.originOf(node), cycle)];
          trail.add(Math.min(one.to, other.to) * size + Math.max(one.to, other.to), node, set);
        }
      }
    }
    return undefined;
  }

  function wayBack(from: number, pair: number, cycle: ReadonlySet<number>): CharSet[] {
    const trail = new Trail();
    trail.add(from, -1, 0n);
    for (const state of trail.nodes) {
      for (const { to, set } of (states[state] as State).edges) if (cycle.has(to)) trail.add(to, state, set);
    }
    return trail.wordTo(pair % size);
  }

  // Two walkers go round in two cycles on one text. Where they can, a third one may be able to change over on it.
  function wordOfPair(first: ReadonlySet<number>, second: ReadonlySet<number>): CharSet[] | undefined {
    const pairs = [...first].flatMap((a) => [...second].map((c) => a * size + c));
    const together = cyclesOf(pairs, (node) => {
      const next: number[] = [];
      for (const one of (states[Math.floor(node / size)] as State).edges) {
        if (!first.has(one.to)) continue;
        for (const other of (states[node % size] as State).edges) {
          spend(1);
          if (second.has(other.to) && (one.set & other.set) !== 0n) next.push(one.to * size + other.to);
        }
      }
      return next;
    });
    for (const cycle of together) {
      // One pair of each cycle is enough: the texts of the others are rotations.
      const word = wordOfChange(new Set(cycle), cycle[0] as number);
      if (word) return word;
    }
    return undefined;
  }

  function wordOfChange(cycle: ReadonlySet<number>, start: number): CharSet[] | undefined {
    const from = Math.floor(start / size);
    const to = start % size;
    const end = (from * size + to) * size + to;
    const trail = new Trail();
    trail.add((from * size + from) * size + to, -1, 0n);
    for (const node of trail.nodes) {
      const [a, b, c] = [Math.floor(node / size / size), Math.floor(node / size) % size, node % size];
      for (const one of (states[a] as State).edges) {
        for (const third of (states[c] as State).edges) {
          if (!cycle.has(one.to * size + third.to)) continue;
          for (const second of (states[b] as State).edges) {
            spend(1);
            const set = one.set & second.set & third.set;
            if (set === 0n) continue;
            const next = (one.to * size + second.to) * size + third.to;
            if (next === end) return [...trail.wordTo(node), set];
            trail.add(next, node, set);
          }
        }
      }
    }
    return undefined;
  }
}

// --- internal ---

const MOST_STEPS = 3_000_000;

/** How a search through states, pairs or triples of them got to where it is. */
class Trail {
  readonly nodes: number[] = [];
  readonly #steps = new Map<number, { readonly from: number; readonly set: CharSet }>();

  add(node: number, from: number, set: CharSet): void {
    if (this.#steps.has(node)) return;
    this.#steps.set(node, { from, set });
    this.nodes.push(node);
  }

  originOf(node: number): number {
    const { from } = this.#steps.get(node) as { from: number };
    return from < 0 ? node : this.originOf(from);
  }

  wordTo(node: number): CharSet[] {
    const word: CharSet[] = [];
    for (let step = this.#steps.get(node); step !== undefined && step.from >= 0; step = this.#steps.get(step.from)) {
      word.push(step.set);
    }
    return word.reverse();
  }
}

function closureOf(from: ReadonlySet<number>, after: (state: number) => readonly number[]): Set<number> {
  const reached = new Set(from);
  for (const state of reached) for (const to of after(state)) reached.add(to);
  return reached;
}
