import * as inspect from '@rest-gen/inspect';
import { defineLogic } from '@rest-gen/logic';
import { createOpenApi } from '@rest-gen/openapi';
import { createRestRouter, definePolicy, type RestRouter, type RestRouterOptions } from '@rest-gen/router';
import { expect } from 'chai';
import { type Models, type Row, sql } from '../../packages/model/src/index.ts';
import { keepQuiet } from '../../packages/router/test/serve.ts';
import Rest from '../fixture/rest.ts';
import { withServer } from './with-server.ts';

class Article extends Rest {
  static key = 'slug';
  static upsert = true;
  static bulk = ['post', 'patch'];
  static softDelete = 'deleted_at';
  static include = { notes: { table: 'remark', key: 'article_id' } };
}

class Remark extends Rest {
  static key = 'code';
}

class PerTopic extends Rest {
  static key = 'topic';
}

const article = { slug: { required: true, string: true }, topic: { string: true }, data: { object: true } } as const;
const remark = { code: { required: true, string: true }, text: { string: true } } as const;
const LOGICS = {
  article: defineLogic({
    postAction: { body: article },
    putAction: { body: article },
    patchAction: { body: { slug: { string: true }, topic: { string: true }, data: { object: true } } },
  }),
  remark: defineLogic({ postAction: { body: remark }, patchAction: { body: remark } }),
};
const RULES: NonNullable<RestRouterOptions['rules']> = [
  ['/article/:id/restore', 'article#restore', 'rest'],
  ['/article/:article_id/remark/:id?', 'remark?article_id=:1&id=:2', 'rest'],
  ['/article/:id?', 'rest'],
  ['/per_topic/:id?', 'rest'],
];

/**
 * The URLs of a class with `static key` have the values of that column; everything else keeps the primary key.
 *
 * @param open - gives models on a database that the suite creates its tables in
 */
