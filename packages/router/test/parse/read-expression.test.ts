import { expect } from 'chai';
import { readExpression } from '../../src/parse/read-expression.ts';

/** Not in a literal: the types are those of an older target. */
const WITH_SETS = 'v';

describe('readExpression', () => {
  for (const [expression, groups] of [
    [/a(b)(?:c)(?<d>e)/, [undefined, 'd']],
    [/[(](\()(?=x)(?!(y))(?<=z)(?<!w)/, [undefined, undefined]],
    [new RegExp('[[a]\\(](?<x>b)', WITH_SETS), ['x']],
    [/(a)/m, [undefined]],
  ] as const) {
    it(`counts the groups of ${expression}`, () => expect(readExpression(expression).groups).to.deep.equal(groups));
  }

  it('makes one text of the characters that follow each other', () => {
    expect(readExpression(/\/Post\x2f[.]a{2}/).alternatives).to.deep.equal([
      [{ kind: 'text', text: '/Post/.aa', written: '/Post/.aa', ignoreCase: false }],
    ]);
    expect(readExpression(/\/Post/i).alternatives).to.deep.equal([
      [{ kind: 'text', text: '/post', written: '/Post', ignoreCase: true }],
    ]);
  });

  it('shares the groups that are written alike, and numbers their captures by their place', () => {
    const [first, second] = [/\/a(?:\/(\d+))?/, /\/b(?:\/(\d+))?/].map(
      (one) => readExpression(one).alternatives[0]?.[1],
    );
    expect(first).to.equal(second);
    const [, , third] = readExpression(/\/(a)\/c(?:\/(\d+))?/).alternatives[0] ?? [];
    expect(third).not.to.equal(first);
  });

  it('says why a part is not understood', () => {
    const reasons = [/a(?=b)/, /a\b/, /(a)\1/, /a/m].map((one) => {
      return readExpression(one)
        .alternatives.flat()
        .flatMap((node) => (node.kind === 'unread' ? [node.reason] : []));
    });
    expect(reasons).to.deep.equal([
      ['it looks ahead or behind'],
      ['it has a boundary of words'],
      ['it refers back to a capture'],
      ['it has the flag m'],
    ]);
  });
});
