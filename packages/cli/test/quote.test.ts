import { expect } from 'chai';
import { oneLine, printable, quote, word } from '../src/quote.ts';

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

describe('word', () => {
  it('leaves a plain word as it is, and quotes others', () => {
    expect(['post', '--no-route', '--db=x', 'a b', '', '\u001b', 'x'.repeat(81)].map(word)).to.deep.equal([
      ...['post', '--no-route', '--db=x', '"a b"', '""', '"\\u001b"'],
      `"${'x'.repeat(79)}…"`,
    ]);
  });
});

describe('printable', () => {
  it('escapes all that a terminal acts on, but line feeds', () => {
    expect(printable('a\u001b[31m\r\n\tb\u009b\u202e é 😀')).to.equal(
      'a\\u001b[31m\\u000d\n\\u0009b\\u009b\\u202e é 😀',
    );
  });
});

describe('oneLine', () => {
  it('escapes line feeds, too', () => expect(oneLine('a\nb\u001b')).to.equal('a\\nb\\u001b'));
});
