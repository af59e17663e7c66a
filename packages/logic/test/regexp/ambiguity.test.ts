import { parseRegExpLiteral } from '@eslint-community/regexpp';
import { expect } from 'chai';
import { Alphabet } from '../../src/regexp/alphabet.ts';
import { type Ambiguity, ambiguitiesOf } from '../../src/regexp/ambiguity.ts';
import { automatonOf } from '../../src/regexp/automaton.ts';
import { Allowance, spell } from '../../src/regexp/paths.ts';

describe('ambiguitiesOf', () => {
  const rows: [RegExp, string[]][] = [
    [/^(?:ab)*$/, []],
    [/^a*b*$/, []],
    [/^(?:a|b)*a$/, []],
    [/^(?:ab|ac)*$/, []],
    [/^a*ca*$/, []],
    [/^(?:a|a)*$/, ['loop aa', 'loop aaa']],
    [/^(?:a*)*$/, ['loop a']],
    [/^a*a*$/, ['pair a']],
    [/^a*(?:ba)*$/, []],
    [/^(?:ab)*(?:ba)*$/, []],
    [/^(?:ab)*a?(?:ba)*$/, ['pair ab', 'pair baba']],
    // What is repeated brings both back to where they were.
    [/^(?:aa)*a*$/, ['pair aa']],
    [/^a*(?:aa)*$/, ['pair aa']],
    [/a*$/, ['pair a']],
  ];
  for (const [pattern, expected] of rows) {
    it(`finds in ${pattern}: ${expected.join(', ') || 'nothing'}`, () => {
      const found = find(pattern, 100_000) ?? [];
      expect([...new Set(found)].sort()).to.deep.equal(expected);
    });
  }

  it('finds a few of many', () => {
    expect(find(/^(?:a|a|b|b|c|c|d|d|e|e)*$/, 100_000)).to.have.lengthOf(8);
    expect(find(/^[a-e]*(?:abcde)*$/, 100_000)).to.deep.equal(['pair bcdea', 'pair cdeab', 'pair deabc']);
  });

  it('finds pairs first that may stay where they are, on many characters', () => {
    // Both stay on `[b-e]`; from `a` on, the second could not stay.
    const [first, ...others] = find(/^[a-e]*(?:ab[b-e]*)*$/, 100_000) ?? [];
    expect(first).to.equal('pair abb');
    expect(others).to.deep.equal(['pair ba', 'pair ab']);
  });

  it('gives up when the allowance is used up, wherever that is', () => {
    for (const pattern of [/^(?:a|b|c)*$/, /^(?:ab)*(?:ab)*$/]) {
      const answers = Array.from({ length: 60 }, (_, steps) => find(pattern, steps));
      const enough = answers.findIndex((answer) => answer !== undefined);
      expect(enough).to.be.above(5);
      expect(answers.slice(enough)).not.to.include(undefined);
    }
  });
});

// --- internal ---

function find(regexp: RegExp, steps: number): string[] | undefined {
  const { pattern, flags } = parseRegExpLiteral(regexp);
  const alphabet = new Alphabet(pattern, flags);
  const shape = { unroll: 8, flat: true, search: true, backward: false };
  const automaton = automatonOf(pattern.alternatives, flags, alphabet, shape);
  const show = ({ kind, word }: Ambiguity): string =>
    `${kind} ${spell(word, alphabet)
      .map((index) => alphabet.letters[index])
      .join('')}`;
  return ambiguitiesOf(automaton, alphabet, new Allowance(steps))?.map(show);
}
