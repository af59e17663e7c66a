import { expect } from 'chai';
import { Controller, definePolicy } from '../../../../router/src/index.ts';
import { describedModels } from '../../../../router/test/relations/described-models.ts';
import { explainAccess } from '../../../src/index.ts';
import { createRestRouter } from '../../create-router.ts';

class Post extends Controller {
  static include = {
    author: { fields: 'id', include: { memberships: { fields: 'id' } } },
    tags: { through: 'post_tag', fields: 'id' },
    commentCount: { count: 'comment' },
  } as const;
  getAction() {}
  postAction() {}
}
const model = describedModels({
  post: { id: 'integer', author_id: 'user.id' },
  user: { id: 'integer' },
  membership: { id: 'integer', user_id: 'user.id' },
  comment: { id: 'integer', post_id: 'post.id' },
  tag: { id: 'integer' },
  post_tag: { id: 'integer', post_id: 'post.id', tag_id: 'tag.id' },
});
const EVERYONE = definePolicy('everyone');
const required = { post: EVERYONE, user: EVERYONE, membership: EVERYONE, comment: EVERYONE, tag: EVERYONE };

describe('explainAccess', () => {
  for (const [what, method, policies, joins] of [
    ['every table that is included', 'GET', required, ['user', 'membership', 'tag', 'comment']],
    [
      'a table between two that has a policy',
      'GET',
      { ...required, post_tag: EVERYONE },
      ['user', 'membership', 'tag', 'post_tag', 'comment'],
    ],
    ['no table for a write', 'POST', required, []],
  ] as const) {
    it(`joins ${what}`, async () => {
      const router = createRestRouter({
        ...{ rules: [['/post', 'rest']], controllers: { post: Post }, logics: { post: {} } },
        ...{ policies, model, log: false },
      });
      await router.ready;
      const access = await explainAccess(router.describe(), router.explain(method, '/post'), { id: 1 });
      expect(access?.joins).to.deep.equal(joins);
    });
  }
});
