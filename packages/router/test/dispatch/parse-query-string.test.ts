import { expect } from 'chai';
import { parseQueryString } from '../../src/core/dispatch/parse-query-string.ts';
import { HttpError } from '../../src/core/errors.ts';

describe('parseQueryString', () => {
  for (const [url, expected] of [
    ['', {}],
    ['b=1', { b: '1' }],
    ['b=&c=2', { b: '', c: '2' }],
    ['&&b=1&', { b: '1' }],
    ['b=1&b=2&b=3', { b: ['1', '2', '3'] }],
    ['b=x+y%20z', { b: 'x y z' }],
    ['views%5Bgte%5D=10', { 'views[gte]': '10' }],
    ['b=%2525', { b: '%25' }],
  ] as const) {
    it(`reads ${url}`, () => {
      expect({ ...parseQueryString(url, 100) }).to.deep.equal(expected);
    });
  }

  it('keeps prototype names as plain names', () => {
    const query = parseQueryString('__proto__=1&constructor=2&__proto__=3', 100);
    expect(Object.getPrototypeOf(query)).to.equal(null);
    expect(Object.entries(query)).to.deep.equal([
      ['__proto__', ['1', '3']],
      ['constructor', '2'],
    ]);
  });

  it('refuses a bad escape', () => {
    for (const url of ['b=%', 'b=%zz', '%ff=1']) {
      expect(() => parseQueryString(url, 100))
        .to.throw(HttpError)
        .that.includes({ status: 400, code: 'E_BAD_ESCAPE' });
    }
  });

  it('refuses one parameter more than allowed', () => {
    expect(Object.keys(parseQueryString('a=1&b=2', 2))).to.have.length(2);
    expect(() => parseQueryString('a=1&b=2&c=3', 2))
      .to.throw(HttpError, 'more than 2')
      .that.includes({ status: 400, code: 'E_QUERY' });
  });
});
