import { parseRegExpLiteral } from '@eslint-community/regexpp';
import { expect } from 'chai';
import { Alphabet } from '../../src/regexp/alphabet.ts';
import { automatonOf } from '../../src/regexp/automaton.ts';
import { heaviestTexts } from '../../src/regexp/heaviest.ts';
import { Allowance } from '../../src/regexp/paths.ts';

/** The texts as they are read: `/x/(a)*` for one whose end is repeated. */
function texts(regexp: RegExp, allowance = 400_000): string[] {
  const { pattern, flags } = parseRegExpLiteral(regexp);
  const alphabet = new Alphabet(pattern, flags);
  const shape = { flat: false, search: false, backward: false, unroll: 1000 };
  const automaton = automatonOf(pattern.alternatives, flags, alphabet, shape);
  return heaviestTexts(automaton, alphabet, new Allowance(allowance)).map((pieces) =>
    pieces
      .map(({ classes, repeated }) => {
        const text = classes.map((index) => alphabet.letters[index]).join('');
        return repeated ? `(${text})*` : text;
      })
      .join(''),
  );
}

describe('heaviestTexts', () => {
  it('finds the letters that are read in most ways, behind what has to stand before them', () => {
    expect(texts(/^x(?:a|b)(?:[ab]|b)(?:[a-c]|c)$/)).to.deep.equal(['xabc']);
  });

  it('follows what begins with less, and comes to more', () => {
    expect(texts(/^(?:(?:[ab]|[ab]|a)x|c(?:p|p)(?:q|q)(?:r|r))$/)).to.deep.equal(['cpqr']);
  });

  it('shows an end that is repeated as such, and the text as a whole', () => {
    expect(texts(/^x(?:a|a){6}$/)).to.deep.equal(['x(a)*', 'xaaaaaa']);
    expect(texts(/^(?:a|a){6}$/)).to.deep.equal(['(a)*', 'aaaaaa']);
    expect(texts(/^(?:ab|ab){6}$/)).to.deep.equal(['(ab)*', 'ab'.repeat(6)]);
  });

  it('ends, however long the texts are', () => {
    expect(texts(/^a*$/)[1]).to.have.length(500);
    expect(texts(/^(?:a|a)*$/)[1]?.length).to.be.within(30, 50);
  });

  it('gives what it has when its allowance is used up', () => {
    for (let allowance = 0; allowance < 60; allowance++) {
      for (const text of texts(/^[ab]{3}c$/, allowance)) expect('aaac').to.match(new RegExp(`^${text}`));
    }
    expect(texts(/^a$/, 0)).to.deep.equal([]);
  });

  it('has nothing for an expression that reads nothing', () => expect(texts(/^$/)).to.deep.equal([]));
});
