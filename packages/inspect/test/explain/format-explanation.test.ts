import { expect } from 'chai';
import { Controller } from '../../../router/src/index.ts';
import { formatExplanation } from '../../src/index.ts';
import { createRestRouter } from '../create-router.ts';

class User extends Controller {
  getAction() {
    return 1;
  }
}
const router = createRestRouter({
  rules: [
    [/\/user(?:\/(\d+))?/, 'user?id=:1', 'rest'],
    ['/post/:id?', 'user', 'rest'],
    ['/late', 'rst'],
  ],
  controllers: { user: User },
});

describe('formatExplanation', () => {
  it('prints the reason of each rule and the hint', () => {
    expect(formatExplanation(router.explain('GET', '/usre/12abc'))).to.equal(
      `GET /usre/12abc

  1  [/\\/user(?:\\/(\\d+))?/, 'user?id=:1', 'rest']
     no match: needs "/user" at "/usre/12abc"
  2  ['/post/:id?', 'user', 'rest']
     no match: needs "/post" at "/usre/12abc"
  3  ['/late', 'rst']
     skipped: its last element is 'rst', not 'rest'

404  No rule matches this path. The next handler gets the request; without one
     it is 404.
hint Rule 1 matches /user/12. For /usre write src/controller/usre and its rule:
     npx rest-gen controller usre -r
`,
    );
  });

  it('prints the controller, action and parameters of a match', () => {
    expect(formatExplanation(router.explain('GET', '/user/7'))).to.equal(
      `GET /user/7

  1  [/\\/user(?:\\/(\\d+))?/, 'user?id=:1', 'rest']
     matched
  2  ['/post/:id?', 'user', 'rest']
     not reached: rule 1 matched
  3  ['/late', 'rst']
     skipped: its last element is 'rst', not 'rest'

rule        1
controller  user
action      getAction
params      {"id":"7"}

200  getAction of the controller "user" answers; the default status is 200.
`,
    );
  });

  it('does not wrap a command', () => {
    const long = 'a-very-long-name-of-a-resource-that-is-nearly-a-line';
    const text = formatExplanation(router.explain('GET', `/${long}`));
    expect(text).to.contain(`\n     npx rest-gen controller ${long} -r\n`);
  });

  it('wraps at 80 columns', () => {
    for (const url of ['/user/7', '/usre/7', '/post/7/8', '/none', '/user/%']) {
      const lines = formatExplanation(router.explain('PATCH', url)).split('\n');
      for (const line of lines) expect(line.length, line).to.be.at.most(80);
    }
  });

  it('prints only the most relevant of many rules', () => {
    const rules = Array.from({ length: 100 }, (_, at) => [`/${'x'.repeat(at)}y`, 'user', 'rest'] as const);
    const many = createRestRouter({ rules, controllers: { user: User } });
    const text = formatExplanation(many.explain('GET', `/${'x'.repeat(90)}`));
    expect(text).to.contain('\n      and 80 more\n');
    const matched = formatExplanation(many.explain('GET', '/xxxy'));
    expect(matched).to.contain('matched').and.contain('and 80 more');
  });

  it('prints the result when there are no rules', () => {
    const none = createRestRouter({ rules: [], controllers: {} });
    expect(formatExplanation(none.explain('GET', '/post'))).to.match(/^GET \/post\n\n404 {2}No rule/);
  });

  it('escapes control characters in parameters and URLs', () => {
    const text = formatExplanation(router.explain('GET', `/post/${encodeURIComponent('2J\u202e')}`));
    expect(text).to.include('params      {"id":"2J\\u202e"}');
    for (const url of ['/post/\x9b2J', '/none/\x1b[2J\u202e'])
      expect(formatExplanation(router.explain('GET', url))).not.to.match(/[^\P{Cc}\n]|\p{Bidi_C}/u);
  });
});
