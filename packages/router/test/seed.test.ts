import { defineLogic, partial } from '@rest-gen/logic';
import { expect } from 'chai';
import Rest from '../../../test/fixture/rest.ts';
import { Controller, createRestRouter, defineRules } from '../src/index.ts';
import { onBothMajors } from './serve.ts';

const fields = { title: { required: true, string: true }, body: { string: true, nullable: true } } as const;
const logic = defineLogic({
  postAction: { body: fields },
  putAction: { body: fields },
  patchAction: { body: partial(fields) },
});
const tables = {
  post: { id: 'integer', title: 'string', body: 'string?' },
  user: { id: 'integer', title: 'string', body: 'string?' },
  comment: { id: 'integer', postId: 'integer', title: 'string', body: 'string?' },
  doc: { id: 'string', title: 'string', body: 'string?' },
} as const;

class Post extends Rest<typeof logic> {}
class Comment extends Rest<typeof logic> {}
class Doc extends Rest<typeof logic> {}

/** Says which controller it is, and what the rule gave it. */
function echo(name: string) {
  return class extends Controller {
    getAction() {
      return this.success({ name, id: this.get('id') ?? null });
    }
  };
}

const logics = { post: logic, comment: logic, doc: logic };

/** The forms in which the seed writes one and the same rule. */
const FORMS = {
  'the regex form': [/\/post(?:\/(\d+))?/, 'post?id=:1', 'rest'],
  'the path form with target': ['/post/:id?', '/post', 'rest'],
  'the short path form': ['/post/:id?', 'rest'],
} as const;

