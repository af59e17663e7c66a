import { expect } from 'chai';
import { quote } from '../src/quote.ts';

const CASES: [text: string, quoted: string][] = [
  ['post', '"post"'],
  ['a "b"', '"a \\"b\\""'],
  ['\u001b[31m', '"\\u001b[31m"'],
  ['\u007f\u009b\u202e\u2028\ufeff', '"\\u007f\\u009b\\u202e\\u2028\\ufeff"'],
  ['x'.repeat(80), `"${'x'.repeat(80)}"`],
  ['x'.repeat(81), `"${'x'.repeat(79)}…"`],
];

describe('quote', () => {
  for (const [text, quoted] of CASES) {
    it(`writes ${quoted}`, () => expect(quote(text)).to.equal(quoted));
  }
});
