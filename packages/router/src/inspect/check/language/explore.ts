import { CHARACTERS, sortClasses } from './characters.ts';
import { DEAD, type Machine } from './machine.ts';
import type { Language } from './read-language.ts';

/** A path that a language takes, and which of the others take it too, by their places in the list. */
export interface Sample {
  readonly path: string;
  readonly takers: readonly number[];
}

/** Counts the steps of automata, so that a check ends. */
export interface Budget {
  /** For one language. */
  readonly each: number;
  /** For all; it is counted down. */
  left: number;
}

/**
 * Walk through all paths of a language, side by side with the others: one path for each state of the product of all automata, which is enough to
 * know whether the others take every path of it (Hopcroft and Ullman, Introduction to automata theory, 1979, section 3.3).
 *
 * @param onSample - told of a path for each state that the language takes, the shortest first; `false` ends the walk
 * @returns whether every state was seen
 */
export function explore(
  own: Language,
  others: readonly Language[],
  budget: Budget,
  onSample: (sample: Sample) => boolean,
): boolean {
  const queue: Visit[] = [
    { own: beginningOf(own), others: others.map(beginningOf), places: [...others.keys()], from: undefined, char: 0 },
  ];
  const seen = new Set<string>();
  const letters: Letters = new Map();
  let left = budget.each;
  for (const visit of queue) {
    if (visit.from !== undefined && takesAll(own, visit.own)) {
      const takers = visit.places.filter((place, at) =>
        takesAll(others[place] as Language, visit.others[at] as States),
      );
      if (!onSample({ path: pathOf(visit), takers })) return false;
    }
    // Every path begins with a slash.
    const chars = visit.from === undefined ? [SLASH] : lettersOf(visit, own, others, letters);
    const cost = chars.length * (visit.places.length + 1);
    left -= cost;
    budget.left -= cost;
    if (left < 0 || budget.left < 0) return false;
    for (const char of chars) {
      const next = step(visit, char, own, others);
      if (next === undefined) continue;
      const key = `${next.own} ${next.places.map((place, at) => `${place}:${next.others[at]}`).join(' ')}`;
      if (seen.has(key)) continue;
      seen.add(key);
      queue.push(next);
    }
  }
  return true;
}

// --- internal ---

/** Of each machine of a language. */
type States = readonly number[];

/** Where a path has led to; languages that it has left are not there any more. */
interface Visit {
  readonly own: States;
  readonly others: readonly States[];
  /** Of those others, in the list. */
  readonly places: readonly number[];
  readonly from: Visit | undefined;
  readonly char: number;
}

const SLASH = CHARACTERS.indexOf('/');

function beginningOf({ machines }: Language): States {
  return machines.map(() => 0);
}

function step(visit: Visit, char: number, own: Language, others: readonly Language[]): Visit | undefined {
  const ownNext = stepAll(own.machines, visit.own, char);
  if (ownNext === undefined) return undefined;
  const next: States[] = [];
  const places: number[] = [];
  for (const [at, place] of visit.places.entries()) {
    const states = stepAll((others[place] as Language).machines, visit.others[at] as States, char);
    if (states === undefined) continue;
    next.push(states);
    places.push(place);
  }
  return { own: ownNext, others: next, places, from: visit, char };
}

/** `undefined` where one of them comes to nothing. */
function stepAll(machines: readonly Machine[], states: States, char: number): States | undefined {
  const next: number[] = [];
  for (const [at, machine] of machines.entries()) {
    const state = machine.step(states[at] as number, machine.classOf[char] as number);
    if (state === DEAD) return undefined;
    next.push(state);
  }
  return next;
}

/** One character of each class, by the languages that tell characters apart. */
type Letters = Map<string, readonly number[]>;

function lettersOf({ places }: Visit, own: Language, others: readonly Language[], known: Letters): readonly number[] {
  const key = places.join();
  let letters = known.get(key);
  if (letters === undefined) {
    const machines = [own, ...places.map((place) => others[place] as Language)].flatMap(
      (language) => language.machines,
    );
    const [first] = machines;
    letters =
      machines.length === 1 ? (first as Machine).letters : sortClasses(machines.map(({ classOf }) => classOf)).first;
    known.set(key, letters);
  }
  return letters;
}

function takesAll({ machines }: Language, states: States): boolean {
  return machines.every((machine, at) => machine.takes(states[at] as number));
}

function pathOf(visit: Visit): string {
  let path = '';
  for (let at: Visit = visit; at.from !== undefined; at = at.from) path = CHARACTERS[at.char] + path;
  return path;
}
