import { expect } from 'chai';
import { compileRules } from '../../src/core/compile/compile-rules.ts';
import { parseRules } from '../../src/core/parse/rule.ts';
import type { ParsedRule, RuleConfig } from '../../src/core/parse/types.ts';
import { describePaths } from '../../src/templates/describe-paths.ts';

const CONTROLLERS = ['post', 'comment', 'api/user', 'api/tag', 'v1/post', 'x-y'];

/** `/post/{id} {id ^\d+$} -> post item: /post/1` for each path, and why not all are there. */
function describeRule(config: RuleConfig): string[] {
  const parsed = parseRules([config], { caseSensitive: false, strict: false });
  const { rules } = compileRules(parsed as ParsedRule[], { maxPath: 2048 });
  return rules.flatMap((rule) => {
    const { paths, opaque } = describePaths(rule, CONTROLLERS);
    const lines = paths.map(({ controller, template, parameters, isItem, example }) => {
      const places = parameters.map(({ name, pattern = '', isMultiSegment }) => {
        return ` {${[name, pattern, isMultiSegment ? 'multi' : ''].filter((text) => text !== '').join(' ')}}`;
      });
      return `${template}${places.join('')} -> ${controller}${isItem ? ' item' : ''}: ${example}`;
    });
    return opaque === undefined ? lines : [...lines, opaque];
  });
}

