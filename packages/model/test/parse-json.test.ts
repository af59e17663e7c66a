import { expect } from 'chai';
import { parseJson } from '../src/json-values.ts';

describe('parseJson', () => {
  const read = { a: 1 };
  const rows: [value: unknown, expected: unknown][] = [
    ['{"a":[1,null]}', { a: [1, null] }],
    ['"a"', 'a'],
    ['{broken', '{broken'],
    ['', ''],
    [read, read],
    [7n, 7n],
    [null, null],
  ];
  for (const [value, expected] of rows) {
    it(`reads ${String(value)}`, () => expect(parseJson(value)).to.deep.equal(expected));
  }
});
