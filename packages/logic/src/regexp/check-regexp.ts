import { type AST, parseRegExpLiteral } from '@eslint-community/regexpp';
import { Alphabet } from './alphabet.ts';
import { ambiguitiesOf } from './ambiguity.ts';
import { type Attack, attacksOf, classesOf, describe, separated } from './attack.ts';
import { type Automaton, automatonOf } from './automaton.ts';
import { TooLarge } from './graph.ts';
import { type Growth, growthOf } from './growth.ts';
import { heaviestTexts } from './heaviest.ts';
import { ledToLookbehind } from './lookbehind.ts';
import { assertionsIn, charactersIn, choicesIn, shortestOf } from './measure.ts';
import { Allowance } from './paths.ts';

/** Why a regular expression is too slow. */
export interface SlowRegExp {
  readonly complexity: 'exponential' | 'polynomial';
  /** One sentence: how the time grows, or that the expression is too large to tell. */
  readonly reason: string;
  /** A text that proves it, readable: `'/' + 'a'.repeat(31) + '\u0000'`; empty when the expression is too large to tell. */
  readonly attack: string;
  /** The same, as the text itself, at a length that shows the growth but cannot hang the caller; empty when no part of it is repeated. */
  readonly text: string;
}

/**
 * Find a text on which a regular expression takes so long that it can be used to stop the process.
 *
 * The verdict is reached by counting steps, never by a clock, so that it is the same on every machine.
 *
 * @param pattern - as it will be executed: without `^` (or with another beginning) every place of a text is tried
 * @param options.maxLength - the longest text that will be matched, in characters; default 100,000
 * @returns what makes it slow, or undefined when matching takes at most about a quarter of a second
 */
export function checkRegExp(pattern: RegExp, options: { readonly maxLength?: number } = {}): SlowRegExp | undefined {
  const { maxLength = 100_000 } = options;
  try {
    return check(pattern, maxLength);
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
    return tooLarge();
  }
}

// --- internal ---

// A short count is drawn as it is; a longer one as a loop, which has all the ambiguities of the count and more.
const SHORT = 8;
const COUNTS = [1000, 100, SHORT];
const LARGEST_COUNTED = 1500;
const LARGEST_EXACT = 120;
const MANY_CHOICES = 15;
const MAX_GUESSING = 400_000;
const MAX_PRODUCT = 500_000;
const MAX_COUNTING = 6_000_000;
const MAX_SEPARATED = 1_000_000;
/** Half of the square of less is within the budget. */
const LONG_SEARCH = 10_000;

