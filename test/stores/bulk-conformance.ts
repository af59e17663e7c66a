import type { AddressInfo } from 'node:net';
import { type AfterWrite, createRestRouter, definePolicy, type Row } from '@rest-gen/router';
import { expect } from 'chai';
import express from 'express';
import { sql } from 'kysely';
import { defineLogic, partial } from '../../packages/logic/src/index.ts';
import { openStore } from '../../packages/model/src/create-models.ts';
import { createModels, type Models } from '../../packages/model/src/index.ts';
import { keepQuiet } from '../../packages/router/test/serve.ts';
import Rest from '../fixture/rest.ts';
import { conformanceMigrations } from './conformance.ts';
import { watched } from './watched-client.ts';

/**
 * What PATCH and DELETE of a collection must keep on every store, as mocha tests.
 *
 * @param open - gives the address of an empty store, or of one with the tables of `conformanceMigrations` and no rows
 */
export function describeBulk(name: string, open: () => Promise<string> | string): void {
  describe(`PATCH and DELETE of a collection: ${name}`, function () {
    keepQuiet();
    this.timeout(60_000);
    let models: Models;
    let server: ReturnType<ReturnType<typeof express>['listen']>;
    let sent: string[];

    beforeEach(async () => {
      written = [];
      const store = openStore(await open(), { patience: 10_000, connections: 10, statementTimeout: 30_000 });
      models = createModels(
        watched(store.client, (text) => sent.push(text)),
        {
          migrations: conformanceMigrations,
          autoMigrate: true,
        },
      );
      sent = [];
      await models.repository('author').insert({ id: ANN, name: 'Ann' });
      await models.repository('author').insert({ id: BOB, name: 'Bob' });
      const app = express();
      const user = ({ path }: { path: string }): User => ({ id: ANN, isBound: path.startsWith('/own') });
      app.use(
        createRestRouter({ rules, controllers, logics, policies, model: models, user, limits: { answer: 50_000 } }),
      );
      await new Promise<void>((resolve) => {
        server = app.listen(0, '127.0.0.1', () => resolve());
      });
    });
    afterEach(async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await models.close();
    });

    const ask = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
      const { port } = server.address() as AddressInfo;
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        headers: { ...headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      const applied = answer.headers.get('preference-applied');
      const total = answer.headers.get('x-total-count');
      return { status: answer.status, applied, total, body: text === '' ? undefined : JSON.parse(text) };
    };
    const most = (count: number, others = '') => ({ Prefer: `max-affected=${count}${others}` });
    const add = async (count: number, values: (index: number) => Row = () => ({})) => {
      for (let index = 1; index <= count; index++)
        await models.repository('post').insert({ title: `t${index}`, authorId: ANN, ...values(index) } as never);
    };
    const views = async () => {
      const rows = await models.repository('post').findMany({ orderBy: [['id', 'asc']] });
      return rows.map((row) => row.views);
    };
    const counted = async (work: () => Promise<unknown>): Promise<number> => {
      sent = [];
      await work();
      return sent.length;
    };

    it('changes all records that the filters match, and answers with them', async () => {
      await add(4, (index) => ({ title: index % 2 === 0 ? 'even' : 'odd' }));
      const { body, ...rest } = await ask('PATCH', '/post?title=even', { views: 7, title: 'both' }, most(2));
      expect(rest).to.deep.equal({ status: 200, applied: 'max-affected=2', total: '2' });
      expect(body.map(({ id, title, views }: Row) => [id, title, views])).to.have.deep.members([
        [2, 'both', 7],
        [4, 'both', 7],
      ]);
      expect(await views()).to.deep.equal([0, 7, 0, 7]);
    });

    it('deletes all records that the filters match', async () => {
      await add(4);
      const answer = await ask('DELETE', '/post?id[in]=1,3', undefined, most(9, ', return=minimal'));
      expect(answer).to.deep.equal({ status: 204, applied: 'max-affected=9', total: '2', body: undefined });
      expect(await models.repository('post').findMany({ fields: ['id'] })).to.have.deep.members([{ id: 2 }, { id: 4 }]);
    });

    // The servers of MySQL let nobody declare `set null` for a column that is not null.
    const actions = name.startsWith('MySQL') ? ['restrict'] : ['restrict', 'set null'];
    for (const action of actions) {
      it(`refuses with 409 what the database does not delete: on delete ${action}`, async () => {
        await add(2);
        const run = (text: string) => sql.raw(text).execute(models.kysely);
        await run(`create table remark (id integer primary key, post_id bigint not null,
          foreign key (post_id) references post (id) on delete ${action})`);
        try {
          await run('insert into remark values (1, 1)');
          for (const path of ['/post/1', '/post?id[in]=1,2']) {
            const { status, body } = await ask(
              'DELETE',
              path,
              path.includes('?') ? { reason: 'x' } : undefined,
              most(9),
            );
            expect(body, path).to.include({ status: 409, detail: 'Other records refer to this one.' });
            expect(body).not.to.have.any.keys('field', 'errors');
            expect(status).to.equal(409);
          }
          expect(await views()).to.have.length(2);
        } finally {
          await run('drop table remark');
        }
      });
    }

    it('finds records by words and by relations', async () => {
      await add(4, (index) => ({ authorId: index > 2 ? BOB : ANN, body: index % 2 === 0 ? 'Red fox' : 'a hen' }));
      const path = '/post?author.name=Bob&q=red';
      expect(await ask('PATCH', path, { views: 1 }, most(5))).to.include({ status: 200, total: '1' });
      expect(await views()).to.deep.equal([0, 0, 0, 1]);
      expect(await ask('DELETE', '/post?author.name=Bob', undefined, most(5))).to.include({ status: 204, total: '2' });
      expect(await views()).to.deep.equal([0, 0]);
    });

    it('changes nothing when more records match than the request allows', async () => {
      await add(3);
      for (const method of ['PATCH', 'DELETE']) {
        const { status, body } = await ask(
          method,
          '/post?views=0',
          method === 'PATCH' ? { views: 1 } : undefined,
          most(2),
        );
        expect(status).to.equal(409);
        expect(body).to.include({ code: 'E_MAX_AFFECTED', matched: 3, maxAffected: 2 });
      }
      expect(await views()).to.deep.equal([0, 0, 0]);
    });

    it('sends as many statements for many records as for two', async () => {
      await add(42, (index) => ({ views: index <= 2 ? 1 : 2 }));
      const patch = (path: string) => () => ask('PATCH', path, { ratio: 2 }, most(100));
      await patch('/post?views=1')();
      const few = await counted(patch('/post?views=1'));
      expect(await counted(patch('/post?views=2'))).to.equal(few);
      expect(few).to.be.at.most(name.includes('MySQL') ? 6 : 2);
      expect(await counted(() => ask('DELETE', '/post?views=1', undefined, most(100)))).to.equal(2);
      expect(await counted(() => ask('DELETE', '/post?views=2', undefined, most(100)))).to.equal(2);
      expect(await views()).to.deep.equal([]);
    });

    it('sends as many statements under a policy for many records as for two', async () => {
      await add(42, (index) => ({ views: index <= 2 ? 1 : 2 }));
      const patch = (path: string) => () => ask('PATCH', path, { ratio: 2 }, most(100));
      await patch('/own/post?views=1')();
      const few = await counted(patch('/own/post?views=1'));
      expect(await counted(patch('/own/post?views=2'))).to.equal(few);
    });

    it('changes nothing when one record may not be changed', async () => {
      await add(3, (index) => ({ authorId: index === 2 ? BOB : ANN }));
      for (const method of ['PATCH', 'DELETE']) {
        const body = method === 'PATCH' ? { views: 1 } : undefined;
        expect((await ask(method, '/own/post?views=0', body, most(9))).body).to.include({
          status: 403,
          code: 'E_POLICY',
        });
      }
      expect(await views()).to.deep.equal([0, 0, 0]);
      expect(await ask('PATCH', `/own/post?authorId=${ANN}`, { views: 1 }, most(9))).to.include({
        status: 200,
        total: '2',
      });
      expect(await ask('DELETE', `/own/post?authorId=${ANN}`, undefined, most(9))).to.include({
        status: 204,
        total: '2',
      });
      expect(await views()).to.deep.equal([0]);
    });

    it('merges objects into the JSON of each record', async () => {
      await add(3, (index) => ({ meta: { index, kept: true, gone: 1 } }));
      const { status } = await ask('PATCH', '/post?id[lt]=3', { meta: { gone: null, more: [1] }, views: 1 }, most(2));
      expect(status).to.equal(200);
      const rows = await models.repository('post').findMany({ orderBy: [['id', 'asc']] });
      expect(rows.map(({ meta, views }) => ({ meta, views }))).to.deep.equal([
        { meta: { index: 1, kept: true, more: [1] }, views: 1 },
        { meta: { index: 2, kept: true, more: [1] }, views: 1 },
        { meta: { index: 3, kept: true, gone: 1 }, views: 0 },
      ]);
    });

    it('calls the hooks for each record, and rolls all of them back after an error', async () => {
      await add(3);
      await ask('PATCH', '/audited/post?id[lt]=3', { views: 5 }, most(2));
      expect(written).to.deep.equal(['update 0 5', 'update 0 5']);
      expect((await ask('PATCH', '/audited/post?id[gt]=0', { views: 13 }, most(5))).status).to.equal(422);
      expect(await views()).to.deep.equal([5, 5, 0]);
      await ask('DELETE', '/audited/post?views=5', undefined, most(2));
      expect(written).to.deep.equal(['update 0 5', 'update 0 5', 'delete 5 undefined', 'delete 5 undefined']);
    });

    it('changes nothing when the store refuses one of the records', async () => {
      await add(2);
      const { status, body } = await ask('PATCH', '/post?views=0', { slug: 'same', views: 1 }, most(2));
      expect(status).to.equal(409);
      expect(body).to.include({ code: 'E_CONFLICT' });
      expect(await views()).to.deep.equal([0, 0]);
    });

    it('changes nothing when the answer would be too large', async () => {
      await add(3, () => ({ body: 'x'.repeat(20_000) }));
      const { status, body } = await ask('PATCH', '/post?views=0', { views: 1 }, most(3));
      expect({ status, code: body.code }).to.deep.equal({ status: 400, code: 'E_PAGE_TOO_LARGE' });
      expect(await views()).to.deep.equal([0, 0, 0]);
      expect((await ask('PATCH', '/post?views=0', { views: 1 }, most(3, ', return=minimal'))).status).to.equal(204);
      expect(await views()).to.deep.equal([1, 1, 1]);
    });

    it('loses no change of two requests at once', async () => {
      await add(20);
      const meta = (key: string) => ({ meta: { [key]: true } });
      const answers = await Promise.all(
        ['a', 'b', 'c', 'd'].map((key) => ask('PATCH', '/post?views=0', meta(key), most(20))),
      );
      expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200, 200]);
      const rows = await models.repository('post').findMany();
      for (const row of rows) expect(Object.keys(row.meta as object).sort()).to.deep.equal(['a', 'b', 'c', 'd']);
    });

    it('never changes more records than a request allows, while others add some', async () => {
      await add(5);
      const patches = Array.from({ length: 5 }, (_, index) => ask('PATCH', '/post?views=0', { ratio: index }, most(5)));
      const others = Array.from({ length: 5 }, () => ask('POST', '/post', { title: 'new', authorId: ANN }));
      const answers = await Promise.all([...patches, ...others]);
      for (const { status, total } of answers.slice(0, 5)) {
        if (status === 200) expect(Number(total)).to.be.at.most(5);
        else expect(status).to.equal(409);
      }
    });

    it('deletes each record once, of two requests at once', async () => {
      await add(20);
      const answers = await Promise.all([1, 2, 3].map(() => ask('DELETE', '/post?views=0', undefined, most(20))));
      expect(answers.map(({ status }) => status)).to.deep.equal([204, 204, 204]);
      expect(answers.reduce((sum, { total }) => sum + Number(total), 0)).to.equal(20);
    });
  });
}

