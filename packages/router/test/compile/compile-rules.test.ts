import { expect } from 'chai';
import { compileRules } from '../../src/compile/compile-rules.ts';
import { StartError } from '../../src/errors.ts';
import { parseRules } from '../../src/parse/rule.ts';
import type { ParsedRule, RuleConfig } from '../../src/parse/types.ts';

const compile = (...rules: RuleConfig[]) =>
  compileRules(parseRules(rules, { caseSensitive: false, strict: false }) as ParsedRule[], {
    maxPath: 2048,
    file: 'src/config/router.ts',
  });

describe('compileRules', () => {
  for (const rule of [
    [/\/(a+)+/, 'x?id=:1', 'rest'],
    [/\/(a|a)*b/, 'x', 'rest', { match: 'search' }],
    ['/x/:id((?:a|aa)*)', 'rest'],
    { match: /^(\w+)*!$/, rules: [['/x', 'rest']] },
  ] as RuleConfig[]) {
    it(`refuses an expression that can hang: ${JSON.stringify(String(Array.isArray(rule) ? rule[0] : (rule as { match: RegExp }).match))}`, () => {
      expect(() => compile(['/ok', 'rest'], rule))
        .to.throw(StartError, /can hang: it takes exponential time, for example on /)
        .that.includes({ code: 'E_RULE_SLOW', file: 'src/config/router.ts' })
        .and.has.nested.property('rule.number')
        .that.matches(/^2/);
    });
  }

  it('says why when the expression is too large to tell', () => {
    expect(() => compile([new RegExp(`/${'(?:a?)'.repeat(400)}`), 'x', 'rest'])).to.throw(StartError, /can hang: .+/);
  });

  it('takes every rule of the seed and the design', () => {
    const rules: RuleConfig[] = [
      [/\/user(?:\/(\d+))?/, 'user?id=:1', 'rest'],
      ['/post/:id?', '/post', 'rest'],
      ['/tag/:id?', 'rest'],
      [/\/post\/(\d+)\/comments(?:\/(\d+))?/, 'comment?postId=:1&id=:2', 'rest'],
      [/\/v1\/user(?:\/(\d+))?/, 'v1/user?id=:1', 'rest'],
      [/\/api\/(\w+)(?:\/(\d+))?/, 'api/:1?id=:2', 'rest'],
      [/\/doc(?:\/(\w+))?/, 'doc?id=:1', 'rest'],
      ['/files/:path*', 'file', 'rest'],
      [/\/files\/(.*)\/(.*)/, 'file?dir=:1&name=:2', 'rest'],
    ];
    expect(
      compile(...rules).rules.map(({ controller, paramNames }) => [controller, [...paramNames].join()]),
    ).to.deep.equal([
      ['user', 'id'],
      ['post', 'id'],
      ['tag', 'id'],
      ['comment', 'postId,id'],
      ['v1/user', 'id'],
      [undefined, 'id'],
      ['doc', 'id'],
      ['file', 'path'],
      ['file', 'dir,name'],
    ]);
  });
});
