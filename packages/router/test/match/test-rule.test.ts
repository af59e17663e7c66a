import { expect } from 'chai';
import { compileRules } from '../../src/compile/compile-rules.ts';
import type { CompiledRule } from '../../src/compile/types.ts';
import { testRule } from '../../src/match/test-rule.ts';
import { parseRules } from '../../src/parse/rule.ts';
import type { ParsedRule, RuleConfig } from '../../src/parse/types.ts';

describe('testRule', () => {
  for (const [rule, path, takes] of [
    [['/post/:id?', 'rest'], '/POST/1/', true],
    [['/post/:id?', 'rest', { strict: true }], '/post/1/', false],
    [['/post/:id?', 'rest'], '/posts', false],
    [[/\/Post\/(\d+)/, 'x', 'rest'], '/Post/1', true],
    [[/\/Post\/(\d+)/, 'x', 'rest'], '/post/1', false],
    [[/\/k/i, 'x', 'rest'], '/\u212a', false],
    [[/\/a(?!b)/, 'x', 'rest'], '/a/', true],
    [[/post/, 'x', 'rest', { match: 'search' }], '/my/posts', true],
    [{ match: '/api', rules: [['/:a/:b', 'x', 'rest']] }, '/app/b', false],
  ] as [RuleConfig, string, boolean][]) {
    it(`${JSON.stringify(rule)} ${takes ? 'takes' : 'leaves'} ${path}`, () => {
      const parsed = parseRules([rule], { caseSensitive: false, strict: false }) as ParsedRule[];
      const [compiled] = compileRules(parsed, { maxPath: 2048 }).rules;
      expect(testRule(compiled as CompiledRule, path)).to.equal(takes);
    });
  }
});
