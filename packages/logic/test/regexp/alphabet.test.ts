import { type AST, parseRegExpLiteral, visitRegExpAST } from '@eslint-community/regexpp';
import { expect } from 'chai';
import { Alphabet, ANY, flagsAt, type Leaf } from '../../src/regexp/alphabet.ts';

describe('Alphabet', () => {
  it('asks the engine which characters a part takes', () => {
    const rows: [string, string, string, string][] = [
      ['[b-d]', '', 'bcd', 'aeBD'],
      ['[b-d]', 'i', 'bcdBCD', 'aeAE'],
      ['k', 'iu', 'kK\u212a', 'jl'],
      ['k', 'i', 'kK', '\u212ajl'],
      ['.', '', 'a é', '\n\u2028'],
      ['.', 's', 'a\n\u2028', ''],
      ['\\p{Lu}', 'u', 'AÉ', 'aé1'],
      ['\\p{Script=Tamil}', 'u', 'க', 'a'],
      ['[^\\w]', '', ' -é', 'a0_'],
      ['[\\w--[a-c]]', 'v', 'dz0', 'abc-'],
    ];
    for (const [source, flags, taken, refused] of rows) {
      const { alphabet, sets } = alphabetOf(source, flags);
      const row = alphabet.row(sets[0] as number);
      for (const char of taken) expect(row[alphabet.classOf.get(char) ?? -1], `${source} ${char}`).to.equal(1);
      for (const char of refused) expect(row[alphabet.classOf.get(char) ?? -1], `${source} ${char}`).to.equal(0);
    }
  });

  it('meets sets', () => {
    const { alphabet, sets } = alphabetOf('[a-c][c-e][x]', '');
    const [first = 0, second = 0, third = 0] = sets;
    const both = alphabet.meet(first, second);
    expect(alphabet.classes(both).map((index) => alphabet.letters[index])).to.deep.equal(['c']);
    expect(alphabet.meet(second, first)).to.equal(both);
    expect(alphabet.meet(first, third)).to.equal(0);
    expect(alphabet.meet(first, ANY)).to.equal(first);
    expect(alphabet.meet(ANY, first)).to.equal(first);
  });

  it('has a member of every script and of what it shares with other parts', () => {
    const { alphabet, sets } = alphabetOf('\\p{Script=Tamil}\\p{L}\\p{Nd}', 'u');
    const [tamil = 0, letter = 0, digit = 0] = sets;
    expect(alphabet.meet(tamil, letter)).not.to.equal(0);
    expect(alphabet.meet(letter, digit)).to.equal(0);
  });
});

describe('flagsAt', () => {
  it('takes those of the expression where nothing changes them', () => {
    const { pattern, flags } = parseRegExpLiteral('/a/im');
    expect(flagsAt(pattern, flags)).to.deep.equal({ i: true, m: true, s: false });
  });

  it('takes the innermost change', () => {
    // As text: older engines cannot read it.
    const { pattern, flags } = parseRegExpLiteral('/(?i-s:a(?-i:b)(?m:c))/s');
    const found: Record<string, unknown> = {};
    visitRegExpAST(pattern, {
      onCharacterEnter: (character) => {
        found[character.raw] = flagsAt(character, flags);
      },
    });
    expect(found).to.deep.equal({
      a: { i: true, m: false, s: false },
      b: { i: false, m: false, s: false },
      c: { i: true, m: true, s: false },
    });
  });
});

// --- internal ---

function alphabetOf(source: string, letters: string): { alphabet: Alphabet; sets: number[] } {
  const { pattern, flags } = parseRegExpLiteral(`/${source}/${letters}`);
  const alphabet = new Alphabet(pattern, flags);
  const elements = (pattern.alternatives[0] as AST.Alternative).elements as Leaf[];
  return { alphabet, sets: elements.map((leaf) => alphabet.setOf(leaf, flags)) };
}
