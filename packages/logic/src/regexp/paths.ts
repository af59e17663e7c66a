import type { Alphabet } from './alphabet.ts';
import { ACCEPT, type Automaton, type State } from './automaton.ts';

/** A text as a list of sets of classes, any member of which will do. */
export type Word = readonly number[];

/** The shortest text that leads from one state to one that is wanted; undefined when none does. */
export function pathTo(
  { states }: Automaton,
  from: number,
  wanted: (state: number) => boolean,
  within?: ReadonlySet<number>,
): Word | undefined {
  if (wanted(from)) return [];
  const came = new Map<number, number>([[from, -1]]);
  const queue = [from];
  for (const at of queue) {
    for (const { to } of (states[at] as State).edges) {
      if (to === ACCEPT || came.has(to) || (states[to] as State).set === 0 || within?.has(to) === false) continue;
      came.set(to, at);
      if (!wanted(to)) {
        queue.push(to);
        continue;
      }
      const word: number[] = [];
      for (let back = to; back !== from; back = came.get(back) as number) word.unshift((states[back] as State).set);
      return word;
    }
  }
  return undefined;
}

/** Counts what an analysis looks at, so that it ends. */
export class Allowance {
  readonly #whole: Allowance | undefined;
  #left: number;

  /** @param whole - the allowance of which this one is a part */
  constructor(steps: number, whole?: Allowance) {
    this.#left = steps;
    this.#whole = whole;
  }

  /** @returns whether there was some left */
  spend(steps = 1): boolean {
    this.#left -= steps;
    return this.#left >= 0 && this.#whole?.spend(steps) !== false;
  }
}

/** How a search through sets of states got to where it is. */
export class Trail {
  readonly #came = new Map<number, { readonly from: number; readonly set: number }>();
  readonly queue: number[] = [];

  /** @returns false when the node was known */
  add(node: number, from: number, set: number): boolean {
    if (this.#came.has(node)) return false;
    this.#came.set(node, { from, set });
    this.queue.push(node);
    return true;
  }

  /** The text that led to a node, and where it began. */
  trace(node: number): { origin: number; word: number[] } {
    const word: number[] = [];
    let origin = node;
    for (let step = this.#came.get(node); step !== undefined && step.from >= 0; step = this.#came.get(step.from)) {
      word.unshift(step.set);
      origin = step.from;
    }
    return { origin, word };
  }
}

/** The most readable text of a word, as classes; `last` takes the least readable instead, for the sake of lookaheads. */
export function spell(word: Word, alphabet: Alphabet, last = false): number[] {
  return word.map((set) => alphabet.classes(set).at(last ? -1 : 0) ?? 0);
}
