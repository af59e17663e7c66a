import { parseRegExpLiteral } from '@eslint-community/regexpp';
import { Alphabet } from './alphabet.ts';
import { ambiguitiesOf } from './ambiguity.ts';
import { type Attack, attacksOf, classesOf, describe } from './attack.ts';
import { type Automaton, automatonOf, TooLarge } from './automaton.ts';
import { type Growth, growthOf } from './growth.ts';
import { charactersIn } from './measure.ts';
import { Allowance } from './paths.ts';

/** Why a regular expression is too slow. */
export interface SlowRegExp {
  readonly complexity: 'exponential' | 'polynomial';
  /** One sentence: how the time grows, or that the expression is too large to tell. */
  readonly reason: string;
  /** A text that proves it, readable: `'/' + 'a'.repeat(31) + '\u0000'`; empty when the expression is too large to tell. */
  readonly attack: string;
  /** The same, as the text itself, at a length that shows the growth but cannot hang the caller. */
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
    const reason = 'The expression is too large, or repeats too much within repetitions, to tell how long it takes.';
    return { complexity: 'exponential', reason, attack: '', text: '' };
  }
}

// --- internal ---

// A short count is drawn as it is; a longer one as a loop, which has all the ambiguities of the count and more.
const SHORT = 8;
const LARGEST_EXACT_ANALYSIS = 120;
const LARGEST_COUNTED = 1500;

function check(regexp: RegExp, maxLength: number): SlowRegExp | undefined {
  const { pattern, flags } = parseRegExpLiteral(regexp);
  const { alternatives } = pattern;
  const alphabet = new Alphabet(pattern, flags);
  const search = !flags.sticky;
  const draw = (unroll: number, flat: boolean, backward = false): Automaton =>
    automatonOf(alternatives, flags, alphabet, { unroll, flat, search: flat && search, backward });

  const sizeAt = (unroll: number): number =>
    alternatives.reduce((sum, { elements }) => elements.reduce((n, inner) => n + charactersIn(inner, unroll), sum), 0);
  const unroll = [1000, 100, SHORT].find((limit) => sizeAt(limit) <= LARGEST_COUNTED) ?? SHORT;

  const rough = draw(SHORT, true);
  const ambiguities = ambiguitiesOf(rough, alphabet, new Allowance(1_500_000));
  if (ambiguities === undefined) throw new TooLarge();
  if (ambiguities.length === 0) return undefined;

  const exact = unroll === SHORT ? rough : draw(unroll, true);
  const attacks: Attack[] = attacksOf(ambiguities, rough, exact, alphabet);
  if (exact.states.length !== rough.states.length && exact.states.length <= LARGEST_EXACT_ANALYSIS) {
    const more = ambiguitiesOf(exact, alphabet, new Allowance(500_000)) ?? [];
    attacks.push(...attacksOf(more, exact, exact, alphabet));
  }
  const counted = draw(unroll, false);
  for (const attack of attacks) {
    const growth = growthOf(attack, counted, alphabet, { search, maxLength });
    if (growth.fatal !== undefined) return report(attack, growth, growth.fatal, alphabet);
  }
  return undefined;
}

function report({ kind }: Attack, growth: Growth, fatal: number, alphabet: Alphabet): SlowRegExp {
  const { pieces, harmless, degree } = growth;
  const exponential = kind === 'loop' || degree > 8;
  return {
    complexity: exponential ? 'exponential' : 'polynomial',
    reason: exponential
      ? 'The time multiplies with each repetition.'
      : `The time grows with the power ${degree.toFixed(1)} of the length.`,
    attack: describe(pieces, fatal, alphabet),
    text: classesOf(pieces, harmless)
      .map((index) => alphabet.letters[index])
      .join(''),
  };
}
