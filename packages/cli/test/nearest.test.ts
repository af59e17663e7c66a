import { expect } from 'chai';
import { nearest } from '../src/nearest.ts';

const WORDS = ['controller', 'string', 'text', 'integer', 'id'];

const CASES: [word: string, found: string | undefined][] = [
  ['contoller', 'controller'],
  ['controlelr', 'controller'],
  ['STRING', 'string'],
  ['strng', 'string'],
  ['txet', 'text'],
  ['int', undefined],
  ['xyz', undefined],
  ['', undefined],
];

describe('nearest', () => {
  for (const [word, found] of CASES) {
    it(`finds ${found} for ${JSON.stringify(word)}`, () => expect(nearest(word, WORDS)).to.equal(found));
  }

  it('prefers the first of equally near words', () => expect(nearest('cat', ['bat', 'rat'])).to.equal('bat'));
});
