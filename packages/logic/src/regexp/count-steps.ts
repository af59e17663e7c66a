import type { Alphabet } from './alphabet.ts';
import { ACCEPT, type Automaton, type Condition } from './automaton.ts';
import type { Allowance } from './paths.ts';

/**
 * Count the steps that a backtracking engine takes on a text, without taking them.
 *
 * What happens from one state at one place of the text does not depend on how it was reached, so the counts are added
 * up from the end of the text to its beginning. The result does not depend on the machine or its load.
 *
 * @param text - classes of the alphabet
 * @param search - whether the engine tries every place of the text as the beginning
 * @param canMatch - `false` for a text that is too short for a count that is drawn as a loop: what the automaton accepts is refused. Default `true`
 * @returns the number of steps (Infinity when it is beyond counting), or undefined when the allowance is used up
 */
export function countSteps(
  automaton: Automaton,
  alphabet: Alphabet,
  text: readonly number[],
  search: boolean,
  allowance: Allowance,
  canMatch = true,
): number | undefined {
  const run = runAll(automaton, alphabet, text, search, allowance, new Map(), canMatch);
  if (run === undefined) return undefined;
  if (!search) return run.steps[0];
  let total = 0;
  for (let i = 0; i <= text.length; i++) {
    total += 1 + (run.steps[i] as number);
    if (run.matched[i] === 1) break;
  }
  return total;
}

// --- internal ---

/** From each place of the text: how many steps the automaton takes, and whether it accepts. */
interface Run {
  readonly steps: Float64Array;
  readonly matched: Uint8Array;
}

function runAll(
  automaton: Automaton,
  alphabet: Alphabet,
  text: readonly number[],
  everywhere: boolean,
  allowance: Allowance,
  runs: Map<Automaton, Run>,
  canMatch = true,
): Run | undefined {
  const { states, backward } = automaton;
  const { length } = text;
  const rows = states.map(({ set }) => alphabet.row(set));
  const word = alphabet.row(alphabet.word);
  const lineEnd = alphabet.row(alphabet.lineEnd);

  // Places are counted in the direction of reading; conditions are asked in that of the text.
  const placeOf = (index: number): number => (backward ? length - index : index);
  const isWord = (place: number): boolean => word[text[place] as number] === 1;
  const isLineEnd = (place: number): boolean => lineEnd[text[place] as number] === 1;

  function simple(condition: Condition, index: number): boolean {
    const place = placeOf(index);
    switch (condition.kind) {
      case 'start':
        return place === 0 || (condition.multiline && isLineEnd(place - 1));
      case 'end':
        return place === length || (condition.multiline && isLineEnd(place));
      case 'word':
        return (isWord(place - 1) !== isWord(place)) !== condition.negate;
      default:
        return true;
    }
  }

  for (const { edges } of states) {
    for (const { conditions } of edges) {
      for (const condition of conditions) {
        if (condition.kind !== 'look' || runs.has(condition.body)) continue;
        const run = runAll(condition.body, alphabet, text, true, allowance, runs);
        if (run === undefined) return undefined;
        runs.set(condition.body, run);
      }
    }
  }

  // 1. Which states can be reached at which place.
  const reached: number[][] = [[0]];
  const stamps = new Int32Array(states.length).fill(-1);
  for (let i = 0; i < length; i++) {
    const letter = text[backward ? length - 1 - i : i] as number;
    const next: number[] = everywhere ? [0] : [];
    for (const state of reached[i] as number[]) {
      const { edges } = states[state] as Automaton['states'][number];
      if (!allowance.spend(edges.length + 1)) return undefined;
      for (const { to, conditions } of edges) {
        if (to === ACCEPT || stamps[to] === i || rows[to]?.[letter] !== 1) continue;
        if (conditions.length > 0 && !conditions.every((condition) => simple(condition, i))) continue;
        stamps[to] = i;
        next.push(to);
      }
    }
    reached.push(next);
  }

  // 2. What each of them costs, from the last place to the first.
  const steps = new Float64Array(length + 1);
  const matched = new Uint8Array(length + 1);
  let costs = new Float64Array(states.length);
  let accepts = new Uint8Array(states.length);
  let costsAfter = new Float64Array(states.length);
  let acceptsAfter = new Uint8Array(states.length);
  for (let i = length; i >= 0; i--) {
    const letter = text[backward ? length - 1 - i : i] as number;
    for (const state of reached[i] as number[]) {
      let cost = 1;
      let accepted = 0;
      const { edges } = states[state] as Automaton['states'][number];
      if (!allowance.spend(edges.length + 1)) return undefined;
      for (const { to, conditions } of edges) {
        let passed = true;
        let certain = true;
        for (const condition of conditions) {
          if (condition.kind === 'doubtful') certain = false;
          if (condition.kind === 'look') {
            const run = runs.get(condition.body) as Run;
            cost += run.steps[placeOf(i)] as number;
            passed = (run.matched[placeOf(i)] === 1) !== condition.negate;
          } else passed = simple(condition, i);
          if (!passed) break;
        }
        if (!passed) continue;
        if (to === ACCEPT) {
          accepted = Number(canMatch);
        } else if (i < length && rows[to]?.[letter] === 1) {
          cost += costsAfter[to] as number;
          accepted = acceptsAfter[to] as number;
        }
        // A back reference may fail where its stand-in matches: then everything behind it is tried.
        if (!certain) accepted = 0;
        if (accepted === 1) break;
      }
      costs[state] = cost;
      accepts[state] = accepted;
    }
    steps[placeOf(i)] = costs[0] as number;
    matched[placeOf(i)] = accepts[0] as number;
    [costs, costsAfter] = [costsAfter, costs];
    [accepts, acceptsAfter] = [acceptsAfter, accepts];
  }
  return { steps, matched };
}
