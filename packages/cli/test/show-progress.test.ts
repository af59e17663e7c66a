import { expect } from 'chai';
import { showProgress } from '../src/show-progress.ts';

function shown(output: { isTTY?: boolean; columns?: number }, ...texts: string[]): string {
  let written = '';
  const write = (text: string): unknown => (written += text);
  const progress = showProgress({ ...output, write });
  for (const text of texts) progress.show(text);
  progress.end();
  return written;
}

describe('showProgress', () => {
  const table: readonly [
    what: string,
    output: { isTTY?: boolean; columns?: number },
    texts: string[],
    written: string,
  ][] = [
    ['nothing where there is no terminal', {}, ['a', 'b'], ''],
    [
      'one text after the other in one line, then none',
      { isTTY: true },
      ['a', 'b'],
      '\r\u001b[2Ka …\r\u001b[2Kb …\r\u001b[2K',
    ],
    ['nothing when nothing happened', { isTTY: true }, [], ''],
    ['what fits into the line', { isTTY: true, columns: 8 }, ['abcdefghij'], '\r\u001b[2Kabcde …\r\u001b[2K'],
  ];
  for (const [what, output, texts, written] of table) {
    it(what, () => expect(shown(output, ...texts)).to.equal(written));
  }
});
