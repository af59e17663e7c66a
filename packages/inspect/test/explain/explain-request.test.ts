import { expect } from 'chai';
import { Controller, type RuleConfig } from '../../../router/src/index.ts';
import { describedModels } from '../../../router/test/relations/described-models.ts';
import { formatExplanation } from '../../src/index.ts';
import { createRestRouter } from '../create-router.ts';

class Post extends Controller {
  getAction() {
    return 1;
  }
  postAction() {
    return 1;
  }
  deleteAction() {}
}
class Open extends Controller {
  override __call() {
    return 1;
  }
}
const router = createRestRouter({
  rules: [
    ['/post/:id?', 'rest'],
    [/\/api\/([^/]+)/, 'api/:1', 'rest'],
    ['/late'],
    ['/post/:id', 'open', 'rest'],
    ['/open/:name', 'rest'],
    ['/plain', 'post', 'rest'],
  ],
  controllers: { post: Post, open: Open, 'api/note': Post, lost: Post },
  logics: { post: {} },
});

describe('explain', () => {
  it('reports the rule, controller, action and parameters of a request', () => {
    expect(router.explain('get', '/post/7?x=1')).to.deep.include({
      method: 'GET',
      path: '/post/7',
      matched: { rule: '1', text: "['/post/:id?', 'rest']", file: undefined },
      controller: 'post',
      action: 'getAction',
      params: { id: '7' },
      error: undefined,
      status: 200,
      allow: 'GET, HEAD, DELETE, OPTIONS',
      hint: undefined,
      command: undefined,
      nearest: undefined,
    });
  });

  it('lists the relations that a GET can include', async () => {
    const include = {
      author: true,
      comments: { max: 5, include: { author: true } },
      tags: { through: 'post_tag', fields: 'id' },
      commentCount: { count: 'comment' },
    } as const;
    const related = createRestRouter({
      rules: [['/post/:id?', 'rest']],
      controllers: { post: Object.assign(class extends Post {}, { include }), user: Post, comment: Post },
      model: describedModels({
        post: { id: 'integer', author_id: 'user.id' },
        user: { id: 'integer' },
        comment: { id: 'integer', post_id: 'post.id', author_id: 'user.id' },
        tag: { id: 'integer' },
        post_tag: { id: 'integer', post_id: 'post.id', tag_id: 'tag.id' },
      }),
    });
    await related.ready;
    expect(formatExplanation(related.explain('GET', '/post')).split('\n').slice(-9, -3)).to.deep.equal([
      'action      getAction',
      'include     author (author_id → user)',
      '            comments (comment.post_id, at most 5)',
      '            comments.author (author_id → user)',
      '            tags (tag through post_tag, at most 20)',
      '            commentCount (the number of comment.post_id)',
    ]);
    expect(related.explain('POST', '/post').include).to.deep.equal([]);
  });

  it('reports the result of every rule', () => {
    const { tried } = router.explain('GET', '/post/7');
    expect(tried.map(({ result, reason }) => [result, reason])).to.deep.equal([
      ['matched', undefined],
      ['not reached', 'rule 1 matched'],
      ['skipped', "its last element is '/late', not 'rest'"],
      ['would match too', 'rule 1 matched first'],
      ['not reached', 'rule 1 matched'],
      ['not reached', 'rule 1 matched'],
    ]);
  });

  it('reports that no rule matches, with the nearest rule', () => {
    const { tried, controller, error, status, nearest } = router.explain('GET', '/psot/7');
    expect(tried.map(({ result }) => result)).to.deep.equal([
      'no match',
      'no match',
      'skipped',
      ...Array(3).fill('no match'),
    ]);
    expect([controller, error, status]).to.deep.equal([undefined, undefined, 404]);
    expect(nearest).to.deep.equal({ rule: '1', text: "['/post/:id?', 'rest']", file: undefined, url: '/post/7' });
  });

  // biome-ignore format: a table
  for (const [url, hint, command] of [
    ['/psot/7', 'Rule 1 matches /post/7. For /psot write src/controller/psot and its rule: npx rest-gen controller psot -r', 'npx rest-gen controller psot -r'],
    ['/post/7/comments', 'Rule 1 matches /post/7.', undefined],
    ['/api/note/7', 'Rule 2 matches /api/note.', undefined],
    ['/tag/7', 'Write src/controller/tag and its rule: npx rest-gen controller tag -r', 'npx rest-gen controller tag -r'],
    ['/v2/tag/7', 'Write src/controller/v2/tag and its rule: npx rest-gen controller v2/tag -r', 'npx rest-gen controller v2/tag -r'],
    ['/lost/7', `No rule leads to the controller "lost": add ['/lost/:id?', 'rest'] to config/router. Rule 1 matches /post/7.`, undefined],
    ['/note', 'Write src/controller/note and its rule: npx rest-gen controller note -r', 'npx rest-gen controller note -r'],
    ['/favicon.ico', 'No rule is near it; npx rest-gen routes lists them all.', undefined],
    ['/', 'No rule is near it; npx rest-gen routes lists them all.', undefined],
  ] as const) {
    it(`has a hint for ${url}`, () => expect(router.explain('GET', url)).to.include({ hint, command }));
  }

  it('reports which rule reaches a controller with another path', () => {
    const { hint } = createRestRouter({
      rules: [
        ['/articles/all/of/them', 'post', 'rest'],
        [/\/api\/(\w+)/, ':1', 'rest'],
      ],
      controllers: { post: Post, tag: Post },
    }).explain('GET', '/tag/1');
    expect(hint).to.match(/^Rule 2 leads to the controller "tag", from other paths: /);
  });

  // biome-ignore format: a table
  for (const [what, rule, hint] of [
    ['its slash', [/user\/(\d+)/, 'post?id=:1', 'rest'], 'Rule 1 takes "user/12", without the slash: write the slash that a path begins with.'],
    [
      'the match of its group',
      { match: '/user', rules: [['/:id', 'post', 'rest']] },
      'Rule 1.1 takes "/12", without the match of its group: write "/user" in it, too: the rules of a group have the whole path.',
    ],
  ] as const) {
    it(`reports what the rule lacks: ${what}`, () => {
      const rules = [rule as RuleConfig, ['/case/:id', 'post', 'rest']] as const;
      expect(createRestRouter({ rules, controllers: { post: Post } }).explain('GET', '/user/12').hint).to.equal(hint);
    });
  }

  it('does not suggest a path with another name', () => {
    const rules: RuleConfig[] = [['/case/:id', 'post', 'rest']];
    const { hint } = createRestRouter({ rules, controllers: { post: Post } }).explain('GET', '/user/12');
    expect(hint).to.equal('Write src/controller/user and its rule: npx rest-gen controller user -r');
    expect(router.explain('GET', '/psot/this-is-7').hint).to.match(/^Rule 1 matches \/post\/this-is-7\./);
  });

  it('reports a group that captures the slash', () => {
    const rules: RuleConfig[] = [[/\/post(\/\w+)?/, 'post?id=:1', 'rest']];
    const router = createRestRouter({ rules, controllers: { post: Post } });
    const { error, hint } = router.explain('GET', '/post/12');
    expect(error?.code).to.equal('E_BAD_PATH');
    expect(hint).to.equal('A group of rule 1 takes a slash: leave it outside of the group, as in (?:\\/(\\d+))?.');
  });

  it('suggests a command when there are no rules', () => {
    expect(createRestRouter({ rules: [], controllers: {} }).explain('GET', '/').hint).to.equal(
      'There are no rules; this writes one: npx rest-gen controller <name> -r',
    );
  });

  it('does not suggest a path that is refused', () => {
    const rules: RuleConfig[] = [['/doc/:id', 'post', 'rest']];
    const { hint } = createRestRouter({ rules, controllers: { post: Post } }).explain('GET', '/doc/../doc');
    expect(hint).to.include('Rule 1 comes nearest: needs the end of the path at "/doc".');
  });

  it('reports a target in another directory', () => {
    const rules: RuleConfig[] = [[/\/api\/(\w+)/, 'apis/:1', 'rest']];
    const { hint } = createRestRouter({ rules, controllers: { 'api/note': Post } }).explain('GET', '/api/note');
    expect(hint).to.include(
      'Did you mean "api/note"? Correct the target of the rule. Write src/controller/apis/note: ',
    );
  });

  it('does not suggest a path with a query', () => {
    const { hint, tried } = createRestRouter({
      rules: [
        [/\/post\/list\?page=(\d)/, 'post', 'rest'],
        [/\/post\/list\/[?#]/, 'post', 'rest'],
      ],
      controllers: { post: Post },
    }).explain('GET', '/post/list/x');
    expect(hint).to.match(/^Rule 1 leads to .* Rule 2 comes nearest: needs /);
    expect(tried[0]?.reason).to.equal('needs "?", and the query is no part of a path');
  });

  for (const [method, url, status, outcome] of [
    ['GET', '/post', 200, 'getAction of the controller "post" answers; the default status is 200.'],
    ['POST', '/post', 201, 'postAction of the controller "post" answers; the default status is 201.'],
    ['DELETE', '/post/7', 204, 'deleteAction of the controller "post" answers; the default status is 204.'],
    ['PURGE', '/open/x', 200, '__call of the controller "open" answers; the default status is 200.'],
    ['OPTIONS', '/post', 204, 'The router answers with 204 and Allow: GET, HEAD, POST, OPTIONS.'],
  ] as const) {
    it(`reports ${status} for ${method} ${url}`, () => {
      expect(router.explain(method, url)).to.deep.include({ status, outcome, error: undefined, hint: undefined });
    });
  }

  // biome-ignore format: a table
  for (const [method, url, status, code, hint] of [
    ['PUT', '/post/7', 405, 'E_METHOD', 'Write putAction() in the controller "post".'],
    ['DELETE', '/post', 405, 'E_METHOD', 'DELETE is for one record: add its id to the path.'],
    ['DELETE', '/plain', 405, 'E_METHOD', 'DELETE is for one record, and the rule maps no parameter "id": write it with ?id=:1, or :id in the path.'],
    ['POST', '/post/7', 405, 'E_METHOD', 'POST is for the path without an id.'],
    ['PURGE', '/post/7', 405, 'E_METHOD', 'No action is for PURGE; __call() in the controller "post" handles the methods without an action.'],
    [
      'GET',
      '/api/none',
      404,
      'E_NO_CONTROLLER',
      'Rule 2 takes this path for the controller "api/none", which does not exist. Did you mean "api/note"? Write src/controller/api/none: npx rest-gen controller api/none -r',
    ],
    ['GET', '/api/%20', 404, 'E_NO_CONTROLLER', 'Rule 2 takes this path for the controller "api/%20", which does not exist.'],
    ['GET', '/api/%', 400, 'E_BAD_ESCAPE', 'Encode each part with encodeURIComponent.'],
    ['GET', '/api/%2F', 400, 'E_BAD_PATH', 'Send such a value in the query or body.'],
    ['GET', `/api/${'x'.repeat(300)}`, 414, 'E_PATH_TOO_LONG', 'Shorten it, or allow more: createRestRouter({ limits: { path, segment } }).'],
    ['GET', `/post/${'x'.repeat(3000)}`, 414, 'E_PATH_TOO_LONG', 'Shorten it, or allow more: createRestRouter({ limits: { path, segment } }).'],
  ] as const) {
    it(`reports the error ${status} for ${method} ${url.slice(0, 20)}`, () => {
      const explained = router.explain(method, url);
      expect(explained.error).to.include({ status, code });
      expect(explained).to.include({ status, hint });
      expect(explained.outcome).to.match(new RegExp(`^${code}: `));
    });
  }

  it('does not run expressions on a path over the limit', () => {
    const { tried } = router.explain('GET', `/post/${'x'.repeat(3000)}`);
    expect(tried[0]).to.include({ result: 'no match', reason: 'the path is longer than 2048 characters' });
  });

  it('can be written as JSON', () => {
    for (const url of ['/post/7', '/none', '/api/none']) {
      const explained = router.explain('GET', url);
      const known = Object.fromEntries(Object.entries(explained).filter(([, value]) => value !== undefined));
      expect(JSON.parse(JSON.stringify(explained))).to.have.all.keys(known);
    }
  });
});
