import { expect } from 'chai';
import Rest from '../../../../../test/fixture/rest.ts';
import { definePolicy } from '../../../../router/src/index.ts';
import { memoryModels } from '../../../../router/test/memory-models.ts';
import { explainAccess } from '../../../src/index.ts';
import { createRestRouter } from '../../create-router.ts';

class Post extends Rest {
  static softDelete = 'deleted_at';
}

describe('explainAccess of soft-deleted records', () => {
  for (const [what, method, path, user, verdict] of [
    ['a deleted record', 'GET', '/post/1', 1, '404: there is no such record'],
    ['restore of one that is not deleted', 'POST', '/post/2/restore', 1, '404: there is no such record'],
    ['restore by the user who may delete it', 'POST', '/post/1/restore', 1, 'allowed'],
    ['restore by another user', 'POST', '/post/1/restore', 2, '404: may not be deleted'],
  ] as const) {
    it(`says of ${what}: ${verdict}`, async () => {
      const model = memoryModels({ post: { id: 'integer', author_id: 'integer', deleted_at: 'datetime?' } });
      await model.repository('post').insert({ author_id: 1, deleted_at: new Date() });
      await model.repository('post').insert({ author_id: 1 });
      const router = createRestRouter({
        ...{ rules: [['/post/:id/restore', 'post#restore', 'rest'] as const, ['/post/:id?', 'rest'] as const] },
        ...{ controllers: { post: Post }, model, log: false },
        policies: {
          post: definePolicy({ read: 'everyone', delete: (one: { id?: unknown }) => ({ author_id: one.id }) as never }),
        },
      });
      await router.ready;
      const access = await explainAccess(router.describe(), router.explain(method, path), { id: user });
      expect(access?.verdict).to.equal(verdict);
    });
  }
});
