import { expect } from 'chai';
import { parseQuery } from '../src/parse-request.ts';

describe('parseQuery', () => {
  for (const [url, query] of [
    ['/post', {}],
    ['/post?', {}],
    ['/post?page=2', { page: '2' }],
    ['/post?tag=a&tag=b&tag=c', { tag: ['a', 'b', 'c'] }],
    ['/post?views[gte]=10&a.b=c', { 'views[gte]': '10', 'a.b': 'c' }],
    ['/post?a+b=c%20d&e=%E4%BD%A0', { 'a b': 'c d', e: '你' }],
    ['/post?flag&empty=', { flag: '', empty: '' }],
    ['/post?a=b=c?d', { a: 'b=c?d' }],
    ['/post?broken=%zz', { broken: '%zz' }],
    ['/post?constructor=1', { constructor: '1' }],
  ] as const) {
    it(`reads ${url}`, () => expect({ ...parseQuery(url) }).to.deep.equal(query));
  }

  it('keeps __proto__ as a parameter', () => {
    const query = parseQuery('/post?__proto__=1&__proto__=2');
    expect(Object.getPrototypeOf(query)).to.equal(null);
    expect(Object.entries(query)).to.deep.equal([['__proto__', ['1', '2']]]);
  });
});