onBothMajors('seed', (serve) => {
  for (const [form, rule] of Object.entries(FORMS)) {
    describe(`Endpoints, by ${form}`, () => {
      const open = () => serve({ rules: [rule], controllers: { post: Post }, logics }, tables);

      it('GET /<resource>: getAction, list of records', async () => {
        const { agent, models } = open();
        await models.repository('post').insert({ title: 'a' });
        await models.repository('post').insert({ title: 'b' });
        const { body } = await agent.get('/post').expect(200);
        expect(body).to.deep.equal([
          { id: 1, title: 'a', body: null },
          { id: 2, title: 'b', body: null },
        ]);
      });

      it('GET /<resource>/:id: getAction, detail of one record', async () => {
        const { agent, models } = open();
        await models.repository('post').insert({ title: 'a' });
        await agent.get('/post/1').expect(200, { id: 1, title: 'a', body: null });
        await agent.get('/post/2').expect(404).expect('Content-Type', 'application/problem+json; charset=utf-8');
      });

      it('POST /<resource>: postAction, add a record', async () => {
        const { agent, models } = open();
        await agent
          .post('/post')
          .send({ title: 'a' })
          .expect(201, { id: 1, title: 'a', body: null })
          .expect('Location', '/post/1');
        expect(models.rows('post')).to.have.length(1);
      });

      it('PUT /<resource>/:id: putAction, update the record', async () => {
        const { agent, models } = open();
        await models.repository('post').insert({ title: 'a', body: 'x' });
        await agent.put('/post/1').send({ title: 'b' }).expect(200, { id: 1, title: 'b', body: null });
        await agent.put('/post/2').send({ title: 'b' }).expect(404);
      });

      it('DELETE /<resource>/:id: deleteAction, delete the record', async () => {
        const { agent, models } = open();
        await models.repository('post').insert({ title: 'a' });
        await agent.delete('/post/1').expect(204, '');
        expect(models.rows('post')).to.have.length(0);
        await agent.delete('/post/1').expect(404);
      });
    });
  }

  it('Route rule: the optional segment takes a trailing slash and no other text', async () => {
    const { agent } = serve({
      rules: [[/\/user(?:\/(\d+))?/, 'user?id=:1', 'rest']],
      controllers: { user: echo('user') },
    });
    await agent.get('/user').expect(200, { name: 'user', id: null });
    await agent.get('/user/').expect(200, { name: 'user', id: null });
    await agent.get('/user/12').expect(200, { name: 'user', id: '12' });
    for (const path of ['/users', '/my/user/12', '/user/12abc', '/user/12/extra', '/user/abc'])
      await agent.get(path).expect(404);
  });

  it('Route rule: without a matching rule the controller cannot be reached', async () => {
    const { agent, app } = serve({ rules: [], controllers: { post: Post }, logics }, tables);
    app.use((req, res) => void res.status(404).send(`nobody: ${req.path}`));
    await agent.get('/post').expect(404, 'nobody: /post');
  });

  it('Route rule: only the literal rest marks a rule as ours', async () => {
    const { agent } = serve({ rules: [['/post/:id?', '/post', 'get']], controllers: { post: Post } });
    await agent.get('/post').expect(404);
  });

  it('Bulk rule for a path prefix: the first capture names the controller, the second is the id', async () => {
    const controllers = { 'api/a': echo('api/a'), 'api/b': echo('api/b'), a: echo('a') };
    const { agent } = serve({ rules: [[/\/api\/(\w+)(?:\/(\d+))?/, 'api/:1?id=:2', 'rest']], controllers });
    await agent.get('/api/a').expect(200, { name: 'api/a', id: null });
    await agent.get('/api/b/7').expect(200, { name: 'api/b', id: '7' });
    const { body } = await agent.get('/api/c').expect(404);
    expect(body).to.include({ code: 'E_NO_CONTROLLER', instance: '/api/c' });
  });

  it('Sub-resource routes: one child that matches parent and id, or all children of the parent', async () => {
    const rules = [[/\/post\/(\d+)\/comments(?:\/(\d+))?/, 'comment?postId=:1&id=:2', 'rest']] as const;
    const { agent, models } = serve({ rules, controllers: { comment: Comment }, logics }, tables);
    const { body } = await agent
      .post('/post/7/comments')
      .send({ title: 'a' })
      .expect(201)
      .expect('Location', '/post/7/comments/1');
    expect(body).to.deep.equal({ id: 1, postId: 7, title: 'a', body: null });
    await agent.post('/post/8/comments').send({ title: 'b' }).expect(201);
    await agent.get('/post/7/comments').expect(200, [body]);
    await agent.get('/post/7/comments/1').expect(200, body);
    // Under the wrong parent it does not exist, and stays unchanged.
    await agent.get('/post/8/comments/1').expect(404);
    await agent.put('/post/8/comments/1').send({ title: 'x' }).expect(404);
    await agent.patch('/post/8/comments/1').send({ title: 'x' }).expect(404);
    await agent.delete('/post/8/comments/1').expect(404);
    expect(models.rows('comment')[0]).to.deep.equal(body);
  });

  it('Document-database ids: the group of the expression uses \\w', async () => {
    const { agent } = serve(
      { rules: [[/\/doc(?:\/(\w+))?/, 'doc?id=:1', 'rest']], controllers: { doc: Doc }, logics },
      tables,
    );
    const { body } = await agent.post('/doc').send({ title: 'a' }).expect(201).expect('Location', '/doc/key1');
    await agent.get('/doc/key1').expect(200, body);
  });

  it('Versioning: one rule for each version, controllers in version directories', async () => {
    const rules = defineRules([
      [/\/v1\/user(?:\/(\d+))?/, 'v1/user?id=:1', 'rest'],
      [/\/v2\/user(?:\/(\d+))?/, 'v2/user?id=:1', 'rest'],
    ]);
    const { agent } = serve({ rules, controllers: { 'v1/user': echo('one'), 'v2/user': echo('two') } });
    await agent.get('/v1/user/3').expect(200, { name: 'one', id: '3' });
    await agent.get('/v2/user').expect(200, { name: 'two', id: null });
    await agent.get('/v3/user').expect(404);
  });

  it('Inside an action: get, model and success', async () => {
    class Own extends Controller {
      async getAction() {
        const id = this.get('id');
        const rows = await this.model('post').where({ id }).select();
        this.success(rows);
      }
    }
    const { agent, models } = serve({ rules: [['/own/:id?', 'rest']], controllers: { own: Own } }, tables);
    await models.repository('post').insert({ title: 'a' });
    await agent.get('/own/1').expect(200, [{ id: 1, title: 'a', body: null }]);
  });

  it('What the service does: a request is validated by the logic before the action runs', async () => {
    const { agent, models } = serve({ rules: [['/post/:id?', 'rest']], controllers: { post: Post }, logics }, tables);
    const { body } = await agent.post('/post').send({ titel: 'a' }).expect(422);
    expect(body.code).to.equal('E_VALIDATION');
    expect(
      body.errors.map(({ pointer, rule }: { pointer: string; rule: string }) => [pointer, rule]),
    ).to.have.deep.members([
      ['/title', 'required'],
      ['/titel', 'unknown'],
    ]);
    expect(models.rows('post')).to.have.length(0);
  });
});

describe('seed, Checking that a rule is in effect', () => {
  it('routes() shows the controller and methods that each rule resolves to', () => {
    const rules = defineRules([
      ['/post/:id?', 'rest'],
      [/\/api\/(\w+)/, 'api/:1', 'rest'],
      ['/old', 'old', 'get'],
    ]);
    const router = createRestRouter({ rules, controllers: { post: Post, 'api/a': echo('a') } });
    expect(
      router.routes().map(({ number, controller, collection, item, skipped }) => ({
        number,
        controller,
        collection,
        item,
        skipped,
      })),
    ).to.deep.equal([
      {
        number: '1',
        controller: 'post',
        collection: ['GET', 'HEAD', 'QUERY', 'POST'],
        item: ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'],
        skipped: undefined,
      },
      { number: '2', controller: 'api/a', collection: ['GET', 'HEAD'], item: [], skipped: undefined },
      {
        number: '3',
        controller: undefined,
        collection: [],
        item: [],
        skipped: "its third element is 'get', not 'rest'",
      },
    ]);
  });
});
