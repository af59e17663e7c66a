import { expect } from 'chai';
import { compileTarget, fillingOf } from '../../src/compile/compile-target.ts';
import { parseRules } from '../../src/parse/rule.ts';
import type { ParsedRule, RuleConfig } from '../../src/parse/types.ts';

const compile = (rule: RuleConfig) => {
  return compileTarget(parseRules([rule], { caseSensitive: false, strict: false })[0] as ParsedRule);
};

describe('compileTarget', () => {
  it('finds captures by number and by name, and adds the names that the target does not place', () => {
    expect(compile(['/:shop/:kind/:id?', 'a/:kind?s=x-:1', 'rest'])).to.deep.equal({
      controller: undefined,
      controllerParts: ['a/', [2]],
      params: [
        { name: 's', parts: ['x-', [1]] },
        { name: 'id', parts: [[3]] },
      ],
    });
  });

  it('has a fixed name where no capture is in it', () => {
    expect(compile(['/post/:id?', 'v1/post', 'rest']).controller).to.equal('v1/post');
  });
});

describe('fillingOf', () => {
  const target = compile([/\/a\/(?<id>\d+)|\/b\/(?<id2>\w+)\/(\w)?/, 'x:3?p=:1&q=:2-:3', 'rest']);

  it('keeps what takes part on a way', () => {
    expect(fillingOf(target, new Set([1]))).to.deep.equal({
      params: [{ name: 'p', parts: [[1]], group: 1 }],
      controller: [],
    });
    expect(fillingOf(target, new Set([2, 3]))).to.deep.equal({
      params: [{ name: 'q', parts: [[2], '-', [3]], group: 0 }],
      controller: ['x', [3]],
    });
  });

  it('keeps all where only the match tells', () => {
    expect(fillingOf(target).params.map(({ name, group }) => [name, group])).to.deep.equal([
      ['p', 0],
      ['q', 0],
    ]);
  });
});
