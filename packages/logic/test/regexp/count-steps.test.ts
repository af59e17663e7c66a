import { parseRegExpLiteral } from '@eslint-community/regexpp';
import { expect } from 'chai';
import fc from 'fast-check';
import { Alphabet } from '../../src/regexp/alphabet.ts';
import { ACCEPT, type Automaton, automatonOf, type Condition } from '../../src/regexp/automaton.ts';
import { countSteps } from '../../src/regexp/count-steps.ts';
import { Allowance } from '../../src/regexp/paths.ts';

const samples = [
  /^(a+)+$/,
  /^(a|ab|b)*$/,
  /a*b*?c/,
  /^(?:a?){4}a{4}$/,
  /(?:a|b|)+c/,
  /^(?=a*b)(?:a|[ab])*$/,
  /(?!ab)a\b/,
  /(?<=a+)b|(?<!b)c$/,
  /^a$|^b+$/m,
  /(a*)*?c\B/,
];

describe('countSteps', () => {
  for (const pattern of samples) {
    it(`counts what a matcher does that tries everything: ${pattern}`, () => {
      const { alphabet, automaton } = built(pattern);
      fc.assert(
        fc.property(fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' ', '\n'), maxLength: 9 }), (text) => {
          const classes = [...text].map((char) => alphabet.classOf.get(char) as number);
          const tried = tryAll(automaton, alphabet, classes);
          expect(tried.matched).to.equal(pattern.test(text));
          expect(countSteps(automaton, alphabet, classes, true, new Allowance(1e6))).to.equal(tried.steps);
        }),
        { numRuns: 200 },
      );
    });
  }

  it('gives up when the allowance is used up, wherever that is', () => {
    const { alphabet, automaton } = built(/^(?:a|a)*$/);
    const classes = [...'aaaa'].map((char) => alphabet.classOf.get(char) as number);
    const answers = Array.from({ length: 200 }, (_, steps) =>
      countSteps(automaton, alphabet, classes, true, new Allowance(steps)),
    );
    const enough = answers.findIndex((steps) => steps !== undefined);
    expect(enough).to.be.above(10);
    expect(new Set(answers.slice(enough)).size).to.equal(1);
    expect(answers.slice(0, enough).every((steps) => steps === undefined)).to.equal(true);
  });

  // biome-ignore lint/suspicious/noUselessRegexBackrefs: a reference to what comes later is one too
  for (const pattern of [/^(a*)\1$/, /^(a|b)*\1c$/, /(a+)b\1|a/, /^(?:a|\1b)(c)/]) {
    it(`counts everything behind a reference, which may fail whatever it repeats: ${pattern}`, () => {
      const { alphabet, automaton } = built(pattern);
      fc.assert(
        fc.property(fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 9 }), (text) => {
          const classes = [...text].map((char) => alphabet.classOf.get(char) as number);
          const { steps } = tryAll(automaton, alphabet, classes);
          expect(countSteps(automaton, alphabet, classes, true, new Allowance(1e6))).to.equal(steps);
        }),
      );
    });
  }

  it('counts from the beginning of the text only, where nothing is searched for', () => {
    const { alphabet, automaton } = built(/a*b/);
    const classes = [...'aaac'].map((char) => alphabet.classOf.get(char) as number);
    expect(countSteps(automaton, alphabet, classes, false, new Allowance(1e6))).to.equal(4);
    expect(countSteps(automaton, alphabet, [], false, new Allowance(1e6))).to.equal(1);
  });

  it('counts what nobody could try', () => {
    const { alphabet, automaton } = built(/^(a+)+$/);
    const a = alphabet.classOf.get('a') as number;
    const b = alphabet.classOf.get('b') as number;
    const text = [...Array<number>(1000).fill(a), b];
    expect(countSteps(automaton, alphabet, text, false, new Allowance(1e6))).to.be.above(2 ** 999);
  });

  it('stops when the allowance is used up', () => {
    for (const pattern of [/^(a+)+$/, /(?=a+)b/, /(?<=a+)b/]) {
      const { alphabet, automaton } = built(pattern);
      const text = Array<number>(100).fill(alphabet.classOf.get('a') as number);
      const counts = [10, 300, 1e6].map((steps) => countSteps(automaton, alphabet, text, true, new Allowance(steps)));
      expect(counts[0]).to.equal(undefined);
      expect(counts[1]).to.equal(undefined);
      expect(counts[2]).to.be.a('number');
    }
  });
});

// --- internal ---

function built(pattern: RegExp): { alphabet: Alphabet; automaton: Automaton } {
  const literal = parseRegExpLiteral(pattern);
  const alphabet = new Alphabet(literal.pattern, literal.flags);
  const shape = { unroll: 1000, flat: false, search: false, backward: false };
  return { alphabet, automaton: automatonOf(literal.pattern.alternatives, literal.flags, alphabet, shape) };
}

// The oracle takes every step, one after the other.
function tryAll(
  automaton: Automaton,
  alphabet: Alphabet,
  text: readonly number[],
): { steps: number; matched: boolean } {
  let steps = 0;
  const isWord = (place: number): boolean => alphabet.row(alphabet.word)[text[place] ?? -1] === 1;
  const isLineEnd = (place: number): boolean => alphabet.row(alphabet.lineEnd)[text[place] ?? -1] === 1;
  const holds = (condition: Condition, at: number): boolean => {
    switch (condition.kind) {
      case 'start':
        return at === 0 || (condition.multiline && isLineEnd(at - 1));
      case 'end':
        return at === text.length || (condition.multiline && isLineEnd(at));
      case 'word':
        return (isWord(at - 1) !== isWord(at)) !== condition.negate;
      case 'look':
        return walk(condition.body, 0, at) !== condition.negate;
      case 'doubtful':
        return true;
    }
  };
  const walk = (within: Automaton, state: number, at: number): boolean => {
    steps++;
    return (within.states[state]?.edges ?? []).some(({ to, conditions }) => {
      if (!conditions.every((condition) => holds(condition, at))) return false;
      const certain = conditions.every(({ kind }) => kind !== 'doubtful');
      if (to === ACCEPT) return certain;
      const letter = text[within.backward ? at - 1 : at];
      if (letter === undefined || alphabet.row(within.states[to]?.set ?? 0)[letter] !== 1) return false;
      return walk(within, to, within.backward ? at - 1 : at + 1) && certain;
    });
  };
  for (let at = 0; at <= text.length; at++) {
    steps++;
    if (walk(automaton, 0, at)) return { steps, matched: true };
  }
  return { steps, matched: false };
}
