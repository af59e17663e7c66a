import type { Alphabet } from './alphabet.ts';
import { classesOf, type Piece } from './attack.ts';
import { ACCEPT, type Automaton, type Condition, type State } from './automaton.ts';
import { pathTo, spell } from './paths.ts';

/** An attack with a beginning and an end. */
export interface Framed {
  readonly pieces: readonly Piece[];
  /** With at most one more character. */
  readonly plain: boolean;
}

/**
 * List the beginnings and ends that may make the match fail, for only then are all ways to read the attack tried.
 *
 * As the end: nothing, every class, what leaves no state that accepts, and both behind what the lookaheads want. As
 * the beginning: every class, where the pattern may match at the beginning of a text and not behind something.
 */
export function framesOf(
  pieces: readonly Piece[],
  automaton: Automaton,
  alphabet: Alphabet,
  { search, repetitions }: { readonly search: boolean; readonly repetitions: number },
): Framed[] {
  const frames: Framed[] = [];
  const add = (head: readonly number[], end: readonly number[]): void => {
    const framed = [...pieces];
    if (head.length > 0) framed.unshift({ classes: head, repeated: false });
    if (end.length > 0) framed.push({ classes: end, repeated: false });
    frames.push({ pieces: framed, plain: head.length + end.length <= 1 });
  };
  const single = alphabet.strangest.map((index) => [index]);
  const text = classesOf(pieces, repetitions);
  const wanted = wantedBy(automaton, alphabet);

  for (const end of single) add([], end);
  for (const head of search && looksBack(automaton) ? single.slice(0, MAX_HEADS) : [])
    for (const end of single) add(head, end);
  // Nothing at all comes late: without an end it may depend on the number of repetitions whether the match fails.
  if (!conditionsOf(automaton).some(({ kind }) => kind === 'doubtful')) add([], []);
  const failing = failingEnd(automaton, alphabet, text, search);
  if (failing !== undefined) add([], failing);
  if (wanted.length > 0) {
    const behind = failingEnd(automaton, alphabet, [...text, ...wanted], search);
    if (behind !== undefined) add([], [...wanted, ...behind]);
    for (const end of single) add([], [...wanted, ...end]);
  }
  return frames;
}

// --- internal ---

const MAX_HEADS = 6;
const MAX_SETS = 100;

function conditionsOf({ states }: Automaton): Condition[] {
  return states.flatMap(({ edges }) => edges.flatMap(({ conditions }) => conditions));
}

function looksBack(automaton: Automaton): boolean {
  return conditionsOf(automaton).some(
    (condition) =>
      condition.kind === 'start' || condition.kind === 'word' || (condition.kind === 'look' && condition.body.backward),
  );
}

// A text that satisfies each lookahead, one after the other.
function wantedBy(automaton: Automaton, alphabet: Alphabet): number[] {
  const bodies = new Set<Automaton>();
  for (const condition of conditionsOf(automaton)) {
    if (condition.kind === 'look' && !condition.negate && !condition.body.backward) bodies.add(condition.body);
  }
  return [...bodies].flatMap((body) => spell(pathTo(body, 0, (state) => accepts(body, state)) ?? [], alphabet));
}

// The shortest text behind which none of the states reached by `text` accepts.
function failingEnd(
  automaton: Automaton,
  alphabet: Alphabet,
  text: readonly number[],
  search: boolean,
): number[] | undefined {
  const { states } = automaton;
  const step = (from: ReadonlySet<number>, letter: number, index: number): Set<number> => {
    const next = new Set<number>(search ? [0] : []);
    for (const state of from) {
      for (const { to, conditions } of (states[state] as State).edges) {
        if (to === ACCEPT || alphabet.row((states[to] as State).set)[letter] !== 1) continue;
        if (index === 0 || !conditions.some(isBeginning)) next.add(to);
      }
    }
    return next;
  };
  const start = text.reduce<ReadonlySet<number>>(step, new Set([0]));
  const seen = new Set([[...start].sort().join()]);
  const queue: { at: ReadonlySet<number>; end: number[] }[] = [{ at: start, end: [] }];
  for (const { at, end } of queue) {
    if (![...at].some((state) => accepts(automaton, state))) return end;
    for (const letter of alphabet.strangest) {
      const next = step(at, letter, text.length);
      const key = [...next].sort().join();
      if (seen.has(key) || seen.size > MAX_SETS) continue;
      seen.add(key);
      queue.push({ at: next, end: [...end, letter] });
    }
  }
  return undefined;
}

function accepts({ states }: Automaton, state: number): boolean {
  return (states[state] as State).edges.some(({ to, conditions }) => to === ACCEPT && !conditions.some(isBeginning));
}

function isBeginning(condition: Condition): boolean {
  return condition.kind === 'start' && !condition.multiline;
}
