import type { Alphabet } from './alphabet.ts';
import { type Attack, classesOf, type Piece } from './attack.ts';
import { ACCEPT, type Automaton } from './automaton.ts';
import { countSteps } from './count-steps.ts';
import { Allowance, pathTo, spell } from './paths.ts';

/** What an attack costs. */
export interface Growth {
  /** The attack, ended so that it costs most. */
  readonly pieces: readonly Piece[];
  /** Over the budget within the permitted length: the number of repetitions at which it is. */
  readonly fatal: number | undefined;
  /** A number of repetitions that costs no more than some milliseconds. */
  readonly harmless: number;
  /** How steps grow with the length at the greatest length counted: 2 = with its square. */
  readonly degree: number;
}

/** About a quarter of a second of the engine's time. */
export const STEP_BUDGET = 50_000_000;

/**
 * Count how the steps grow with the repetitions of an attack, up to the length that is permitted; beyond what is
 * counted they are taken to go on growing with the same power of the length.
 */
export function growthOf(
  attack: Attack,
  automaton: Automaton,
  alphabet: Alphabet,
  options: { readonly search: boolean; readonly maxLength: number },
): Growth {
  const { search, maxLength } = options;
  const pumped = lengthOf(attack.pieces, true);
  const allowance = new Allowance(MAX_WORK);
  const count = (pieces: readonly Piece[], repetitions: number): number | undefined =>
    countSteps(automaton, alphabet, classesOf(pieces, repetitions), search, allowance);

  const firstLook = (framed: readonly Piece[]): number => count(framed, Math.ceil(FIRST_LOOK / pumped)) ?? 0;
  const wanted = wantedBy(automaton, alphabet);
  const pieces = worstFrame(attack.pieces, alphabet, { search, wanted }, firstLook);
  const most = Math.floor((maxLength - lengthOf(pieces, false)) / pumped);
  let harmless = 1;
  let degree = 0;
  let before: { repetitions: number; steps: number } | undefined;
  for (let next = 4; most > 0; next *= 2) {
    const repetitions = Math.min(next, most);
    const steps = count(pieces, repetitions);
    if (steps === undefined) break;
    if (before !== undefined && repetitions > before.repetitions) {
      degree = Math.log(steps / before.steps) / Math.log(repetitions / before.repetitions);
    }
    if (steps > STEP_BUDGET) return { pieces, fatal: repetitions, harmless, degree };
    if (steps <= HARMLESS_STEPS) harmless = repetitions;
    before = { repetitions, steps };
    const length = repetitions * pumped;
    if (repetitions === most || length >= LONG_ENOUGH || (length >= LONG_ENOUGH / 4 && degree < STEADY)) break;
  }
  if (before === undefined || degree < 1) return { pieces, fatal: undefined, harmless, degree };
  const needed = Math.ceil(before.repetitions * (STEP_BUDGET / before.steps) ** (1 / degree));
  return { pieces, fatal: needed <= most ? needed : undefined, harmless, degree };
}

// --- internal ---

const HARMLESS_STEPS = 500_000;
const FIRST_LOOK = 32;
const MAX_HEADS = 6;
const SIMPLE = 1.3;
const LONGER = 4;
const LONG_ENOUGH = 1024;
const STEADY = 1.1;
const MAX_WORK = 800_000;

function lengthOf(pieces: readonly Piece[], repeated: boolean): number {
  return pieces.reduce((sum, piece) => (piece.repeated === repeated ? sum + piece.classes.length : sum), 0);
}

// An ambiguity only costs when the match fails behind it. What makes it fail depends on all that is read at the
// same time, so every class is tried as the end: alone, doubled, and behind what the lookaheads want.
// A search must also fail to match at the beginning: every class is tried there too.
function worstFrame(
  pieces: readonly Piece[],
  alphabet: Alphabet,
  { search, wanted }: { readonly search: boolean; readonly wanted: readonly number[] },
  cost: (pieces: readonly Piece[]) => number,
): readonly Piece[] {
  const { strangest } = alphabet;
  const single = strangest.map((index) => [index]);
  const heads = search ? single.slice(0, MAX_HEADS) : [];
  let worst = pieces;
  let highest = cost(pieces);
  const attempt = (head: readonly number[], end: readonly number[], margin: number): void => {
    const framed = [...pieces];
    if (head.length > 0) framed.unshift({ classes: head, repeated: false });
    if (end.length > 0) framed.push({ classes: end, repeated: false });
    const steps = cost(framed);
    if (steps < highest * margin) return;
    highest = steps;
    worst = framed;
  };
  for (const end of single) attempt([], end, SIMPLE);
  // What is longer costs a little more by itself: it must be worth it.
  let seen = highest;
  for (const head of heads) for (const end of single) attempt(head, end, highest > seen ? SIMPLE : LONGER);
  seen = highest;
  const double = strangest.map((index) => [index, index]);
  const satisfying = wanted.length === 0 ? [] : [...single, ...double].map((end) => [...wanted, ...end]);
  for (const end of [...double, ...satisfying]) attempt([], end, highest > seen ? SIMPLE : LONGER);
  return worst;
}

// A text that satisfies each lookahead, one after the other.
function wantedBy({ states }: Automaton, alphabet: Alphabet): number[] {
  const bodies = new Set<Automaton>();
  for (const { edges } of states) {
    for (const condition of edges.flatMap(({ conditions }) => conditions)) {
      if (condition.kind === 'look' && !condition.negate && !condition.body.backward) bodies.add(condition.body);
    }
  }
  return [...bodies].flatMap((body) => spell(pathTo(body, 0, (state) => accepts(body, state)) ?? [], alphabet));
}

function accepts({ states }: Automaton, state: number): boolean {
  return states[state]?.edges.some(({ to }) => to === ACCEPT) ?? false;
}
