import { expect } from 'chai';
import { findText, ownText } from '../../src/messages/find-text.ts';
import type { Catalogue } from '../../src/types.ts';
import { failureOf } from './failure-of.ts';

const TAGS = ['de-AT', 'de', '*'];

describe('findText', () => {
  const table: [catalogues: Record<string, Catalogue>, text: string | undefined][] = [
    [{}, undefined],
    [{ de: { int: 'a' } }, 'a'],
    [{ en: { int: 'a' } }, undefined],
    [{ de: { int: 'a' }, 'de-AT': { int: 'b' }, '*': { int: 'c' } }, 'b'],
    [{ '*': { int: 'c' } }, 'c'],
    [{ de: { int: 'a', '/x': 'b' } }, 'b'],
    [{ de: { int: 'a', '/x': { int: 'b' } } }, 'b'],
    [{ de: { int: 'a', '/x': { min: 'b' } } }, 'a'],
    [{ de: { int: 'a', '/y': 'b' } }, 'a'],
    [{ 'de-AT': { int: 'a' }, '*': { '/x': 'b' } }, 'b'],
  ];
  for (const [catalogues, text] of table) {
    it(`${JSON.stringify(catalogues)}: ${text}`, () => {
      expect(findText(new Map(Object.entries(catalogues)), TAGS, failureOf('int'))).to.equal(text);
    });
  }

  it('takes nothing from a prototype', () => {
    const catalogues = new Map([['*', { '/x': {} }]]);
    expect(findText(catalogues, TAGS, failureOf('constructor'))).to.equal(undefined);
    expect(findText(catalogues, TAGS, failureOf('a', true, { path: '/constructor' }))).to.equal(undefined);
  });
});

describe('ownText', () => {
  it('is a text or nothing', () => {
    expect(ownText({ a: 'b' }, 'a')).to.equal('b');
    expect(ownText({ a: 1 }, 'a')).to.equal(undefined);
    expect(ownText({}, 'toString')).to.equal(undefined);
    expect(ownText(undefined, 'a')).to.equal(undefined);
  });
});
