import { expect } from 'chai';
import { compileRules } from '../../src/core/compile/compile-rules.ts';
import { matchPath } from '../../src/core/match/match-path.ts';
import { parseRules } from '../../src/core/parse/rule.ts';
import type { ParsedRule, RuleConfig } from '../../src/core/parse/types.ts';

function match(rules: readonly RuleConfig[], path: string) {
  const parsed = parseRules(rules, { caseSensitive: false, strict: false }) as ParsedRule[];
  const found = matchPath(compileRules(parsed, { maxPath: 2048 }), path, { path: 2048, segment: 255 });
  return found && [found.rule.rule.number, found.controller, { ...found.params }];
}

/** rules, path, what they resolve to */
// biome-ignore format: a table
const TABLE: readonly [RuleConfig[], string, unknown][] = [
  // A rule matches the whole path, with or without ^ and $.
  [[[/^\/user\/(\d+)$/, 'user?id=:1', 'rest']], '/user/1/', ['1', 'user', { id: '1' }]],
  [[[/user|\/user\/admin/, 'user', 'rest']], '/user/admin', ['1', 'user', {}]],
  [[[/\/user/, 'user', 'rest']], '/x/user', undefined],
  [[[/\/user/, 'user', 'rest', { match: 'search' }]], '/x/user/y', ['1', 'user', {}]],
  [[[/\/user$/, 'user', 'rest', { match: 'search' }]], '/user/', undefined],
  [[[/\/User/i, 'user', 'rest']], '/uSER', ['1', 'user', {}]],
  [[[/\/user/g, 'user', 'rest']], '/user', ['1', 'user', {}]],
  [[[/(?:\/\w+)*\/Raw/i, 'raw', 'rest']], '/A/RAW', ['1', 'raw', {}]],
  [[[/(?:\/\w+)*\/end$/, 'end', 'rest', { match: 'search' }]], '/x/end/', undefined],
  [[[/(?:\/\w+)*x?/, 'x', 'rest']], '/a/b', ['1', 'x', {}]],
  // The trailing slash.
  [[['/post', 'rest', { strict: true }]], '/post/', undefined],
  [[['/post', 'rest']], '/post//', undefined],
  [[['/store/item/:id/', 'rest']], '/store/item/7/', ['1', 'store/item', { id: '7' }]],
  [[['/', 'home', 'rest', { strict: true }]], '/', ['1', 'home', {}]],
  [[[/\/b\/(.+)/, ':1', 'rest']], '/b/echo/', ['1', 'echo', {}]],
  [[[/\/b\/(.*\/)/, 'a?x=:1', 'rest', { strict: true }]], '/b/c', undefined],
  [[[/\/post\//, 'a', 'rest']], '/post/', ['1', 'a', {}]],
  // Parts of expressions.
  [[[/\/a|\/b/, 'x', 'rest']], '/b', ['1', 'x', {}]],
  [[[/(?:\/a)?\/b/, 'x', 'rest']], '/b', ['1', 'x', {}]],
  [[[/\/ab?c/, 'x', 'rest']], '/ac', ['1', 'x', {}]],
  [[[/\/a$b/, 'x', 'rest']], '/ab', undefined],
  [[[/\/a(?:(\d*))?/, 'x?id=:1', 'rest']], '/a', ['1', 'x', {}]],
  [[[/\/(?:post|article)\/(\d+)/, 'x?id=:1', 'rest']], '/article/1', ['1', 'x', { id: '1' }]],
  [[[/\/[\u00e9b]+/, 'x', 'rest']], '/\u00e0', undefined],
  [[[/\/(.+)/, 'x?y=:1', 'rest']], '/a\u2028', undefined],
  [[[/\/(.+)/, 'x?y=:1', 'rest']], '/a\u2030', ['1', 'x', { y: 'a\u2030' }]],
  [[[/\/k/iu, 'x', 'rest']], '/\u212a', ['1', 'x', {}]],
  [[[/\/k/i, 'x', 'rest']], '/\u212a', undefined],
  [[[/\/(\d{2})(\w{1,2})/, 'x?a=:1&b=:2', 'rest']], '/123', ['1', 'x', { a: '12', b: '3' }]],
  [[[/\/(v[12])\/a/, 'x?v=:1', 'rest']], '/v2/a', ['1', 'x', { v: 'v2' }]],
  // All variants are tried without the trailing slash first.
  [[[/\/a(?<x>\/)|\/(?<y>a)/, 'x', 'rest']], '/a/', ['1', 'x', { y: 'a' }]],
  // Captures of a rule that fails later are discarded.
  [[[/\/(\w+)\/(\w+)x/, 'one?a=:1&b=:2', 'rest'], [/\/p\/(\d+)-/, 'two?a=:1', 'rest'], [/\/p\/(\d+)/, 'three?a=:1', 'rest']], '/p/12', ['3', 'three', { a: '12' }]],
  // The first match wins.
  [[['/a/:x', 'one', 'rest'], ['/a/b', 'two', 'rest']], '/a/b', ['1', 'one', { x: 'b' }]],
  [[['/a/b', 'two', 'rest'], ['/a/:x', 'one', 'rest']], '/a/b', ['1', 'two', {}]],
  // Captures fill slots, by number and name; a capture in the controller's name is no parameter.
  [[[/\/(\w)(\w)(\w)(\w)(\w)(\w)(\w)(\w)(\w)(\w)/, 'a?x=:1&y=:10', 'rest']], '/abcdefghij', ['1', 'a', { x: 'a', y: 'j' }]],
  [[[/\/user(?:\/(?<id>\d+))?/, 'user', 'rest']], '/user/3', ['1', 'user', { id: '3' }]],
  [[['/api/:name/:id?', 'api/:name', 'rest']], '/api/post/3', ['1', 'api/post', { id: '3' }]],
  [[['/api/:name/:id?', 'api/:1?id=:2', 'rest']], '/api/post/3', ['1', 'api/post', { id: '3' }]],
  [[['/a/:b', 'a?b=x-:1', 'rest']], '/a/1', ['1', 'a', { b: 'x-1' }]],
  [[['/a/:b?', 'a?b=x-:1&c=fix', 'rest']], '/a', ['1', 'a', { c: 'fix' }]],
  // A capture is plain text.
  [[[/\/a\/([^/]+)/, 'a?id=:1', 'rest']], '/a/$&%26id=9:1', ['1', 'a', { id: '$&&id=9:1' }]],
  [[[/\/(\w+)/, ':1', 'rest']], '/__proto__', ['1', '__proto__', {}]],
  // Groups.
  [[{ match: '/café', rules: [['/café/:id?', 'a', 'rest']] }], '/caf%c3%A9/1', ['1.1', 'a', { id: '1' }]],
  [[{ match: '/admin', rules: [['/admin/who', 'a', 'rest']] }], '/ADMIN/who', ['1.1', 'a', {}]],
  [[{ match: '/api', rules: [['/api/a', 'a', 'rest']] }, ['/api/:x', 'b', 'rest']], '/api/a', ['1.1', 'a', {}]],
  [[{ match: '/api', rules: [['/api/a', 'a', 'rest']] }, ['/api/:x', 'b', 'rest']], '/api/c', ['2', 'b', { x: 'c' }]],
  [[{ match: '/api', rules: [['/apis', 'a', 'rest']] }], '/apis', undefined],
  [[{ match: '/api', rules: [['/api', 'a', 'rest']] }], '/api', ['1.1', 'a', {}]],
  [[{ match: /x/, rules: [['/:y', 'a', 'rest']] }], '/axb', ['1.1', 'a', { y: 'axb' }]],
  [[{ match: /x/g, rules: [{ match: /y/, rules: [['/:z', 'a', 'rest']] }] }], '/x', undefined],
  // A parameter is absent if one of its captures is, with and without the engine of expressions.
  [[[/\/a\/([^/]+)(?:\/(\d+))?/, 'x?y=:1-:2', 'rest']], '/a/%00', ['1', 'x', {}]],
  [[[/\/a\/([^/]+)(?:\/(?=\d)(\d+))?/, 'x?y=:1-:2', 'rest']], '/a/%00', ['1', 'x', {}]],
];

describe('matchPath', () => {
  for (const [rules, path, expected] of TABLE) {
    it(`${JSON.stringify(rules.map(String)).slice(0, 60)} on ${path}`, () => {
      expect(match(rules, path)).to.deep.equal(expected);
      // No state is kept between two calls.
      expect(match(rules, path)).to.deep.equal(expected);
    });
  }

  it('returns parameters without inherited names', () => {
    const parsed = parseRules([['/a/:b', 'rest']], { caseSensitive: false, strict: false }) as ParsedRule[];
    const found = matchPath(compileRules(parsed, { maxPath: 2048 }), '/a/1', { path: 2048, segment: 255 });
    const names: string[] = [];
    for (const name in found?.params) names.push(name);
    expect(names).to.deep.equal(['b']);
    for (const name of ['constructor', 'toString', '__proto__'])
      expect(name in (found?.params ?? {}), name).to.equal(false);
  });
});
