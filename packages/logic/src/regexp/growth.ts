import type { Alphabet } from './alphabet.ts';
import { type Attack, classesOf, type Piece } from './attack.ts';
import type { Automaton } from './automaton.ts';
import { countSteps } from './count-steps.ts';
import { Allowance } from './paths.ts';

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

  const pieces = worstEnd(attack.pieces, alphabet, (ended) => count(ended, Math.ceil(FIRST_LOOK / pumped)) ?? 0);
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
    if (repetitions === most || repetitions * pumped >= LONG_ENOUGH) break;
  }
  if (before === undefined || degree < 1) return { pieces, fatal: undefined, harmless, degree };
  const needed = Math.ceil(before.repetitions * (STEP_BUDGET / before.steps) ** (1 / degree));
  return { pieces, fatal: needed <= most ? needed : undefined, harmless, degree };
}

// --- internal ---

const HARMLESS_STEPS = 500_000;
const FIRST_LOOK = 24;
const LONG_ENOUGH = 1024;
const MAX_WORK = 1_500_000;

function lengthOf(pieces: readonly Piece[], repeated: boolean): number {
  return pieces.reduce((sum, piece) => (piece.repeated === repeated ? sum + piece.classes.length : sum), 0);
}

// An ambiguity only costs when the match fails behind it. What makes it fail depends on all that is read at the
// same time, so every class is tried as the end, alone and doubled, and behind one of each (for lookaheads that want
// one of each).
function worstEnd(
  pieces: readonly Piece[],
  alphabet: Alphabet,
  cost: (pieces: readonly Piece[]) => number,
): readonly Piece[] {
  const all = [...alphabet.letters.keys()];
  const ends = [...all.map((index) => [index]), ...all.map((index) => [index, index]), all, [...all, ...all]];
  let worst = pieces;
  let highest = cost(pieces);
  for (const classes of ends) {
    const ended = [...pieces, { classes, repeated: false }];
    const steps = cost(ended);
    // A longer end must be worth it.
    if (steps > highest * 1.5) {
      highest = steps;
      worst = ended;
    }
  }
  return worst;
}
