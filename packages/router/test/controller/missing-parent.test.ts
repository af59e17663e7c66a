import { DataError } from '@rest-gen/model/core';
import { expect } from 'chai';
import type { ModelProvider, Row } from '../../src/index.ts';
import { openBlog } from '../list/blog.ts';
import { onBothMajors, type Served, send } from '../serve.ts';

onBothMajors('a collection under a parent', (serve) => {
  const open = async (): Promise<Served> => {
    const served = await openBlog(serve);
    checkForeignKeys(served.models);
    return served;
  };

  for (const path of [
    '/post/9/comment',
    '/post/9/comment?page=1',
    '/post/9/comment?fields=id&title=x',
    '/post/x/comment',
  ]) {
    it(`is 404 where there is no parent: ${path}`, async () => {
      const { agent } = await open();
      expect((await agent.get(path).expect(404)).body.code).to.equal('E_NOT_FOUND');
      await agent.get(path).set('Accept', 'application/x-ndjson').expect(404);
    });
  }

  it('is empty where the parent has none, and asks for it only then', async () => {
    const { agent, models } = await open();
    expect((await agent.get('/post/3/comment').expect(200)).body).to.deep.equal([]);
    const before = models.calls;
    await agent.get('/post/1/comment').expect(200);
    const full = models.calls - before;
    await agent.get('/post/3/comment').expect(200);
    expect(models.calls - before - full).to.be.above(full);
  });

  it('takes no record where there is no parent', async () => {
    const { agent } = await open();
    await send(agent, 'post', '/post/9/comment', { title: 'new' }).expect(404);
    await send(agent, 'post', '/post/1/comment', { title: 'new' }).expect(201);
    // Another foreign key.
    await send(agent, 'post', '/post/1/comment', { title: 'refers' }).expect(409);
  });
});

/** Refuse comments as databases do, which do not say which foreign key has failed. */
function checkForeignKeys(models: ModelProvider): void {
  const { repository } = models;
  models.repository = (name, options, relations) => {
    const opened = repository(name, options, relations);
    const { insertRows } = opened;
    if (name !== 'comment' || insertRows === undefined) return opened;
    const refuse = async ({ post_id, title }: Row): Promise<void> => {
      const parent = await repository('post').findOne({ where: { id: post_id as number } });
      if (parent === undefined || title === 'refers') throw new DataError('foreign_key', 'A foreign key fails');
    };
    return {
      ...opened,
      insertRows: async (list) => {
        for (const values of list) await refuse(values);
        return insertRows(list);
      },
    };
  };
}
