import { createContext, runInContext } from 'node:vm';
import { expect } from 'chai';
import fc from 'fast-check';
import { literal } from '../src/render.ts';
import { noteText, paintFor, widthOf } from '../src/report.ts';
import { oneLine, printable, quote, sentence } from '../src/text.ts';

describe('text', () => {
  for (const [text, quoted] of [
    ['a "b"', '"a \\"b\\""'],
    ['\u001b[31m', '"\\u001b[31m"'],
    ['\u007f\u009b\u202e\u2028\ufeff', '"\\u007f\\u009b\\u202e\\u2028\\ufeff"'],
    ['x'.repeat(81), `"${'x'.repeat(79)}…"`],
  ] as const) {
    it(`is quoted as ${quoted}`, () => expect(quote(text)).to.equal(quoted));
  }

  it('has no characters that control a terminal', () => {
    const raw = 'a\u001b[31m\r\n\tb\u009b\u202e é 😀';
    expect(printable(raw)).to.equal('a\\u001b[31m\\u000d\n\\u0009b\\u009b\\u202e é 😀');
    expect(oneLine('a\nb\u001b')).to.equal('a\\nb\\u001b');
  });

  it('ends as a sentence', () => {
    expect(['It failed', 'It failed.', 'Really?', 'No!'].map(sentence)).to.deep.equal([
      ...['It failed.', 'It failed.', 'Really?', 'No!'],
    ]);
  });

  it('in code is a literal that evaluates to it', () => {
    const special = fc.constantFrom("'", '"', '`', '\\', '\n', '\r', '\u2028', '\0', '${', '//', '*/', ';');
    const texts = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: special }));
    const context = createContext(Object.create(null));
    fc.assert(fc.property(texts, (text) => runInContext(literal(text), context) === text));
    expect(literal(`it's "x"`)).to.equal(`'it\\'s "x"'`);
  });

  it('of messages is broken at 80 columns, except indented code', () => {
    const text = noteText(
      `${'word '.repeat(30).trim()}\nsecond line\n    ${'x'.repeat(100)} y`,
      paintFor({ write: () => 0 }, {}),
    );
    const lines = text.split('\n');
    expect(lines[0]).to.equal(`note  ${'word '.repeat(15).trim()}`.slice(0, 80).trimEnd());
    expect(lines)
      .to.include('      second line')
      .and.include(`          ${'x'.repeat(100)} y`);
    expect(Math.max(...lines.slice(0, 3).map((line) => line.length))).to.be.at.most(80);
  });

  it('has colors on a terminal only, and not with NO_COLOR or TERM=dumb', () => {
    const paint = (isTTY: boolean, env = {}) => paintFor({ isTTY, write: () => 0 }, env)('green', 'x');
    expect([paint(true), paint(true, { NO_COLOR: '' })]).to.deep.equal(Array(2).fill('\u001b[32mx\u001b[39m'));
    expect([paint(false, { FORCE_COLOR: '1' }), paint(true, { FORCE_COLOR: '2', NO_COLOR: '1' })]).to.deep.equal(
      Array(2).fill('\u001b[32mx\u001b[39m'),
    );
    expect(paint(true, { FORCE_COLOR: '0' })).to.equal('x');
    expect([paint(false), paint(true, { NO_COLOR: '1' }), paint(true, { TERM: 'dumb' })]).to.deep.equal([
      'x',
      'x',
      'x',
    ]);
  });

  it('is as wide as the terminal, at least 20 columns', () => {
    const width = (isTTY: boolean, columns: number) => widthOf({ write: () => 0, isTTY, columns });
    expect([width(true, 132), width(true, 0), width(false, 132), width(true, 3)]).to.deep.equal([132, 80, 80, 20]);
  });
});