function check(regexp: RegExp, maxLength: number): SlowRegExp | undefined {
  const { pattern, flags } = parseRegExpLiteral(regexp);
  const alphabet = new Alphabet(pattern, flags);
  const sizeAt = (unroll: number): number =>
    pattern.alternatives.reduce((sum, { elements }) => sum + charactersOf(elements, unroll), 0);
  const unroll = COUNTS.find((limit) => sizeAt(limit) <= LARGEST_COUNTED) ?? SHORT;

  let search = !flags.sticky;
  const attacks = attacksOn(pattern.alternatives, false);
  const assertions = assertionsIn(pattern);
  const attacksBehind = assertions.flatMap((one) =>
    one.kind === 'lookbehind' ? attacksOn(one.alternatives, true) : [],
  );
  attacks.push(...attacksBehind);
  const isRich = choicesIn(pattern.alternatives) >= MANY_CHOICES;
  if (attacks.length === 0 && !isRich) return undefined;
  const shape = { flat: false, search: false, backward: false };
  const counted = drawFinest(unroll, (unroll) =>
    automatonOf(pattern.alternatives, flags, alphabet, { ...shape, unroll }),
  );
  attacks.push(...attacksBehind.flatMap((attack) => ledToLookbehind(attack, counted, alphabet)));
  if (isRich) attacks.push(...plainAttacks(alphabet, counted));
  const minLength = shortestOf(pattern.alternatives);
  const found = worstOf(attacks, new Allowance(MAX_COUNTING), tooLarge);
  if (found !== undefined || !assertions.some(isOfNeighbours)) return found;
  return worstOf(separated(attacks, alphabet), new Allowance(MAX_SEPARATED));

  function worstOf(
    attacks: readonly Attack[],
    allowance: Allowance,
    otherwise?: () => SlowRegExp,
  ): SlowRegExp | undefined {
    let found: SlowRegExp | undefined;
    for (const attack of attacks) {
      // Whether time grows exponentially is worth knowing, so a loop that multiplies is looked for first.
      if (found !== undefined && attack.kind !== 'loop') break;
      const growth = growthWithin(attack, allowance);
      // A slow text that is known already says more than that there may be a slower one.
      if (growth === undefined) return found ?? otherwise?.();
      if (growth.fatal === undefined) continue;
      const slow = report(growth, growth.fatal, alphabet);
      if (slow.complexity === 'exponential') return slow;
      found ??= slow;
    }
    return found;
  }

  /** A search for a large count, drawn as a loop, matches at once; in a text that is a little too short it fails at every place. */
  function growthWithin(attack: Attack, allowance: Allowance): Growth | undefined {
    const options = { search, minLength, maxLength, allowance };
    const growth = growthOf(attack, counted, alphabet, options);
    if (growth?.fatal !== undefined || !search || minLength < LONG_SEARCH) return growth;
    const shorter = { ...options, maxLength: Math.min(maxLength, minLength - 1), canMatch: false };
    return growthOf(attack, counted, alphabet, shorter);
  }

  function attacksOn(alternatives: readonly AST.Alternative[], backward: boolean): Attack[] {
    const draw = (unroll: number): Automaton =>
      automatonOf(alternatives, flags, alphabet, { unroll, flat: true, search: backward || search, backward });
    const rough = draw(SHORT);
    // A pattern that can only begin where the text does is no search.
    if (!backward)
      search &&= rough.states.some(({ leaf, edges }, id) => id > 0 && leaf === undefined && edges.length > 1);
    const ambiguities = ambiguitiesOf(rough, alphabet, new Allowance(MAX_PRODUCT));
    if (ambiguities === undefined) throw new TooLarge();
    if (ambiguities.length === 0) return [];
    const writtenOut = drawFinest(unroll, draw);
    const exact = writtenOut.states.length === rough.states.length ? rough : writtenOut;
    const attacks = attacksOf(ambiguities, rough, exact, alphabet);
    // A loop in place of a count may suggest texts that the count does not read: look at the small ones as they are.
    if (exact !== rough && exact.states.length <= LARGEST_EXACT) {
      const more = ambiguitiesOf(exact, alphabet, new Allowance(MAX_PRODUCT / 3)) ?? [];
      attacks.push(...attacksOf(more, exact, exact, alphabet));
    }
    return attacks;
  }
}

/** Whether it holds only beside certain characters. */
function isOfNeighbours({ kind }: AST.Assertion): boolean {
  return kind !== 'start' && kind !== 'end';
}

// Many optional copies have too many ways between them; a loop in their place takes no less time.
function drawFinest(unroll: number, draw: (unroll: number) => Automaton): Automaton {
  for (const limit of COUNTS) {
    try {
      if (limit <= unroll && limit > SHORT) return draw(limit);
    } catch {
      // It is too large; anything else would come again below.
    }
  }
  return draw(SHORT);
}

// `a?a?a?…` has no loop, yet so many choices that one character repeated, or some other text, is read in millions of ways.
function plainAttacks(alphabet: Alphabet, automaton: Automaton): Attack[] {
  const plain = alphabet.letters.map((_, index) => [{ classes: [index], repeated: true }]);
  const heaviest = heaviestTexts(automaton, alphabet, new Allowance(MAX_GUESSING));
  return [...plain, ...heaviest].map((pieces) => ({ kind: 'pair', pieces }));
}

function charactersOf(elements: readonly AST.Element[], unroll: number): number {
  return elements.reduce((sum, element) => sum + charactersIn(element, unroll), 0);
}

function tooLarge(): SlowRegExp {
  const reason = 'The expression is too large, or repeats too much within repetitions, to tell how long it takes.';
  return { complexity: 'exponential', reason, attack: '', text: '' };
}

function report(growth: Growth, fatal: number, alphabet: Alphabet): SlowRegExp {
  const { pieces, harmless, degree } = growth;
  // Within so few repetitions, or at the first text that is long enough to match, no square or cube gets anywhere near the budget.
  const exponential = fatal <= 64 || degree > 8 || degree === 0;
  return {
    complexity: exponential ? 'exponential' : 'polynomial',
    reason: exponential
      ? 'The time multiplies with each repetition.'
      : `The time grows with the power ${degree.toFixed(1)} of the length.`,
    attack: describe(pieces, fatal, alphabet),
    text: pieces.some(({ repeated }) => repeated)
      ? classesOf(pieces, harmless)
          .map((index) => alphabet.letters[index])
          .join('')
      : '',
  };
}
