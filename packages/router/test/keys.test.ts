import { expect } from 'chai';
import { parseKey, writeKey } from '../src/resource/keys.ts';

const COLUMNS = new Map(
  (['string', 'integer', 'binary'] as const).map((type) => [
    type,
    { name: type, type, nullable: false, hasDefault: false },
  ]),
);

describe('keys in a path', () => {
  for (const [columns, key, segment] of [
    [['integer'], 7, '7'],
    [['string'], 'a b', 'a%20b'],
    [['string'], 'a,b', 'a%2Cb'],
    [['string'], '', '~'],
    [['string'], '.', '~Lg'],
    [['string'], '..', '~Li4'],
    [['string'], 'a/b', '~YS9i'],
    [['string'], '~', '~fg'],
    [['binary'], Uint8Array.of(255, 254), '__4'],
    [['integer', 'string'], [7, 'a,b'], '7,a%2Cb'],
    [['string', 'string'], ['', 'a/b'], '~,~YS9i'],
  ] as const) {
    it(`${JSON.stringify(key)} is ${segment}`, () => {
      expect(writeKey(key as never)).to.equal(segment);
      const read = parseKey(segment, columns, { columns: COLUMNS });
      const texts = Array.isArray(key) ? key.map(String) : String(key);
      expect(read).to.deep.equal(columns[0] === 'binary' ? segment : texts);
    });
  }

  for (const [columns, segment] of [
    [['string'], '~ZnI'],
    [['string'], '~!'],
    [['integer', 'string'], '7'],
    [['integer', 'string'], '7,a,b'],
    [['integer', 'string'], '7,'],
  ] as const) {
    it(`${segment} is no key of ${columns}`, () =>
      expect(parseKey(segment, columns, { columns: COLUMNS })).to.equal(undefined));
  }

  // No store keeps it either.
  it('half of a surrogate pair, as JSON can hold it, is replaced', () =>
    expect(writeKey('\ud800')).to.equal('%EF%BF%BD'));
});
