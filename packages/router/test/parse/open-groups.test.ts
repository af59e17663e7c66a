import { expect } from 'chai';
import { activeCharacters, openGroups } from '../../src/parse/open-groups.ts';

describe('openGroups', () => {
  for (const [source, flags, groups] of [
    ['a(b)(?:c)(?<d>e)', '', ['1:', '9:d']],
    ['[(](\\()(?=x)(?!y)(?<=z)(?<!w)', '', ['3:']],
    ['[[a]\\(](?<x>b)', 'v', ['7:x']],
  ] as const) {
    it(`of ${source}`, () =>
      expect(Array.from(openGroups(source, flags), ([at, name]) => `${at}:${name ?? ''}`)).to.deep.equal(groups));
  }
});

describe('activeCharacters', () => {
  it('leaves out what is escaped or in a class, and counts open groups', () => {
    const found = Array.from(activeCharacters('a\\((b[)])'), ([at, char, depth]) => `${at}${char}${depth}`);
    expect(found).to.deep.equal(['0a0', '3(0', '4b1', '8)0']);
  });
});