export function describeStaticKey(name: string, open: () => Promise<Models> | Models): void {
  describe(`static key: ${name}`, () => {
    keepQuiet();
    let models: Models;
    before(prepare);
    after(() => models.close());
    beforeEach(async () => {
      await models.repository('article').delete({});
    });
    const run = (text: string) => sql.raw(text).execute(models.kysely);

    async function prepare(): Promise<void> {
      models = await open();
      for (const what of ['view per_topic', 'table remark', 'table article'])
        await run(`drop ${what.replace(' ', ' if exists ')}`);
      const isMySql = !/SQLite|PostgreSQL/.test(name);
      const id = name === 'SQLite' ? 'integer' : isMySql ? 'int auto_increment' : 'serial';
      const time = name === 'PostgreSQL' ? 'timestamptz(3)' : 'datetime(3)';
      await run(`create table article (id ${id} primary key, slug varchar(60) not null unique, topic varchar(60),
        data json, deleted_at ${time}, unique (topic, slug))`);
      await run(`create table remark (id ${id} primary key, article_id int not null, code varchar(60) not null unique, text varchar(60),
        foreign key (article_id) references article (id) on delete cascade)`);
      await run(
        'create view per_topic as select topic, count(*) as articles from article where topic is not null group by topic',
      );
    }

    function openRouter(options: Partial<RestRouterOptions> = {}): RestRouter {
      return createRestRouter({
        rules: RULES,
        controllers: { article: Article, remark: Remark, per_topic: PerTopic },
        logics: LOGICS,
        model: models,
        inspect,
        log: false,
        ...options,
      });
    }

    function refusal(options: Partial<RestRouterOptions>): Promise<Error | undefined> {
      return openRouter(options).ready.then(
        () => undefined,
        (error: Error) => error,
      );
    }

    it('names the record for every method', async () => {
      await withServer(openRouter(), async (send) => {
        const added = await send('POST', '/article', { slug: 'a/b', data: { n: 1 } });
        expect(added).to.include({ status: 201, location: '/article/~YS9i' });
        const { id } = added.body as Row;
        expect((await send('GET', '/article/~YS9i')).body).to.deep.equal(added.body);
        expect((await send('GET', `/article/${id}`)).status).to.equal(404);
        expect((await send('POST', '/article', { slug: 'a/b' })).status).to.equal(409);
        const merged = await send('PATCH', '/article/~YS9i', { data: { m: 2 } });
        expect(merged.body).to.deep.include({ data: { n: 1, m: 2 } });
        const tag = (await send('GET', '/article/~YS9i')).tag as string;
        const moved = await send('PATCH', '/article/~YS9i', { slug: 'c' }, { 'If-Match': tag });
        expect(moved.body).to.deep.include({ id, slug: 'c' });
        expect((await send('PUT', '/article/c', { slug: 'c', topic: 't' }, { 'If-Match': tag })).status).to.equal(412);
        const put = await send('PUT', '/article/c', { slug: 'd', topic: 't' });
        expect(put.body).to.deep.include({ id, slug: 'd', topic: 't', data: null });
        expect((await send('GET', '/article/c')).status).to.equal(404);
        expect((await send('DELETE', '/article/d')).status).to.equal(204);
        expect((await send('GET', '/article/d')).status).to.equal(404);
        expect((await send('POST', '/article/d/restore')).body).to.include({ id, slug: 'd' });
      });
    });

    it('PUT adds a record under it, and refuses another one in the body', async () => {
      await withServer(openRouter(), async (send) => {
        const added = await send('PUT', '/article/new', { slug: 'new', topic: 'x' });
        expect(added).to.include({ status: 201, location: '/article/new' });
        expect(added.body).to.include({ slug: 'new', topic: 'x' });
        const other = await send('PUT', '/article/other', { slug: 'another' });
        expect(other.status).to.equal(422);
        expect(other.body).to.nested.include({ 'errors[0].pointer': '/slug' });
      });
    });

    it('parents, included records and cursors keep the primary key', async () => {
      await withServer(openRouter(), async (send) => {
        const { body } = await send('POST', '/article', [{ slug: 'a' }, { slug: 'b' }, { slug: 'c' }]);
        const [first] = body as unknown as Row[];
        const under = `/article/${first?.id}/remark`;
        expect(await send('POST', under, { code: 'one' })).to.include({ status: 201, location: `${under}/one` });
        expect((await send('GET', `${under}/one`)).body).to.include({ article_id: first?.id, code: 'one' });
        expect((await send('GET', '/article/a/remark')).status).to.equal(404);
        const { notes } = (await send('GET', '/article/a?include=notes')).body as { notes: Row[] };
        expect(notes).to.have.length(1);
        const walked: unknown[] = [];
        for (let path: string | undefined = '/article?pageSize=2'; path !== undefined; ) {
          const page = await send('GET', path);
          walked.push(...(page.body as unknown as Row[]).map(({ slug }) => slug));
          path = page.next;
        }
        expect(walked).to.deep.equal(['a', 'b', 'c']);
        const headers = { Prefer: 'max-affected=9' };
        const many = await send('PATCH', '/article?slug[in]=a,b', { data: { x: 1 } }, headers);
        expect((many.body as unknown as Row[]).map(({ slug, data }) => [slug, data])).to.have.deep.members([
          ['a', { x: 1 }],
          ['b', { x: 1 }],
        ]);
      });
    });

    it('is the key of a view that has none', async () => {
      const router = openRouter();
      await withServer(router, async (send) => {
        await send(
          'POST',
          '/article',
          ['b', 'a', 'b'].map((topic, at) => ({ slug: `s${at}`, topic })),
        );
        expect((await send('GET', '/per_topic')).body).to.deep.equal([
          { topic: 'a', articles: 1 },
          { topic: 'b', articles: 2 },
        ]);
        const page = await send('GET', '/per_topic?pageSize=1&sort=articles');
        expect((await send('GET', page.next as string)).body).to.deep.equal([{ topic: 'b', articles: 2 }]);
        expect((await send('GET', '/per_topic/a')).body).to.deep.equal({ topic: 'a', articles: 1 });
        expect((await send('GET', '/per_topic/c')).status).to.equal(404);
        expect((await send('DELETE', '/per_topic/a')).status).to.equal(405);
        expect(await models.model('per_topic').byId('b').find()).to.deep.equal({ topic: 'b', articles: 2 });
      });
      const { paths } = await createOpenApi(router);
      const [parameter] = paths['/article/{id}']?.get?.parameters ?? [];
      expect(parameter).to.nested.include({ name: 'id', 'schema.type': 'string' });
    });

    it('has to be unique, not null and shown', async () => {
      for (const [key, reason] of [
        ['nothing', 'does not have'],
        ['deleted_at', 'can be null'],
        ['article_id', 'no unique index'],
      ] as const) {
        const Class = class extends Rest {
          static key = key;
        };
        const table = key === 'article_id' ? 'remark' : 'article';
        const error = await refusal({ rules: [[`/${table}/:id?`, 'rest']], controllers: { [table]: Class } });
        expect(error, key).to.include({ code: 'E_KEY' });
        expect(error?.message).to.contain(reason);
      }
      const policies = {
        article: definePolicy({ read: 'everyone', fields: { slug: { read: 'user' } } }),
        remark: definePolicy('everyone'),
        per_topic: definePolicy('everyone'),
      };
      const error = await refusal({ policies });
      expect(error?.message).to.contain('fields.slug.read would hide what URLs name the records by');
    });

    it('holds within policies', async () => {
      // Policies belong to the models.
      await models.close();
      await prepare();
      const policies = {
        article: definePolicy({
          read: { topic: 'open' },
          create: 'everyone',
          update: { topic: 'open' },
          delete: { topic: 'never' },
        }),
        remark: definePolicy('everyone'),
        per_topic: definePolicy('everyone'),
      };
      const router = openRouter({ policies });
      await withServer(router, async (send) => {
        const hidden = await send('POST', '/article', { slug: 'secret', topic: 'closed' });
        expect(hidden).to.include({ status: 201, body: undefined });
        await send('POST', '/article', { slug: 'shown', topic: 'open' });
        for (const method of ['GET', 'DELETE']) expect((await send(method, '/article/secret')).status).to.equal(404);
        expect((await send('PATCH', '/article/secret', { topic: 'open' })).status).to.equal(404);
        expect((await send('PUT', '/article/secret', { slug: 'secret' })).status).to.equal(409);
        expect((await send('PATCH', '/article/shown', { data: { n: 1 } })).body).to.deep.include({ data: { n: 1 } });
        expect((await send('PATCH', '/article/shown', { topic: 'closed' })).status).to.equal(403);
        expect((await send('DELETE', '/article/shown')).status).to.equal(403);
        const explained = router.explain('PATCH', '/article/shown');
        expect(await inspect.explainAccess(router.describe(), explained, { id: 1 })).to.include({ verdict: 'allowed' });
      });
    });
  });
}
