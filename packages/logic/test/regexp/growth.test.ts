import { parseRegExpLiteral } from '@eslint-community/regexpp';
import { expect } from 'chai';
import { Alphabet } from '../../src/regexp/alphabet.ts';
import { classesOf, type Piece } from '../../src/regexp/attack.ts';
import { automatonOf } from '../../src/regexp/automaton.ts';
import { countSteps } from '../../src/regexp/count-steps.ts';
import { type Growth, growthOf, STEP_BUDGET } from '../../src/regexp/growth.ts';
import { Allowance } from '../../src/regexp/paths.ts';

describe('growthOf', () => {
  for (const [pattern, degree] of [
    [/^a+$/, 1],
    [/^a*a*$/, 2],
    [/^a*a*a*$/, 3],
  ] as const) {
    it(`knows that the steps of ${pattern} grow with the power ${degree} of the length`, () => {
      expect(grown(pattern).degree).to.be.closeTo(degree, 0.05);
    });
  }

  it('counts up to the repetitions that are over the budget', () => {
    const { fatal = 0, harmless, steps } = grown(/^(?:a|a)*$/);
    expect(steps(fatal)).to.be.above(STEP_BUDGET);
    // It doubles, so half as many are within.
    expect(steps(fatal / 2)).to.be.below(STEP_BUDGET);
    expect(harmless).to.equal(fatal / 2);
    expect(steps(harmless)).to.be.below(500_000);
  });

  it('reckons where it does not count: with the same power of the length', () => {
    const { fatal = 0, harmless, steps } = grown(/^a*a*$/);
    expect(steps(fatal) / STEP_BUDGET).to.be.closeTo(1, 0.05);
    expect(harmless).to.equal(512);
    expect(steps(harmless)).to.be.below(500_000);
    expect(steps(2 * harmless)).to.be.above(500_000);
  });

  it('is harmless at any length where steps grow with it', () => {
    expect(grown(/^a+$/)).to.include({ fatal: undefined, harmless: 256 });
    expect(grown(/^(?:ab)+$/, 'ab')).to.include({ fatal: undefined, harmless: 128 });
  });

  it('is fatal up to the last character that is permitted', () => {
    const { fatal = 0, pieces } = grown(/^a*a*$/);
    const { length } = classesOf(pieces, fatal);
    expect(length).to.be.above(fatal);
    expect(grown(/^a*a*$/, 'a', { maxLength: length }).fatal).to.equal(fatal);
    expect(grown(/^a*a*$/, 'a', { maxLength: length - 1 }).fatal).to.equal(undefined);
  });

  it('counts within the permitted length only', () => {
    expect(grown(/^(?:a|a)*$/, 'a', { maxLength: 12 })).to.include({ fatal: undefined, harmless: 11 });
    expect(grown(/^(?:ab|ab)*$/, 'ab', { maxLength: 12 })).to.include({ fatal: undefined, harmless: 5 });
    for (const maxLength of [0, 1]) {
      const growth = grown(/^(?:a|a)*$/, 'a', { maxLength, steps: 0 });
      expect(growth).to.include({ fatal: undefined, harmless: 1, degree: 0 });
    }
  });

  it('begins with texts that are long enough to match', () => {
    expect(grown(/^(?:a|a){40,}$/, 'a', { minLength: 40 }).fatal).to.equal(128);
    expect(grown(/^(?:a|a){40,}$/, 'a', { minLength: 40, maxLength: 81 }).fatal).to.equal(80);
    expect(grown(/^(?:a|a){40,}$/, 'a', { minLength: 40, maxLength: 60 }).fatal).to.equal(59);
  });

  it('ends the attack so that it costs most', () => {
    const ends = (pattern: RegExp): string => grown(pattern).end;
    // With `b` behind it the match succeeds at once; without an end, it does for a start.
    expect(ends(/^(?:a|a)*.?$/s)).not.to.be.oneOf(['', 'a']);
    expect(ends(/^(?:a|a)*(?:b|$)/)).not.to.be.oneOf(['', 'a', 'b']);
    // What is longer is not worth it.
    expect(ends(/^(?=a*b)(?:a|a)*[ab]$/)).to.have.lengthOf(2);
    expect(ends(/^(?:a|a)*$/)).to.have.lengthOf(1);
  });

  it('cannot tell when the allowance does not last for a short text', () => {
    expect(measured(/^(?:a|a)*$/, 'a', { steps: 10 }).growth).to.equal(undefined);
    // What was counted before it is used up is enough.
    expect(grown(/^a*a*$/, 'a', { steps: 8000 }).degree).to.be.above(1.5);
  });
});

// --- internal ---

interface Limits {
  readonly maxLength?: number;
  readonly minLength?: number;
  readonly steps?: number;
}

interface Measured extends Growth {
  readonly end: string;
  readonly steps: (repetitions: number) => number;
}

function grown(regexp: RegExp, repeated = 'a', limits: Limits = {}): Measured {
  const { growth, steps, shown } = measured(regexp, repeated, limits);
  if (growth === undefined) throw new Error('The allowance did not last.');
  const end = growth.pieces.slice(1).map(({ classes }) => shown(classes));
  return { ...growth, end: end.join(''), steps: (repetitions) => steps(growth.pieces, repetitions) };
}

function measured(
  regexp: RegExp,
  repeated: string,
  { maxLength = 100_000, minLength = 0, steps = 3_000_000 }: Limits,
): {
  readonly growth: Growth | undefined;
  readonly steps: (pieces: readonly Piece[], repetitions: number) => number;
  readonly shown: (classes: readonly number[]) => string;
} {
  const { pattern, flags } = parseRegExpLiteral(regexp);
  const alphabet = new Alphabet(pattern, flags);
  const shape = { unroll: 100, flat: false, search: false, backward: false };
  const automaton = automatonOf(pattern.alternatives, flags, alphabet, shape);
  const classes = [...repeated].map((char) => alphabet.classOf.get(char) as number);
  const options = { search: false, minLength, maxLength, allowance: new Allowance(steps) };
  const growth = growthOf({ kind: 'loop', pieces: [{ classes, repeated: true }] }, automaton, alphabet, options);
  return {
    growth,
    steps: (pieces, repetitions) =>
      countSteps(automaton, alphabet, classesOf(pieces, repetitions), false, new Allowance(1e7)) as number,
    shown: (classes) => classes.map((index) => alphabet.letters[index]).join(''),
  };
}
