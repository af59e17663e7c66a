import type { Alphabet } from './alphabet.ts';
import { type Attack, classesOf, type Piece } from './attack.ts';
import type { Automaton } from './automaton.ts';
import { countSteps } from './count-steps.ts';
import { framesOf } from './frame.ts';
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
 *
 * @returns undefined when the allowance is used up before it is known how they grow
 */
export function growthOf(
  attack: Attack,
  automaton: Automaton,
  alphabet: Alphabet,
  options: {
    readonly search: boolean;
    /** The length of the shortest text that matches. */
    readonly minLength: number;
    readonly maxLength: number;
    readonly allowance: Allowance;
    /** `false` where no text of this length matches. Default `true` */
    readonly canMatch?: boolean;
  },
): Growth | undefined {
  const { search, minLength, maxLength, canMatch } = options;
  const isFixed = !attack.pieces.some(({ repeated }) => repeated);
  const pumped = isFixed ? Number.POSITIVE_INFINITY : lengthOf(attack.pieces, true);
  const glances = new Allowance(MAX_WORK, options.allowance);
  const allowance = new Allowance(MAX_WORK, options.allowance);
  // Twice as long as what is drawn, so that nothing is cut short for want of text; a count that is drawn as a loop needs no more.
  const drawn = 2 * automaton.states.length;
  const fewest = Math.ceil(Math.min(2 * minLength, drawn) / pumped);
  const glance = Math.max(Math.ceil(GLANCE / pumped), fewest);
  let pieces = attack.pieces;
  let highest = 0;
  for (const framed of framesOf(attack.pieces, automaton, alphabet, { search, repetitions: glance })) {
    const steps = countSteps(automaton, alphabet, classesOf(framed.pieces, glance), search, glances, canMatch) ?? 0;
    // What is longer costs a little more by itself: it must be worth it.
    if (steps < highest * (framed.plain ? 1.3 : 4)) continue;
    highest = steps;
    pieces = framed.pieces;
  }
  const room = maxLength - lengthOf(pieces, false);
  const most = isFixed ? Number(room >= 0) : Math.floor(room / pumped);
  let harmless = 1;
  let degree = 0;
  let before: { repetitions: number; steps: number } | undefined;
  for (let next = 2 ** Math.ceil(Math.log2(Math.max(4, fewest))); most > 0; next *= 2) {
    const repetitions = Math.min(next, most);
    const steps = countSteps(automaton, alphabet, classesOf(pieces, repetitions), search, allowance, canMatch);
    // One text that is short of the longest does not show how the steps grow.
    if (steps === undefined) {
      if (degree === 0) return undefined;
      break;
    }
    if (before !== undefined && repetitions > before.repetitions) {
      degree = Math.log(steps / before.steps) / Math.log(repetitions / before.repetitions);
    }
    if (steps > STEP_BUDGET) return { pieces, fatal: repetitions, harmless, degree };
    if (steps <= HARMLESS_STEPS) harmless = repetitions;
    const isFirst = before === undefined;
    before = { repetitions, steps };
    const length = repetitions * pumped;
    const isLong = length >= 2 * drawn && (length >= LONG_ENOUGH || (length >= LONG_ENOUGH / 4 && degree < STEADY));
    if (repetitions === most || (isLong && !isFirst)) break;
  }
  if (before === undefined || degree < 1) return { pieces, fatal: undefined, harmless, degree };
  const needed = Math.ceil(before.repetitions * (STEP_BUDGET / before.steps) ** (1 / degree));
  return { pieces, fatal: needed <= most ? needed : undefined, harmless, degree };
}

// --- internal ---

const HARMLESS_STEPS = 500_000;
const GLANCE = 32;
const LONG_ENOUGH = 1024;
const STEADY = 1.1;
const MAX_WORK = 800_000;

function lengthOf(pieces: readonly Piece[], repeated: boolean): number {
  return pieces.reduce((sum, piece) => (piece.repeated === repeated ? sum + piece.classes.length : sum), 0);
}
