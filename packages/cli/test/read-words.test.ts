import { expect } from 'chai';
import { COMMON, type Options } from '../src/options.ts';
import { readWords, type Words } from '../src/read-words.ts';

const OPTIONS: Options = { ...COMMON, rest: { type: 'boolean', alias: 'r', describe: '' } };
const NOTHING: Words = { values: {}, words: [], behind: [], unknown: [], lacking: [] };

const CASES: [line: string, words: Partial<Words>][] = [
  ['', {}],
  ['controller post title:string', { words: ['controller', 'post', 'title:string'] }],
  ['post --rest', { words: ['post'], values: { rest: true } }],
  ['-r post', { words: ['post'], values: { rest: true } }],
  ['--rest=true', { values: { rest: true } }],
  ['--rest=false', { values: { rest: false } }],
  ['--rest=yes', { values: { rest: false } }],
  ['-r=false', { values: { rest: false } }],
  ['--rest false post', { values: { rest: false }, words: ['post'] }],
  ['--rest true', { values: { rest: true } }],
  ['--rest --rest=false', { values: { rest: false } }],
  ['--cwd a --cwd=b', { values: { cwd: 'b' } }],
  ['--cwd=', { values: { cwd: '' } }],
  ['--cwd=-a', { values: { cwd: '-a' } }],
  ['--cwd', { lacking: ['cwd'] }],
  ['--cwd --json', { lacking: ['cwd'] }],
  ['-rxy', { values: { rest: true }, unknown: ['x', 'y'] }],
  ['--forse x post', { unknown: ['forse'], words: ['post'] }],
  ['--forse=x post', { unknown: ['forse'], words: ['post'] }],
  ['-x=1', { unknown: ['x'] }],
  ['--no-rest', { unknown: ['no-rest'] }],
  ['--toString', { unknown: ['toString'] }],
  ['--__proto__ x', { unknown: ['__proto__'] }],
  ['12', { words: ['12'] }],
  ['a -- b --rest -', { words: ['a'], behind: ['b', '--rest', '-'] }],
];

describe('readWords', () => {
  for (const [line, words] of CASES) {
    it(`takes "${line}" apart`, () => {
      expect(readWords(line.split(' ').filter(Boolean), OPTIONS)).to.deep.equal({ ...NOTHING, ...words });
    });
  }
});
