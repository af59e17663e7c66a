import { expect } from 'chai';
import { activeCharacters } from '../../src/parse/active-characters.ts';

describe('activeCharacters', () => {
  it('leaves out what is escaped or in a class, and counts open groups', () => {
    const found = Array.from(activeCharacters('a\\((b[)])'), ([at, char, depth]) => `${at}${char}${depth}`);
    expect(found).to.deep.equal(['0a0', '3(0', '4b1', '8)0']);
  });
});
