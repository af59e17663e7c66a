import { expect } from 'chai';
import { StartError } from '../../src/core/errors.ts';
import { formatRule } from '../../src/core/parse/format-rule.ts';
import { parseRules } from '../../src/core/parse/rule.ts';
import type { ParsedRule, RuleConfig, SkippedRule } from '../../src/core/parse/types.ts';

const options = { caseSensitive: false, strict: false, file: 'src/config/router.ts' };
const parse = (...rules: unknown[]) => parseRules(rules as RuleConfig[], options);

describe('parseRules', () => {
  it('reads the three forms', () => {
    const rules = parse(
      [/\/user(?:\/(\d+))?/, 'user?id=:1', 'rest'],
      ['/post/:id?', '/post', 'rest'],
      ['/v1/tag/:id?', 'rest'],
    ) as ParsedRule[];
    expect(rules.map(({ number, target }) => [number, target.controller])).to.deep.equal([
      ['1', [{ kind: 'text', text: 'user' }]],
      ['2', [{ kind: 'text', text: 'post' }]],
      ['3', [{ kind: 'text', text: 'v1/tag' }]],
    ]);
  });

  it('reads options at the end of each form', () => {
    const [a, b, c] = parse(
      [/\/a/, 'a', 'rest', { match: 'search' }],
      ['/b', 'b', 'rest', { strict: true }],
      ['/c', 'rest', { caseSensitive: true }],
    ) as ParsedRule[];
    expect(a?.search).to.equal(true);
    expect(b?.strict).to.equal(true);
    expect(c?.pattern.flags).to.equal('');
  });

  it('flattens groups and numbers their rules', () => {
    const rules = parse(['/a', 'rest'], {
      match: '/api/',
      rules: [['/api/b', 'b', 'rest'], { match: /c/g, rules: [['/api/c', 'c', 'rest']] }],
    });
    expect(rules.map(({ number }) => number)).to.deep.equal(['1', '2.1', '2.2.1']);
    expect((rules[2] as ParsedRule).gates).to.deep.equal([
      { regexp: /^\/api(?=\/|$)/i, prefix: '/api' },
      { regexp: /c/, prefix: undefined },
    ]);
  });

  it('skips rules of another kind, with the reason', () => {
    const skipped = parse(['/a', 'b', 'get'], [/\/c/, 'd'], ['/e'], ['/f', 'reset', { strict: true }]) as SkippedRule[];
    expect(skipped.map(({ kind, number, text, reason }) => [kind, number, text, reason])).to.eql([
      ['skipped', '1', "['/a', 'b', 'get']", "its third element is 'get', not 'rest'"],
      ['skipped', '2', "[/\\/c/, 'd']", "its last element is 'd', not 'rest'"],
      ['skipped', '3', "['/e']", "its last element is '/e', not 'rest'"],
      ['skipped', '4', "['/f', 'reset', { strict: true }]", "its last element is 'reset', not 'rest'"],
    ]);
  });

  const refused: readonly [unknown, string, RegExp][] = [
    ['/post', 'E_RULE_SHAPE', /not a list and not a group/],
    [[], 'E_RULE_SHAPE', /not a list/],
    [null, 'E_RULE_SHAPE', /not a list/],
    [[12, 'a', 'rest'], 'E_RULE_SHAPE', /first element/],
    [['/a', 'Rest'], 'E_RULE_SHAPE', /last element is 'Rest'; did you mean 'rest'\?/],
    [[/\/a/, 'a', 'rset'], 'E_RULE_SHAPE', /third element is 'rset'; did you mean 'rest'\?/],
    [[/\/a/, 'rest'], 'E_RULE_SHAPE', /short form needs a path/],
    [[/\/a/, 12, 'rest'], 'E_RULE_SHAPE', /second element/],
    [['/a', 'rest', { match: 'all' }], 'E_RULE_SHAPE', /match: 'all'/],
    [['/a', 'rest', { strct: true }], 'E_RULE_SHAPE', /strct: true/],
    [['/a', 'a', 'rest', 7], 'E_RULE_SHAPE', /options are not an object/],
    [{ match: 'api', rules: [] }, 'E_RULE_SHAPE', /match of the group is 'api'/],
    [{ match: '/a(', rules: [] }, 'E_RULE_PATTERN', /"\(" has no meaning/],
    [{ match: 7, rules: [] }, 'E_RULE_SHAPE', /match of the group is 7/],
    [['/post/:', 'rest'], 'E_RULE_PATTERN', /":" without a name/],
    [['/:id?', 'rest'], 'E_RULE_TARGET', /no literal segment/],
    [['/a', '..', 'rest'], 'E_RULE_TARGET', /"\.\." is not the name/],
    [['/a', '', 'rest'], 'E_RULE_TARGET', /names no controller/],
    [['/a', 'post.js?id=:1', 'rest'], 'E_RULE_TARGET', /"post.js" is not the name/],
    [['/a', 'a//b', 'rest'], 'E_RULE_TARGET', /not the name/],
    [['/a', 'a/:-b', 'rest'], 'E_RULE_TARGET', /not the name/],
    [['/a', `${'a'.repeat(40)}!`, 'rest'], 'E_RULE_TARGET', /not the name/],
    [['/a', 'post?id', 'rest'], 'E_RULE_TARGET', /"id" in the target/],
    [['/a', 'post?=:1', 'rest'], 'E_RULE_TARGET', /"=:1" in the target/],
    [['/a', 'post?x=1&', 'rest'], 'E_RULE_TARGET', /"" in the target/],
    [['/a', 'post?__proto__=1', 'rest'], 'E_RULE_TARGET', /"__proto__=1"/],
    [['/a', 'post?id=1&id=2', 'rest'], 'E_RULE_TARGET', /sets "id" twice/],
    [
      [/\/a\/(\d+)\/(\d+)/, 'a?id=:3', 'rest'],
      'E_RULE_SLOT',
      /uses :3, but the pattern has 2 capture groups\n.*Use :1 or :2/,
    ],
    [[/\/a\/(\d+)/, 'a?id=:0', 'rest'], 'E_RULE_SLOT', /uses :0, but the pattern has 1 capture group\n/],
    [[/\/a/, 'a?id=:1', 'rest'], 'E_RULE_SLOT', /0 capture groups\n.*Add a group/],
    [['/a/:id', 'a?x=:key', 'rest'], 'E_RULE_SLOT', /uses :key.*\n.*Use :id/],
  ];
  for (const [rule, code, message] of refused) {
    it(`refuses ${formatRule(rule)} with ${code}`, () => {
      expect(() => parse(['/ok', 'rest'], rule))
        .to.throw(StartError, message)
        .that.includes({ code, file: 'src/config/router.ts' })
        .and.has.nested.property('rule.number', '2');
    });
  }

  it('names file, number, text, reason and fix in the message', () => {
    expect(() => parse([/\/user(?:\/(\d+))?/, 'user?id=:2', 'rest'])).to.throw(
      "E_RULE_SLOT in src/config/router.ts, rule 1: [/\\/user(?:\\/(\\d+))?/, 'user?id=:2', 'rest']\n" +
        '  the target uses :2, but the pattern has 1 capture group\n' +
        '  Use :1, or add the missing group to the pattern.',
    );
  });
});

describe('formatRule', () => {
  it('prints a rule as written', () => {
    expect(formatRule(['/a', 'rest', { strict: true }])).to.equal("['/a', 'rest', { strict: true }]");
    expect(formatRule(["it's", [1, undefined]])).to.equal("['it\\'s', [1, undefined]]");
    expect(formatRule({ match: /a/, rules: [1, 2] })).to.equal('{ match: /a/, rules: [… 2] }');
  });
});
