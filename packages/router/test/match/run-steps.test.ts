import { expect } from 'chai';
import { compileVariant } from '../../src/compile/compile-variant.ts';
import { flattenExpression } from '../../src/compile/flatten-expression.ts';
import { createSearch } from '../../src/compile/search.ts';
import { hasText, runSteps } from '../../src/match/run-steps.ts';
import { readExpression } from '../../src/parse/read-expression.ts';

/** The captures of the first variant of an expression, with a `!` where they have to be decoded, checked or split; `undefined` for no match. */
function run(expression: RegExp, path: string): (string | undefined)[] | undefined {
  const { steps = [], skip } = compileVariant(flattenExpression(readExpression(expression))[0] ?? []);
  const { slots } = createSearch();
  if (!runSteps(steps, path, skip, path.length, { slots })) return undefined;
  const groups = Math.max(...steps.map(({ group }) => group));
  return Array.from({ length: groups }, (_, at) => {
    const [begin, end, unsafe] = slots.subarray(3 * (at + 1));
    return path.slice(begin, end) + (unsafe ? '!' : '');
  });
}

describe('runSteps', () => {
  for (const [expression, path, captures] of [
    [/\/a\/(\d+)/, '/a/12', ['12']],
    [/\/a\/(\d+)/, '/a/', undefined],
    [/\/a\/(\d+)/, '/a/1b', undefined],
    [/\/a\/(\d*)/, '/a/', ['']],
    [/\/(\d{2})(\d+)/, '/123', ['12', '3']],
    [/\/(\d{2,3})\/b/, '/1234/b', undefined],
    [/\/([^/]+)\/B/i, '/x/b', ['x']],
    [/\/([^/]+)\/B/, '/x/b', undefined],
    [/\/([^/]+)\/Bc/, '/x/B', undefined],
    [/\/([^/]+)/, '/%20', ['%20!']],
    [/\/([^/]+)/, '/\u00e9', ['\u00e9!']],
    [/\/(.+)/, '/a/b', ['a/b!']],
    [/\/(.+)/, '/a\u2028', undefined],
    [/\/(v\d)\/(a)/, '/v1/a', ['v1!', 'a!']],
  ] as const) {
    it(`of ${expression} on ${path}: ${captures ?? 'nothing'}`, () =>
      expect(run(expression, path)).to.deep.equal(captures));
  }
});

describe('hasText', () => {
  for (const [text, fold, path, has] of [
    ['ab', true, 'xAb', true],
    ['ab', false, 'xAb', false],
    ['ab', true, 'xa', false],
    ['[', true, 'x{', false],
    ['k', true, 'x\u212a', false],
  ] as const) {
    it(`${text}${fold ? ', in either case,' : ''} in ${path}: ${has}`, () =>
      expect(hasText(text, fold, path, 1, path.length)).to.equal(has));
  }
});
