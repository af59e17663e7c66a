import { expect } from 'chai';
import { compileRules } from '../../../router/src/core/compile/compile-rules.ts';
import type { CompiledRule } from '../../../router/src/core/compile/types.ts';
import { testRule } from '../../../router/src/core/match/test-rule.ts';
import { parseRules } from '../../../router/src/core/parse/rule.ts';
import type { ParsedRule, RuleConfig } from '../../../router/src/core/parse/types.ts';
import { explainMismatch } from '../../src/explain/explain-mismatch.ts';

const USER = /\/user(?:\/(\d+))?/;

/** A rule, a path that it does not match, the reason, and the index. */
// biome-ignore format: a table
const ROWS: readonly (readonly [rule: RuleConfig, path: string, reason: string, at: number | undefined])[] = [
  // The rule of the seed.
  [[USER, 'user?id=:1', 'rest'], '/user/12abc', 'needs the end of the path at "abc"', 8],
  [[USER, 'user?id=:1', 'rest'], '/user/abc', 'needs a digit at "abc"', 6],
  [[USER, 'user?id=:1', 'rest'], '/user/12/extra', 'needs the end of the path at "/extra"', 8],
  [[USER, 'user?id=:1', 'rest'], '/users', 'needs the end of the path or "/" and a digit at "s"', 5],
  [[USER, 'user?id=:1', 'rest'], '/my/user/12', 'needs "/user" at "/my/user/12"', 0],
  [[USER, 'user?id=:1', 'rest'], '/User/1', 'the case differs: "/user" is needed at "/User/1"', 0],
  // Path forms.
  [['/post/:id', 'rest'], '/post', 'the path ends where "/:id" is needed', 5],
  [['/post/:id', 'rest'], '/post/', 'the path ends where ":id" is needed', 6],
  [['/post/:id', 'rest'], '/posts', 'needs "/:id" at "s"', 5],
  [['/post/:id(\\d+)', 'rest'], '/post/abc', 'needs a digit for ":id" at "abc"', 6],
  [['/post/:id/comments/:c?', 'x', 'rest'], '/post/7/comment', 'needs "/comments" at "/comment"', 7],
  [['/:t/post/:id?', 'post', 'rest'], '/acme/psot/1', 'needs "/post" at "/psot/1"', 5],
  [['/v:version/post', 'post', 'rest'], '/v/post', 'needs ":version" at "/post"', 2],
  // Case, slash, group.
  [['/post/:id?', 'rest', { caseSensitive: true }], '/Post/1', 'the case differs: "/post" is needed at "/Post/1"', 0],
  [['/post/:id?', 'rest', { strict: true }], '/post/1/', 'a trailing slash too much: the rule is strict', 7],
  [{ match: '/admin', rules: [['/:a/:b', 'x', 'rest']] }, '/post/1', 'group 1 matches only paths that begin with "/admin"', undefined],
  [{ match: /^\/v\d/, rules: [['/:a/:b', 'x', 'rest']] }, '/post/1', 'group 1 matches only paths that match /^\\/v\\d/', undefined],
  [{ match: '/a', rules: [{ match: '/b', rules: [['/:a/:b', 'x', 'rest']] }] }, '/a/1', 'group 1.1 matches only paths that begin with "/b"', undefined],
  // Several ways.
  [[/\/(?:post|user)\/(\d{4})/, 'x', 'rest'], '/tag/1', 'needs "/post" or "/user" at "/tag/1"', 0],
  [[/\/(?:post|user)\/(\d{4})/, 'x', 'rest'], '/user/12', 'the path ends where a digit is needed', 8],
  [[/\/(a|b|c|d|e)/, 'x', 'rest'], '/z', 'needs "/a", "/b", "/c" or something else at "/z"', 0],
  [[/\/files\/(.+)\.json/, 'x', 'rest'], '/files/a/b.jso', 'needs ".json" at ".jso"', 10],
  [[/\/[x-z]/, 'x', 'rest'], '/a', 'needs a character of [x-z] at "a"', 1],
  [[/\/a$/, 'x', 'rest'], '/ab', 'needs the end of the path at "b"', 2],
  [[/\/a^b/, 'x', 'rest'], '/ab', 'needs the beginning of the path at "b"', 2],
  // What only the engine can run.
  [[/\/a(?!b)\w/, 'x', 'rest'], '/ab', 'the expression /\\/a(?!b)\\w/ does not match', undefined],
  [[/\/a(?:\/\d{2})+/, 'x', 'rest'], '/a/12/3', 'the expression /\\/a(?:\\/\\d{2})+/ does not match at "/3"', 5],
  [[/\/é\/[à-ü]+/, 'x', 'rest'], '/é/z', 'the expression /\\/é\\/[à-ü]+/ does not match at "z"', 3],
  [[/\/(\d+)-(\w+)/u, 'x', 'rest'], '/12_a', 'the expression /\\/(\\d+)-(\\w+)/u does not match at "12_a"', 1],
  [[/(?<=\/)b/, 'x', 'rest'], '/b', 'needs "b" at "/b"', 0],
  [[/(?:\/a|\/b)\b(?!$)/, 'x', 'rest'], '/a', 'the expression /(?:\\/a|\\/b)\\b(?!$)/ does not match', undefined],
  // Searched for.
  [[/post/i, 'x', 'rest', { match: 'search' }], '/user', 'no part of the path matches /post/i', undefined],
  [[/^\/post/, 'x', 'rest', { match: 'search' }], '/po', 'needs "/post" at "/po"', 0],
  // A long path is cut.
  [['/post', 'rest'], `/${'x'.repeat(60)}`, `needs "/post" at "/${'x'.repeat(38)}…"`, 0],
];

describe('explainMismatch', () => {
  for (const [rule, path, reason, at] of ROWS) {
    it(`${path}: ${reason}`, () => {
      const compiled = compile(rule);
      expect(testRule(compiled, path)).to.equal(false);
      expect(explainMismatch(compiled, path)).to.deep.include({ reason, at });
    });
  }
});

function compile(rule: RuleConfig): CompiledRule {
  const parsed = parseRules([rule], { caseSensitive: false, strict: false }) as ParsedRule[];
  return compileRules(parsed, { maxPath: 2048 }).rules[0] as CompiledRule;
}
