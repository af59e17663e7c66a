import { expect } from 'chai';
import { CliError } from '../src/errors.ts';
import type { ComparedFile } from '../src/files/compare-file.ts';
import { errorText, fileLines, fileObjects, noteText, type Paint, paintFor, widthOf } from '../src/report.ts';

const plain: Paint = (_color, text) => text;
const FILES: ComparedFile[] = [
  { path: 'a.js', status: 'create', target: '/a.js', after: 'x' },
  { path: 'b.js', status: 'identical', target: '/b.js' },
  { path: 'r.js', status: 'route', rule: "['/a/:id?', 'rest']", target: '/r.js' },
  { path: 's.js', status: 'route', rule: "['/a/:id?', 'rest']", byHand: true, target: '/s.js' },
  { path: 'c.js', status: 'conflict', reason: 'c.ts is there already', target: '/c.js' },
];

describe('report', () => {
  it('writes one line a file', () => {
    expect(fileLines(FILES, plain)).to.equal(
      [
        'create     a.js',
        'identical  b.js',
        "route      r.js  ['/a/:id?', 'rest']",
        "route      s.js  add this yourself: ['/a/:id?', 'rest'],",
        'conflict   c.js  c.ts is there already',
        '',
      ].join('\n'),
    );
  });

  it('writes the same as objects, without the texts', () => {
    expect(JSON.parse(JSON.stringify(fileObjects(FILES)))).to.deep.equal([
      { status: 'create', path: 'a.js' },
      { status: 'identical', path: 'b.js' },
      { status: 'route', path: 'r.js', rule: "['/a/:id?', 'rest']" },
      { status: 'route', path: 's.js', rule: "['/a/:id?', 'rest']", byHand: true },
      { status: 'conflict', path: 'c.js', reason: 'c.ts is there already' },
    ]);
  });

  it('colours on a terminal only, and never against NO_COLOR', () => {
    const out = (isTTY: boolean) => ({ isTTY, write: () => true });
    expect(paintFor(out(true), {})('green', 'x')).to.equal('\u001b[32mx\u001b[39m');
    expect(paintFor(out(true), { NO_COLOR: '' })('red', 'x')).to.equal('\u001b[31mx\u001b[39m');
    expect(paintFor(out(true), { NO_COLOR: '1' })('green', 'x')).to.equal('x');
    expect(paintFor(out(true), { TERM: 'dumb' })('green', 'x')).to.equal('x');
    expect(paintFor(out(false), {})('green', 'x')).to.equal('x');
    expect(paintFor({ write: () => true }, {})('green', 'x')).to.equal('x');
  });

  it('breaks messages between words at 80 columns, and leaves code as it is', () => {
    const text = noteText(`${'word '.repeat(30).trim()}\nsecond line\n    ${'x'.repeat(100)} y`, plain);
    const lines = text.split('\n');
    expect(lines[0]).to.equal(`note  ${'word '.repeat(15).trim()}`.slice(0, 80).trimEnd());
    expect(lines).to.include('      second line');
    expect(lines.at(-2)).to.equal(`          ${'x'.repeat(100)} y`);
    expect(lines.slice(0, 3).every((line) => line.length <= 80)).to.equal(true);
  });

  it('writes an error with its code and its fix', () => {
    expect(errorText(new CliError('E_NAME', 'It is wrong.', 'Do it right.'), plain)).to.equal(
      'error It is wrong. (E_NAME)\n      Do it right.\n',
    );
  });
});

describe('widthOf', () => {
  it('is that of the terminal, and never so little that nothing fits', () => {
    const write = () => undefined;
    expect(widthOf({ write, isTTY: true, columns: 132 })).to.equal(132);
    expect(widthOf({ write, isTTY: true, columns: 0 })).to.equal(80);
    expect(widthOf({ write, columns: 132 })).to.equal(80);
    expect(widthOf({ write, isTTY: true, columns: 3 })).to.equal(20);
  });
});
