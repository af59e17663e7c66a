import { parseRegExpLiteral, visitRegExpAST } from '@eslint-community/regexpp';
import { type Alphabet, alphabetOf, type CharSet } from './alphabet.ts';
import { type Ambiguity, ambiguitiesOf } from './ambiguity.ts';
import { automatonOf, type State, TooLarge } from './automaton.ts';
import { graphOf } from './graph.ts';
import { charactersIn } from './measure.ts';

/**
 * # How checkRegExp decides that an expression can hang
 *
 * A backtracking engine is slow on a text that it can match in many ways and that fails in the end: then it tries all
 * of them. So the question is how many ways there are, and the structure of the expression answers it; no text is
 * matched and no clock is read.
 *
 * 1. `alphabet.ts` sorts characters into classes that the expression does not distinguish: `/[a-z]\d/` has letters,
 *    digits and the rest.
 * 2. `graph.ts` draws the expression as choices and characters, in the order in which the engine tries them, and
 *    `automaton.ts` makes it a list of states ("has just matched this part") and edges, one per way from one character
 *    to the next. Small counts are written out (`a{3}` → `aaa`); larger ones are loops that remember how much they can
 *    match at most. An expression without `^` begins with a loop over anything, since every place of the text is tried.
 *    What the engine never tries is left out: the rest of a search after a sure match.
 * 3. `ambiguity.ts` looks for the two shapes which make ways multiply (Weber and Seidl, On the degree of ambiguity of
 *    finite automata, 1991):
 *    - **Exponential**: a state has two ways back to itself on one text, as in `(a+)+` and `(?:a|a)*`: `n` repetitions
 *      have `2^n` ways.
 *    - **Polynomial**: a text leads from one loop to itself, to another loop, and from there to itself, as in `a*a*`:
 *      the change to the second loop can follow any repetition. A chain of such pairs multiplies: `a*a*` takes the
 *      square of the length, `a*a*a*` the cube.
 * 4. `heaviestText` looks for many ways without a loop: `(?:a|a)` written thirty times.
 *
 * The steps that follow from this, for the longest text that can be sent, are compared with a budget. So `a*a*` is
 * refused for a text of 100,000 characters and accepted in a path of 2,048.
 *
 * Back references and lookarounds of more than one character are assumed to match everywhere. An expression that is
 * fast only because of them is refused. Whether some end of the text makes the match fail is not searched for either,
 * beyond point 2.
 *
 * @see docs/logic-express.md
 */
export function checkRegExp(expression: RegExp, options: { readonly maxLength?: number } = {}): SlowRegExp | undefined {
  const { maxLength = 100_000 } = options;
  try {
    return check(expression, maxLength);
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
    const reason = 'it is too large, or repeats too much within repetitions, to tell how long it takes';
    return { complexity: 'exponential', reason };
  }
}

/**
 * Why a regular expression is too slow.
 *
 * @see docs/logic-express.md
 */
export interface SlowRegExp {
  readonly complexity: 'exponential' | 'polynomial';
  /** How the time grows, with an example; or that the expression is too large to check. The end of a sentence. */
  readonly reason: string;
}

// --- internal ---

/** About half a second of the engine's time. */
const MOST_STEPS = 100_000_000;

/** Maximum size of an unrolled counted repetition: the first limit with which the expression is small enough. */
const COUNTS = [100, 20, 8];
const LARGEST = 1000;

function check(expression: RegExp, maxLength: number): SlowRegExp | undefined {
  const { pattern, flags } = parseRegExpLiteral(expression);
  // Strings in sets (`[\q{ab}]`) are not supported.
  visitRegExpAST(pattern, { onClassStringDisjunctionEnter: tooLarge });
  const size = (unroll: number): number =>
    pattern.alternatives.flatMap(({ elements }) => elements).reduce((sum, one) => sum + charactersIn(one, unroll), 0);
  const unroll = COUNTS.find((limit) => size(limit) <= LARGEST) ?? 8;
  const alphabet = alphabetOf(pattern, flags);
  return evaluate(automatonOf(graphOf(pattern, flags, alphabet, unroll), alphabet), alphabet, maxLength);
}

function tooLarge(): never {
  throw new TooLarge();
}

function evaluate(states: readonly State[], alphabet: Alphabet, maxLength: number): SlowRegExp | undefined {
  const { cycles, leads, found } = ambiguitiesOf(states);
  const room = cycles.map((cycle) =>
    Math.min(maxLength, Math.max(...[...cycle].map((at) => (states[at] as State).bound))),
  );
  const places = ({ from, to }: Ambiguity): number => Math.min(room[from] as number, room[to] as number);

  const multiplying = found.find((one) => one.from === one.to && 2 ** (places(one) / one.word.length) > MOST_STEPS);
  if (multiplying) return exponential(`${show(multiplying.word, alphabet)}.repeat(50)`);

  // The costliest chain of pairs that ends in each cycle; cycles are in an order in which nothing leads back.
  const chains = room.map((length): Chain => ({ steps: length, power: 1, word: [] }));
  for (const to of cycles.keys()) {
    for (let from = 0; from < to; from++) {
      if (!leads(from, to)) continue;
      const { steps, power, word } = chains[from] as Chain;
      // The cost of a loop includes that of the loops before it.
      if (steps > (chains[to] as Chain).steps) chains[to] = { steps, power, word };
      for (const pair of found) {
        if (pair.from !== from || pair.to !== to) continue;
        // Of n places to change over at, k are chosen in order: n^k / k!
        const more = (Math.max(steps, room[to] as number) * places(pair)) / (power + 1);
        if (more > (chains[to] as Chain).steps) chains[to] = { steps: more, power: power + 1, word: pair.word };
      }
    }
  }
  const worst = chains.reduce((a, b) => (b.steps > a.steps ? b : a), { steps: 0, power: 1, word: [] });
  if (worst.steps > MOST_STEPS) {
    const text = `${show(worst.word, alphabet)}.repeat(1000)`;
    const reason = `its time grows with the power ${worst.power} of the length, for example on ${text} and another character`;
    return { complexity: worst.power > 8 ? 'exponential' : 'polynomial', reason };
  }
  const heavy = heaviestText(states, alphabet.all, maxLength, MOST_STEPS);
  return heavy && exponential(show(heavy, alphabet));
}

function exponential(text: string): SlowRegExp {
  return {
    complexity: 'exponential',
    reason: `it takes exponential time, for example on ${text} and another character`,
  };
}

interface Chain {
  readonly steps: number;
  readonly power: number;
  readonly word: readonly CharSet[];
}

/** A text in quotation marks, each character the most readable one of its set. */
function show(word: readonly CharSet[], { letters }: Alphabet): string {
  const text = word.map((set) => letters.find((_, at) => (set >> BigInt(at)) & 1n)).join('');
  const escaped = text.replace(/[\\']/g, '\\$&').replace(/[^ -~]/g, (unit) => {
    return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  return `'${escaped}'`;
}

const LONGEST = 300;

interface Step {
  readonly letter: CharSet;
  readonly ways: Map<number, number>;
  readonly sum: number;
}

function stepBy(letter: CharSet, ways: ReadonlyMap<number, number>, states: readonly State[]): Step {
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

/**
 * Look for a text that can be matched in many ways though nothing is repeated without end: `(?:a|a)(?:a|a)…`, each part
 * of which doubles the ways.
 *
 * The text grows by the character that leaves the most ways.
 *
 * @param tooMany - ways beyond which the text is returned
 * @returns undefined when no such text was found
 */
function heaviestText(
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
      const step = stepBy(letter, ways, states);
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
