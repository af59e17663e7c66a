import { expect } from 'chai';
import { nearest, suggestion } from '../src/nearest.ts';

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

  const choices: [what: string, word: string, candidates: string[], near: string | undefined][] = [
    ['the first of equals', 'cat', ['bat', 'hat'], 'bat'],
    ['the nearest, wherever it stands', 'required', ['requiredIf', 'require', 'required'], 'required'],
    ['not one with a swap and another edit before one with a single edit', 'abcd', ['bacx', 'abcx'], 'abcx'],
    ['one that is a letter shorter than a short word', 'ins', ['in'], 'in'],
    ['nothing that only moves a letter to the end', 'ab', ['ca'], undefined],
    ['nothing that only moves a letter to the beginning', 'ab', ['bc'], undefined],
    ['two edits away from four letters', 'abcd', ['axxd'], 'axxd'],
    ['not two edits away from three letters', 'abc', ['axx'], undefined],
    ['compared up to 40 letters', `${'a'.repeat(39)}b`, ['a'.repeat(40)], 'a'.repeat(40)],
    ['not compared beyond 40 letters', 'a'.repeat(41), ['a'.repeat(41)], undefined],
  ];
  for (const [what, word, candidates, near] of choices) {
    it(`is ${what}`, () => expect(nearest(word, candidates)).to.equal(near));
  }

  it('writes a suggestion or the fallback', () => {
    expect(suggestion('emial', words)).to.equal('; did you mean "email"?');
    expect(suggestion('completely', words, '; see the list')).to.equal('; see the list');
    expect(suggestion('completely', words)).to.equal('');
  });
});
