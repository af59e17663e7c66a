import { expect } from 'chai';
import fc from 'fast-check';
import { literalPrefix } from '../../src/compile/literal-prefix.ts';

describe('literalPrefix', () => {
  for (const [expression, prefix] of [
    [/\/post\/(\d+)/, '/post/'],
    [/\/post(?:\/(\d+))?/, '/post'],
    [/\/v1\.0\/a-b/, '/v1.0/a-b'],
    [/\/posts?/, '/post'],
    [/\/a{2}/, '/'],
    [/\/a+/, '/'],
    [/\/(\w+)/, '/'],
    [/\/café/, '/caf'],
    [/\/a|\/b/, ''],
    [/^\/a/, ''],
    [/\/\w/, '/'],
    [/.\/a/, ''],
  ] as const) {
    it(`of ${expression} is ${JSON.stringify(prefix)}`, () =>
      expect(literalPrefix(expression.source)).to.equal(prefix));
  }

  it('begins every text that a generated expression matches', () => {
    const piece = fc.constantFrom(
      '\\/',
      'a',
      'b',
      'a?',
      'b*',
      'a{0,1}',
      '(?:a|b)',
      '(?:b)?',
      '[ab]',
      '\\.',
      'a|b',
      '.',
      '$',
      '\\w',
      '-',
    );
    const expression = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''));
    const text = fc.stringMatching(/^[ab/.|-]{0,6}$/);
    fc.assert(
      fc.property(expression, text, (source, path) => {
        if (new RegExp(`^(?:${source})$`).test(path)) expect(path.startsWith(literalPrefix(source))).to.equal(true);
      }),
      { numRuns: 20_000 },
    );
  });
});
