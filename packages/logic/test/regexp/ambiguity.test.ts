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
    [/^(?:a|a)*$/, ['loop aa']],
    [/^(?:a*)*$/, ['loop a']],
    [/^a*a*$/, ['pair a']],
    [/^a*(?:ba)*$/, []],
    [/^(?:ab)*(?:ba)*$/, []],
    [/^(?:ab)*a?(?:ba)*$/, ['pair ab']],
    [/a*$/, ['pair a']],
  ];
  for (const [pattern, expected] of rows) {
    it(`finds in ${pattern}: ${expected.join(', ') || 'nothing'}`, () => {
      const found = find(pattern, 100_000) ?? [];
      expect([...new Set(found)].sort()).to.include.members(expected);
      if (expected.length === 0) expect(found).to.deep.equal([]);
    });
  }

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
