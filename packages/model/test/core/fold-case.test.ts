import { expect } from 'chai';
import { caseVariants, foldCase } from '../../src/core/fold-case.ts';

describe('foldCase', () => {
  const changed = 'aA sSſ kK\u212a iIı åÅ\u212b ßẞ éÉ ǆǄǅ ÿŸ ⱥȺ ᵽⱣ ṡṠẛ μΜ\u00b5 σΣς θΘϑϴ ᾳᾼ ωΩ\u2126 жЖ ѐЀ ԯԮ';
  const kept = 'İ ŉ ª ΐ ա Ա ꙁ Ꙁ ꞑ Ꞑ ⓐ Ⓐ ａ Ａ ﬁ 𐐨 𐐀 7 😀';

  it('gives characters one form that are the same in upper or lower case', () => {
    for (const one of `${changed} ${kept}`.split(' ')) {
      const [first = '', ...others] = one;
      for (const character of [first, ...others]) {
        expect(foldCase(character)).to.equal(first);
        expect([...caseVariants(character)].sort().join('')).to.equal([...one].sort().join(''));
      }
    }
  });

  it('is the same on every version of Node.js', () => {
    let sum = 0;
    for (let code = 0; code < 0x10000; code += 1)
      sum = (sum * 31 + foldCase(String.fromCharCode(code)).charCodeAt(0)) >>> 0;
    expect(sum).to.equal(2_974_284_705);
  });

  it('maps each character of a text', () => {
    expect(foldCase('ΌΣΟΣ Straße, K😀\u0301É')).to.equal('όσοσ straße, k😀\u0301é');
  });
});
