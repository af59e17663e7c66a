import { defineLogic, partial } from '@rest-gen/logic';
import type { AfterWrite, BeforeWrite, Row } from '@rest-gen/model/core';
import { expect } from 'chai';
import Rest from '../../../../test/fixture/rest.ts';
import { createModels, sql } from '../../../model/src/index.ts';
import { type ControllerClass, createRestRouter, definePolicy, type RestRouter } from '../../src/index.ts';
import { keepQuiet } from '../serve.ts';

const TABLES = [
  'author (id integer primary key, name text not null unique)',
  `issue (id integer primary key, handle text not null unique, text text not null, secret text, owner_id integer,
    author_id integer references author (id), gone_at datetime)`,
  'comment (id integer primary key, issue_id integer references issue (id), words text)',
];

const fields = { slug: { string: true }, body: { string: true }, owner: { int: true } } as const;
const LOGICS = {
  'v1/issue': defineLogic({
    postAction: { body: { ...fields, slug: { string: true, required: true } } },
    putAction: { body: fields },
    patchAction: { body: partial(fields) },
  }),
  'v1/comment': defineLogic({ postAction: { body: { issue: { int: true }, text: { string: true } } } }),
};

describe('a version with static names', () => {
  keepQuiet();
  const models = createModels('sqlite::memory:');
  let router: RestRouter;
  const seen: (BeforeWrite | AfterWrite)[] = [];

  class Issue extends Rest {
    static names = {
      slug: 'handle',
      body: 'text',
      hint: 'secret',
      owner: 'owner_id',
      author: 'author.name',
      removed: 'gone_at',
    };
    static hidden = ['author_id', 'hint'];
    static key = 'slug';
    static softDelete = 'removed';
    static include = { comments: true };

    override beforeWrite(write: BeforeWrite): void {
      seen.push({ ...write, values: { ...write.values } } as BeforeWrite);
      if (write.values.body === 'nobody') write.values.body = 'somebody';
    }
    override afterWrite(write: AfterWrite): void {
      seen.push(write);
    }
    override show({ body, ...record }: Row): unknown {
      return { ...record, body, length: String(body).length };
    }
    async ownAction(): Promise<unknown> {
      const own = await this.model()
        .where({ body: { contains: 'o' } })
        .order('-slug')
        .field('slug,author')
        .select();
      const table = await this.model('issue').field('handle').order('id').select();
      return { own, table, shortest: await this.model().groupBy('slug').count() };
    }
    async wrongAction(): Promise<unknown> {
      return this.model().where({ text: 'a' }).select();
    }
    async relatedAction(): Promise<unknown> {
      return this.model().byId('a').update({ author: null });
    }
  }

  class Comment extends Rest {
    static names = { text: 'words', issue: 'issue_id' };
  }

  before(async () => {
    for (const table of TABLES) await sql.raw(`create table ${table}`).execute(models.kysely);
    await sql.raw("insert into author (id, name) values (1, 'Ann')").execute(models.kysely);
    router = createRestRouter({
      rules: [
        ['/issue/own', 'v1/issue#own', 'rest'],
        ['/issue/wrong', 'v1/issue#wrong', 'rest'],
        ['/issue/related', 'v1/issue#related', 'rest'],
        ['/issue/:slug/restore', 'v1/issue#restore', 'rest'],
        ['/issue/:slug?', '/v1/issue', 'rest'],
        ['/issue/:issue/comment/:id?', '/v1/comment', 'rest'],
      ],
      controllers: { 'v1/issue': Issue as ControllerClass, 'v1/comment': Comment as ControllerClass },
      logics: LOGICS,
      policies: {
        author: definePolicy('everyone'),
        comment: definePolicy('everyone'),
        issue: definePolicy({
          read: 'everyone',
          create: (user) => ({ owner_id: user.id }) as never,
          update: 'everyone',
          delete: 'everyone',
          fields: { text: { read: 'user', write: 'user' } },
        }),
      },
      model: models,
      log: false,
    });
    await router.ready;
  });
  after(async () => {
    await router.close();
    await models.close();
  });

  const user = { id: 7 };
  const send = (method: string, url: string, body?: unknown, as: typeof user | null = user) =>
    router.request(method, url, { body, user: as });

  it('calls the hooks of its class with its names', async () => {
    const { status, body, headers } = await send('POST', '/issue', { slug: 'a', body: 'nobody' });
    expect([status, headers.location]).to.eql([201, '/issue/a']);
    expect(body).to.eql({ id: 1, slug: 'a', owner: 7, author: null, removed: null, body: 'somebody', length: 8 });
    expect(seen[0]).to.deep.include({
      table: 'issue',
      action: 'create',
      values: { slug: 'a', body: 'nobody', owner: 7 },
    });
    expect((seen[1] as AfterWrite).after).to.include({ slug: 'a', body: 'somebody', hint: null, owner: 7 });
    expect((seen[1] as AfterWrite).after).not.to.have.any.keys('text', 'handle', 'author');
  });

  it('has the fields that a policy sets and hides under its names', async () => {
    expect((await send('GET', '/issue/a', undefined, null)).body).to.include({ slug: 'a', body: null });
    expect((await send('PATCH', '/issue/a', { body: 'x' }, null)).status).to.equal(403);
    // The null that a guest is shown is no value.
    const { status } = await send('PUT', '/issue/a', { slug: 'a', body: null, owner: 7 }, null);
    expect([status, (await send('GET', '/issue/a')).body.body]).to.eql([200, 'somebody']);
    expect((await send('POST', '/issue', { slug: 'b', body: 'b', owner: 8 })).status).to.equal(403);
  });

  it('names fields of errors as the client does', async () => {
    const taken = await send('POST', '/issue', { slug: 'a', body: 'b' });
    expect(taken.body).to.include({ status: 409, detail: 'Another record has the same slug.', field: 'slug' });
    const missing = await send('POST', '/issue', { slug: 'c' });
    expect(missing.body.errors?.[0]).to.include({ pointer: '/body' });
    expect(JSON.stringify([taken.body, missing.body])).not.to.match(/handle|text/);
    const changed = await send('PATCH', '/issue/a', { author: 'Bob' });
    expect(changed.body.errors?.[0]).to.include({ pointer: '/author', rule: 'readOnly' });
    for (const query of ['handle=a', 'sort=text', 'fields=author_id', 'hint=x', 'author_id=1'])
      expect((await send('GET', `/issue?${query}`)).status, query).to.equal(400);
  });

  it('deletes, lists deleted records and restores under its names', async () => {
    expect((await send('DELETE', '/issue/a')).status).to.equal(204);
    const [gone] = (await send('GET', '/issue?deleted=true&removed[null]=false')).body;
    expect(gone.removed).to.be.a('string');
    expect((await send('POST', '/issue/a/restore')).body).to.include({ slug: 'a', removed: null });
  });

  it('has parents in paths under its names', async () => {
    const { status, body } = await send('POST', '/issue/1/comment', { text: 'Hi' });
    expect([status, body]).to.eql([201, { id: 1, issue: 1, text: 'Hi' }]);
    expect((await send('GET', '/issue/1/comment')).body).to.eql([body]);
    expect((await send('GET', '/issue/9/comment')).status).to.equal(404);
    const [issue] = (await send('GET', '/issue?include=comments&comments.text=Hi')).body;
    expect(issue.comments).to.eql([body]);
  });

  it('reads its own model under its names, and other models under those of the table', async () => {
    await sql.raw('update issue set author_id = 1').execute(models.kysely);
    expect((await send('POST', '/issue/own', {})).body).to.eql({
      own: [{ slug: 'a', author: 'Ann' }],
      table: [{ handle: 'a' }],
      shortest: [{ slug: 'a', count: 1 }],
    });
    expect((await send('POST', '/issue/wrong', {})).body.hint).to.contain('static names of the class calls it "body"');
    expect((await send('POST', '/issue/related', {})).body.hint).to.contain('Set "author_id" in beforeWrite');
  });
});