// biome-ignore format: a table
const TABLE: readonly (readonly [rule: RuleConfig, ...lines: string[]])[] = [
  [[/\/user(?:\/(\d+))?/, 'post?id=:1', 'rest'], '/user/{id} {id ^\\d+$} -> post item: /user/1', '/user -> post: /user'],
  [['/post/:id?', '/post', 'rest'], '/post/{id} {id} -> post item: /post/1', '/post -> post: /post'],
  [['/post/:id?', 'rest'], '/post/{id} {id} -> post item: /post/1', '/post -> post: /post'],
  [['/post/:id(\\d+)', 'rest'], '/post/{id} {id ^\\d+$} -> post item: /post/1'],
  [['/Post/:id', '/post', 'rest'], '/Post/{id} {id} -> post item: /Post/1'],
  [['/post/:rest*', 'rest'], '/post/{rest} {rest multi} -> post: /post/1', '/post -> post: /post'],
  [['/post/:rest+', 'rest'], '/post/{rest} {rest multi} -> post: /post/1'],
  [['/post/:tags(\\d\\d)*', 'rest'], '/post/{tags} {tags ^(?:\\d\\d)(?:\\/(?:\\d\\d))*$ multi} -> post: /post/11/11', '/post -> post: /post'],
  [['/:kind(a|b)', '/post', 'rest'], '/{kind} {kind ^(?:a|b)$} -> post: /a'],
  [['/:name.json', '/post', 'rest'], '/{name}.json {name} -> post: /1.json'],
  [['/caf\u00e9', '/post', 'rest'], '/caf%C3%A9 -> post: /caf%C3%A9'],
  [
    [/\/post\/(\d+)\/comments(?:\/(\d+))?/, 'comment?postId=:1&id=:2', 'rest'],
    '/post/{postId}/comments/{id} {postId ^\\d+$} {id ^\\d+$} -> comment item: /post/1/comments/1',
    '/post/{postId}/comments {postId ^\\d+$} -> comment: /post/1/comments',
  ],
  [[/\/v1\/post(?:\/(\w+))?\/?/, 'v1/post?id=:1', 'rest'], '/v1/post/{id} {id ^\\w+$} -> v1/post item: /v1/post/1', '/v1/post -> v1/post: /v1/post'],
  [
    [/\/api\/(\w+)(?:\/(\d+))?/, 'api/:1?id=:2', 'rest'],
    '/api/user/{id} {id ^\\d+$} -> api/user item: /api/user/1',
    '/api/user -> api/user: /api/user',
    '/api/tag/{id} {id ^\\d+$} -> api/tag item: /api/tag/1',
    '/api/tag -> api/tag: /api/tag',
  ],
  [[/\/(v\d)\/([^/]+)/, ':1/:2', 'rest'], '/v1/post -> v1/post: /v1/post'],
  [[/\/(.+)\/all/, ':1?name=:1', 'rest'], ...CONTROLLERS.map((name) => `/${name}/all -> ${name}: /${name}/all`)],
  [[/\/(post|nothing)\/(?<id>\d+)/, ':1', 'rest'], '/post/{id} {id ^\\d+$} -> post item: /post/1'],
  [[/\/(v1|v2)\/post/, 'post', 'rest'], '/v1/post -> post: /v1/post', '/v2/post -> post: /v2/post'],
  [[/\/([a-z]+)\/\d{2,}\w?\/post/, 'post', 'rest'], '/{p1}/{p2}/post {p1 ^[a-z]+$} {p2 ^\\d{2,}\\w?$} -> post: /a/111/post'],
  [[/\/(\w+)-(\d+)/, 'post?p1=:2&key=:1-x', 'rest'], '/{p2}-{p1} {p2 ^\\w+$} {p1 ^\\d+$} -> post: /1-1'],
  [[/\/(a|b)-((\d+)x)/, 'post?id=:3', 'rest'], '/a-{id}x {id ^\\d+$} -> post item: /a-1x', '/b-{id}x {id ^\\d+$} -> post item: /b-1x'],
  [[/\/a\/(\d+)|\/b\/(\w+)/, 'post?a=:1&b=:2', 'rest'], '/a/{a} {a ^\\d+$} -> post: /a/1', '/b/{b} {b ^\\w+$} -> post: /b/1'],
  [[/\/file(\/.*)?/, 'post', 'rest'], '/file/{p1} {p1 multi} -> post: /file/1', '/file -> post: /file'],
  [[/\/?/, 'post', 'rest'], '/ -> post: /'],
  [[/\/post\/([a-f\d]{24})/i, 'post?id=:1', 'rest'], `/post/{id} {id ^[a-f\\d]{24}$} -> post item: /post/${'1'.repeat(24)}`],
  // The first optional part takes what the second one could.
  [['/:c?/:id?', '/post', 'rest'], '/{c}/{id} {c} {id} -> post item: /1/1', '/{c} {c} -> post: /1', '/ -> post: /'],
  [['/post/:id?/:rest*', 'rest'], '/post/{id}/{rest} {id} {rest multi} -> post item: /post/1/1', '/post/{id} {id} -> post item: /post/1', '/post -> post: /post'],
  [
    ['/post/:kind(\\d+)?/:id?', 'rest'],
    '/post/{kind}/{id} {kind ^\\d+$} {id} -> post item: /post/1/1',
    '/post/{kind} {kind ^\\d+$} -> post: /post/1',
    '/post/{id} {id} -> post item: /post/a',
    '/post -> post: /post',
  ],
  [[/^\/post\/(\d+)$/, 'post?id=:1', 'rest'], '/post/{id} {id ^\\d+$} -> post item: /post/1'],
  [[/\/post\/(\d+)/u, 'post?id=:1', 'rest'], '/post/{id} {id ^\\d+$} -> post item: /post/1'],
  [{ match: '/v1', rules: [['/v1/post', 'rest']] }, '/v1/post -> v1/post: /v1/post'],
  [{ match: '/v2', rules: [['/v1/post', 'rest']] }],
  [{ match: '/v1', rules: [['/:any/post', '/post', 'rest']] }, 'the group around it decides which of /{any}/post it takes'],
  [{ match: /\d$/, rules: [['/post/:id', 'rest']] }, 'the group around it decides which of /post/{id} it takes'],
  [[/user(\d+)/, 'post?id=:1', 'rest']],
  [[/.+\/post/, 'post', 'rest'], 'its paths begin with something else than "/"'],
  [[/\/post/, 'post', 'rest', { match: 'search' }], "it is searched for anywhere in the path ({ match: 'search' })"],
  [[/\/post(?:\/(?!new)(\w+))?/, 'post?id=:1', 'rest'], '/post -> post: /post', 'it looks ahead or behind'],
  [[/\/post\/((?!new)\w+)/, 'post?id=:1', 'rest'], 'it looks ahead or behind'],
  [[/\/post\/\bx/, 'post', 'rest'], 'it has a boundary of words'],
  [[/\/(\w)\1/, 'post?id=:1', 'rest'], 'it refers back to a capture'],
  [[/\/post(?:\/\d)+/, 'post', 'rest'], 'it repeats a group'],
  [[/\/post/m, 'post', 'rest'], 'it has the flag m'],
  [[/\/(\p{L}+)/u, 'post?id=:1', 'rest'], 'it uses syntax of the flag u'],
  [[new RegExp(/\/([a-z]+)/, 'v'), 'post?id=:1', 'rest'], 'it has the flag v'],
  [[/\/([^a-z]+)/i, 'post?id=:1', 'rest'], '[^a-z] ignores the case'],
  [[/\/\d/u, 'post', 'rest'], 'it has the flag u or v'],
  [[/\/(\u00e9)/, 'post?id=:1', 'rest'], '(\\u00e9) takes nothing that a path can have without escapes'],
  [[/\/caf\u00e9/, 'post', 'rest'], 'it does not take /caf%C3%A9, which is one of /caf%C3%A9'],
  [[/\/((\w+)s)/, ':1?id=:2', 'rest'], 'the capture that names the controller has another one in it'],
];

describe('describePaths', () => {
  for (const [rule, ...lines] of TABLE) {
    it(`describes ${Array.isArray(rule) ? rule.map(String).join(', ') : JSON.stringify(rule)}`, () => {
      expect(describeRule(rule)).to.deep.equal(lines);
    });
  }

  it('describes up to 256 variants of a rule', () => {
    const optional = (count: number) =>
      new RegExp(`/post${Array.from({ length: count }, (_, at) => `(?:/p${at})?`).join('')}`);
    expect(describeRule([optional(8), 'post', 'rest'])).to.have.length(256);
    expect(describeRule([optional(9), 'post', 'rest']).at(-1)).to.equal('it has too many ways, or rare characters');
  });
});
