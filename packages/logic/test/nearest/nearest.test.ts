import { expect } from 'chai';
import { nearest, suggestion } from '../../src/nearest/nearest.ts';

describe('nearest', () => {
  const words = ['length', 'required', 'requiredIf', 'int', 'in', 'email'];
  const table: [word: string, near: string | undefined][] = [
    ['lenght', 'length'],
    ['legnth', 'length'],
    ['REQUIRED', 'required'],
    ['requird', 'required'],
    ['itn', 'int'],
    ['ins', 'int'],
    ['emails', 'email'],
    ['completely', undefined],
    ['', undefined],
    ['x'.repeat(100_000), undefined],
  ];
  for (const [word, near] of table) {
    it(`${word.slice(0, 20)} → ${near}`, () => expect(nearest(word, words)).to.equal(near));
  }

  it('is the first of equals', () => {
    expect(nearest('cat', ['bat', 'hat'])).to.equal('bat');
  });

  it('becomes a suggestion, or the other text', () => {
    expect(suggestion('emial', words)).to.equal('; did you mean "email"?');
    expect(suggestion('completely', words, '; see the list')).to.equal('; see the list');
    expect(suggestion('completely', words)).to.equal('');
  });
});
