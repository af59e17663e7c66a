import { expect } from 'chai';
import { listFirst } from '../src/shorten.ts';

describe('listFirst', () => {
  const texts = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  for (const [count, said] of [
    [0, ''],
    [1, 'a'],
    [2, 'a; b'],
    [5, 'a; b; c; d; e'],
    [6, 'a; b; c; d; e; and 1 more'],
    [7, 'a; b; c; d; e; and 2 more'],
  ] as const) {
    it(`of ${count} texts is "${said}"`, () => expect(listFirst(texts.slice(0, count))).to.equal(said));
  }
});