// --- internal ---

const ANN = '00000000-0000-4000-8000-000000000001';
const BOB = '00000000-0000-4000-8000-000000000002';

/** What the hooks were called for. */
let written: string[] = [];

const fields = {
  title: { required: true, string: true },
  body: { string: true },
  slug: { string: true },
  views: { int: true },
  ratio: { float: true },
  meta: { object: true },
  authorId: { uuid: true },
} as const;

const post = defineLogic({ postAction: { body: fields }, patchAction: { body: partial(fields) } });

class Post extends Rest<typeof post> {
  static bulk = ['post', 'patch', 'delete'];
  static include = { author: { fields: 'id,name' } } as const;
  static search = ['title', 'body'];
}

class Own extends Post {}

class Audited extends Post {
  override afterWrite({ before, after }: AfterWrite): void {
    if (after?.views === 13 && before?.id === 3) this.fail(422);
  }

  override afterCommit({ action, before, after }: AfterWrite): void {
    written.push(`${action} ${before?.views} ${after?.views}`);
  }
}

const rules = [
  ['/audited/post/:id?', 'rest'],
  ['/own/post/:id?', 'rest'],
  ['/post/:id?', 'rest'],
] as const;
const controllers = { post: Post, 'own/post': Own, 'audited/post': Audited };
const logics = { post, 'own/post': post, 'audited/post': post };

interface User {
  readonly id: string;
  /** Only what is the user's own may be changed. */
  readonly isBound: boolean;
}
const own = ({ id, isBound }: User) => !isBound || { authorId: id };
const policies = {
  author: definePolicy({ read: 'everyone' }),
  post: definePolicy({ read: 'everyone', create: 'everyone', update: own, delete: own } as never),
};
