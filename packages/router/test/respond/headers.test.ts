import { ServerResponse } from 'node:http';
import { expect } from 'chai';
import { addVary, copyHeaders, findHeader, replaceHeader, setDefault } from '../../src/respond/headers.ts';

describe('copyHeaders', () => {
  it('copies, and keeps the last of those that differ in case alone', () => {
    const given = JSON.parse('{"X-A":"1","x-a":"2","__proto__":"3"}');
    const copy = copyHeaders(given);
    expect(Object.entries(copy).flat()).to.deep.equal(['x-a', '2', '__proto__', '3']);
    expect(copy).not.to.equal(given);
  });

  for (const given of [{ 'a b': 'c' }, { 'X-A': 'a\nb' }, { 'X-A': '€' }, { 'X-A': undefined as never }, { '': 'a' }]) {
    it(`refuses ${JSON.stringify(given)}`, () => {
      expect(() => copyHeaders(given)).to.throw(TypeError);
    });
  }
});

describe('findHeader and setDefault', () => {
  it('look at names in any case', () => {
    const headers = { 'content-TYPE': 'a' };
    expect([findHeader(headers, 'Content-Type'), findHeader(headers, 'ETag')]).to.deep.equal(['a', undefined]);
    setDefault(headers, 'Content-Type', 'b');
    setDefault(headers, 'ETag', '"c"');
    expect(headers).to.deep.equal({ 'content-TYPE': 'a', ETag: '"c"' });
  });
});

describe('replaceHeader', () => {
  it('leaves one field of a name', () => {
    const headers = { 'X-A': '1', 'x-b': '2', 'X-b': '3', 'X-AA': '4' };
    replaceHeader(headers, 'X-B', '5');
    replaceHeader(headers, 'ETag', '"c"');
    expect(headers).to.deep.equal({ 'X-A': '1', 'X-AA': '4', 'X-B': '5', ETag: '"c"' });
  });
});

describe('addVary', () => {
  for (const [before, added, after] of [
    [undefined, 'Accept', 'Accept'],
    ['Origin', 'Accept', 'Origin, Accept'],
    ['Origin', 'Accept, origin', 'Origin, Accept'],
    ['origin,accept', 'Accept', 'origin, accept'],
    [['A', 'B, C'], 'b, D', 'A, B, C, D'],
    ['*', 'Accept', '*'],
    ['Accept', '*', '*'],
    ['', 'Accept,, ', 'Accept'],
  ] as const) {
    it(`makes ${JSON.stringify(after)} of ${JSON.stringify(before)} and ${JSON.stringify(added)}`, () => {
      const res = new ServerResponse({ method: 'GET' } as never);
      if (before !== undefined) res.setHeader('Vary', before);
      addVary(res, added);
      expect(res.getHeader('Vary')).to.equal(after);
    });
  }
});
