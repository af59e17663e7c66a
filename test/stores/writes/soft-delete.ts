import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import {
  type AfterWrite,
  type BeforeWrite,
  createRestRouter,
  definePolicy,
  type Policy,
  type RestRouterOptions,
  type Row,
} from '@rest-gen/router';
import { expect } from 'chai';
import express from 'express';
import { defineLogic, partial } from '../../../packages/logic/src/index.ts';
import type { Models } from '../../../packages/model/src/index.ts';
import { keepQuiet } from '../../../packages/router/test/serve.ts';
import Rest from '../../fixture/rest.ts';
import { apart } from '../fixture.ts';
import type { Answer } from './tracker.ts';

export const softDeleteMigrations: string = fileURLToPath(new URL('../fixtures/soft-delete', import.meta.url));

type Send = (method: string, path: string, body?: object, headers?: Record<string, string>) => Promise<Answer>;

const written: string[] = [];

class Post extends Rest {
  static softDelete = 'deleted_at';
  static upsert = true;
  static bulk = ['patch', 'delete'];
  static search = ['slug'];
  static include = {
    author: true,
    comments: { write: true },
    commentCount: { count: 'comment' },
    tags: { through: 'post_tag' },
    parent: { key: 'parent_id', table: 'post' },
  } as const;
}
class Hooked extends Post {
  override beforeWrite({ action }: BeforeWrite) {
    written.push(`before ${action}`);
  }
  override afterWrite({ action, before, after }: AfterWrite) {
    const stateOf = (row?: Row): string => (row === undefined ? '-' : row.deleted_at === null ? 'living' : 'deleted');
    written.push(`after ${action}: ${stateOf(before)} ${stateOf(after)}`);
  }
}
class Comment extends Rest {
  static softDelete = 'deleted_at';
  static include = { post: true } as const;
}
class Tag extends Rest {
  static softDelete = 'deleted_at';
  static hidden = ['deleted_at'];
}
class PostTag extends Rest {
  static softDelete = 'deleted_at';
}
class Person extends Rest {
  static include = { posts: { table: 'post', key: 'author_id', max: 20 }, postCount: { count: 'post' } } as const;
}

const ids = { array: true, children: { int: true } } as const;
const post = {
  slug: { required: true, string: true },
  status: { string: true },
  author_id: { int: true, default: 1 },
  parent_id: { int: true, nullable: true },
  tags: ids,
  deleted_at: { string: true, nullable: true },
} as const;
const comment = { post_id: { int: true }, text: { required: true, string: true } } as const;
const logics = {
  post: defineLogic({
    postAction: { body: post },
    putAction: { body: post },
    patchAction: { body: partial(post) },
  }),
  comment: defineLogic({ postAction: { body: comment }, patchAction: { body: partial(comment) } }),
};

const own = (user: { readonly id?: unknown }) => ({ author_id: user.id }) as never;
const POLICIES: Record<string, Policy> = {
  person: definePolicy('everyone'),
  post: definePolicy({ read: 'everyone', create: 'user', update: 'user', delete: own }),
  comment: definePolicy('everyone'),
  tag: definePolicy('everyone'),
  post_tag: definePolicy('everyone'),
};
const [ANN, BOB] = [{ 'X-User': '1' }, { 'X-User': '2' }];

/**
 * What `static softDelete` must do on every store, as mocha tests.
 *
 * @param open - gives models on a store with the tables of `softDeleteMigrations`; the suite closes them
 */
export function describeSoftDelete(name: string, open: () => Promise<Models>): void {
  describe(`soft delete over HTTP: ${name}`, () => {
    keepQuiet();
    let models: Models;
    let own: Models;
    let close: () => Promise<void> = async () => {};
    let send: Send;
    const serve = async (options: Partial<RestRouterOptions> = {}, PostClass: typeof Post = Post): Promise<void> => {
      await close();
      own = apart(models);
      [send, close] = await listen(own, PostClass, options);
    };
    const statusOf = async (...request: Parameters<typeof send>): Promise<number> => (await send(...request)).status;
    const ids = async (path: string, headers = {}): Promise<number[]> => {
      const { status, body } = await send('GET', path, undefined, headers);
      expect(status, JSON.stringify(body)).to.equal(200);
      return body.map(({ id }: Row) => id);
    };
    const deletedAt = async (table: string, id: number): Promise<unknown> =>
      (await models.repository(table as never).findOne({ where: { id } as never }))?.deleted_at;
    before(async () => {
      models = await open();
    });
    after(async () => {
      await close();
      await models.close();
    });
    beforeEach(async () => {
      written.length = 0;
      for (const table of ['post_tag', 'comment', 'tag']) await models.kysely.deleteFrom(table).execute();
      await models.kysely.updateTable('post').set({ parent_id: null }).execute();
      for (const table of ['post', 'person']) await models.kysely.deleteFrom(table).execute();
      for (const [id, person] of ['Ann', 'Bob'].entries())
        await models.repository('person').insert({ id: id + 1, name: person });
      for (const [id, slug] of ['a', 'b', 'c'].entries())
        await models.repository('post').insert({ id: id + 1, slug, author_id: id === 2 ? 2 : 1 });
      for (const id of [1, 2]) await models.repository('tag').insert({ id, name: `t${id}` });
      for (const tag_id of [1, 2]) await models.repository('post_tag').insert({ post_id: 1, tag_id });
      for (const id of [1, 2, 3])
        await models.repository('comment').insert({ id, post_id: id === 3 ? 2 : 1, text: `c${id}` });
    });

    describe('without policies', () => {
      beforeEach(() => serve());

      it('DELETE writes the time, and the record is not there: 204, then 404 for every method', async () => {
        const start = Date.now();
        expect(await statusOf('DELETE', '/post/1')).to.equal(204);
        const time = await deletedAt('post', 1);
        expect(Date.parse(String(time))).to.be.within(start - 1_000, Date.now() + 1_000);
        expect(await statusOf('GET', '/post/1')).to.equal(404);
        expect(await statusOf('HEAD', '/post/1')).to.equal(404);
        expect(await statusOf('PATCH', '/post/1', { slug: 'x' })).to.equal(404);
        expect(await statusOf('DELETE', '/post/1')).to.equal(404);
        expect(await deletedAt('post', 1)).to.deep.equal(time);
      });

      it('lists, counts, searches and bulk writes pass over it', async () => {
        await send('DELETE', '/post/1');
        expect(await ids('/post')).to.deep.equal([2, 3]);
        expect(await ids('/post?slug=a')).to.deep.equal([]);
        expect(await ids('/post?q=a')).to.deep.equal([]);
        expect(await ids('/post?deleted_at[null]=false')).to.deep.equal([]);
        const page = await send('GET', '/post?page=1');
        expect(page.headers.get('X-Total-Count')).to.equal('2');
        const many = { Prefer: 'max-affected=9' };
        const patched = await send('PATCH', '/post?id[gt]=0', { status: 'draft' }, many);
        expect(patched.headers.get('X-Total-Count')).to.equal('2');
        expect((await models.repository('post').findOne({ where: { id: 1 } }))?.status).to.equal('live');
        expect((await send('DELETE', '/post?id[lt]=3', undefined, many)).headers.get('X-Total-Count')).to.equal('1');
        expect(await ids('/post')).to.deep.equal([3]);
        expect(await ids('/post?deleted=true&sort=id')).to.deep.equal([1, 2]);
      });

      it('relations do not show it: records, lists, numbers, links, filters and orders', async () => {
        await send('DELETE', '/comment/1');
        await send('DELETE', '/tag/1');
        const { body } = await send('GET', '/post/1?include=comments,commentCount,tags');
        expect(body.comments.map(({ id }: Row) => id)).to.deep.equal([2]);
        expect(body.commentCount).to.equal(1);
        expect(body.tags.map(({ id }: Row) => id)).to.deep.equal([2]);
        expect(await ids('/post?comments.text=c1')).to.deep.equal([]);
        expect(await ids('/post?commentCount[gte]=2')).to.deep.equal([]);
        expect(await ids('/post?tags.id=1')).to.deep.equal([]);
        await send('DELETE', '/post/1');
        expect((await send('GET', '/comment/2?include=post')).body.post).to.equal(null);
        expect(await ids('/comment?post.slug=a')).to.deep.equal([]);
        const person = (await send('GET', '/person/1?include=posts,postCount')).body;
        expect([person.posts.map(({ id }: Row) => id), person.postCount]).to.deep.equal([[2], 1]);
      });

      it('a link that is deleted connects nothing, and PUT of the links passes over what is deleted', async () => {
        const [link] = await models.repository('post_tag').findMany({ where: { tag_id: 1 } });
        await send('DELETE', `/post_tag/${link?.id}`);
        expect((await send('GET', '/post/1?include=tags')).body.tags.map(({ id }: Row) => id)).to.deep.equal([2]);
        expect(await ids('/post?tags.id=1')).to.deep.equal([]);
        await send('DELETE', '/tag/2');
        expect(await statusOf('PATCH', '/post/1', { tags: [2] })).to.equal(422);
        expect(await statusOf('PATCH', '/post/1', { tags: [1] })).to.equal(200);
        const rows = await models.repository('post_tag').findMany({ where: { post_id: 1 } });
        const living = rows.filter((row) => row.deleted_at === null);
        expect(living.map((row) => row.tag_id).sort()).to.deep.equal([1, 2]);
        // The same row, which a unique index allows only once.
        expect(living.map(({ id }) => id)).to.include(link?.id);
      });

      it('nothing can refer to it: 422 at the field', async () => {
        await send('DELETE', '/post/1');
        for (const [method, path] of [
          ['POST', '/comment'],
          ['PATCH', '/comment/3'],
        ] as const) {
          const { status, body } = await send(method, path, { post_id: 1, text: 'x' });
          expect([status, body.errors[0].pointer]).to.deep.equal([422, '/post_id']);
        }
        const { status, body } = await send('POST', '/post', { slug: 'd', parent_id: 1 });
        expect([status, body.errors[0].pointer]).to.deep.equal([422, '/parent_id']);
        expect(await statusOf('POST', '/post', { slug: 'd', parent_id: 2 })).to.equal(201);
      });

      it('a new record takes its children in one body', async () => {
        const { status, body } = await send('POST', '/post?include=comments', { slug: 'd', comments: [{ text: 'x' }] });
        expect([status, body.comments?.[0].text]).to.deep.equal([201, 'x']);
      });

      it('as a parent in the URL it is 404, with all that is below it', async () => {
        expect(await ids('/post/1/comment')).to.deep.equal([1, 2]);
        await send('DELETE', '/post/1');
        expect(await statusOf('GET', '/post/1/comment')).to.equal(404);
        expect(await statusOf('GET', '/post/1/comment/2')).to.equal(404);
        expect(await statusOf('PATCH', '/post/1/comment/2', { text: 'x' })).to.equal(404);
        expect(await statusOf('DELETE', '/post/1/comment/2')).to.equal(404);
        expect(await statusOf('POST', '/post/1/comment', { text: 'x' })).to.equal(404);
        expect(await deletedAt('comment', 2)).to.equal(null);
        // A comment is not deleted with its post.
        expect(await statusOf('GET', '/comment/2')).to.equal(200);
      });

      it('?deleted=true shows deleted records only, in lists, of one record, and to QUERY', async () => {
        await send('DELETE', '/post/1');
        expect(await ids('/post?deleted=true')).to.deep.equal([1]);
        expect(await ids('/post?deleted=false')).to.deep.equal([2, 3]);
        expect(await ids('/post?deleted=true&slug=b')).to.deep.equal([]);
        const one = await send('GET', '/post/1?deleted=true&include=comments,author');
        expect([one.status, one.body.slug, one.body.author.name]).to.deep.equal([200, 'a', 'Ann']);
        expect(one.body.comments.map(({ id }: Row) => id)).to.deep.equal([1, 2]);
        expect(one.body.deleted_at).to.be.a('string');
        expect(await statusOf('GET', '/post/2?deleted=true')).to.equal(404);
        expect(await statusOf('GET', '/post?deleted=yes')).to.equal(400);
        expect(await statusOf('GET', '/post/1?deleted=1')).to.equal(400);
        expect(await statusOf('GET', '/person/1?deleted=true')).to.equal(400);
        const query = await send('QUERY', '/post', { deleted: true });
        expect(query.body.map(({ id }: Row) => id)).to.deep.equal([1]);
        const many = { Prefer: 'max-affected=9' };
        expect(await statusOf('DELETE', '/post?deleted=true&id=1', undefined, many)).to.equal(400);
        for (const id of [2, 3]) await send('DELETE', `/post/${id}`);
        const page = await send('GET', '/post?deleted=true&pageSize=2&sort=-id');
        expect(page.headers.get('Link')).to.match(/deleted=true[^>]*>; rel="next"/);
      });

      it('restore brings it back: 200 with the record; 404 for one that is not deleted', async () => {
        expect(await statusOf('POST', '/post/1/restore')).to.equal(404);
        await send('DELETE', '/post/1');
        const { status, body, headers } = await send('POST', '/post/1/restore?include=comments');
        expect([status, body.slug, body.deleted_at, body.comments.length]).to.deep.equal([200, 'a', null, 2]);
        expect(headers.get('ETag')).to.be.a('string');
        expect((await send('GET', '/post/1')).status).to.equal(200);
        expect(await statusOf('POST', '/post/1/restore')).to.equal(404);
        expect(await statusOf('POST', '/post/99/restore')).to.equal(404);
        expect(await statusOf('POST', '/person/1/restore')).to.equal(500);
      });

      it('the column can be hidden', async () => {
        await send('DELETE', '/tag/1');
        expect((await send('GET', '/tag?deleted=true')).body).to.deep.equal([{ id: 1, name: 't1' }]);
        expect((await send('POST', '/tag/1/restore')).body).to.deep.equal({ id: 1, name: 't1' });
        expect(await ids('/tag')).to.deep.equal([1, 2]);
      });

      it('its unique value is free for others; restoring it then is 409', async () => {
        await send('DELETE', '/post/1');
        const added = await send('POST', '/post', { slug: 'a' });
        expect(added.status).to.equal(201);
        const columns = ['id', 'slug', 'status', 'author_id', 'parent_id', 'deleted_at'];
        expect(Object.keys(added.body)).to.have.members(columns);
        const again = await send('POST', '/post', { slug: 'a' });
        expect([again.status, again.body.code]).to.deep.equal([409, 'E_CONFLICT']);
        const { status, body } = await send('POST', '/post/1/restore');
        expect([status, body.code]).to.deep.equal([409, 'E_CONFLICT']);
        expect(await statusOf('GET', '/post/1')).to.equal(404);
      });

      it('its key is taken: PUT is 409, and writes nothing', async () => {
        await send('DELETE', '/post/1');
        expect(await statusOf('PUT', '/post/1', { slug: 'z' })).to.equal(409);
        expect((await models.repository('post').findOne({ where: { id: 1 } }))?.slug).to.equal('a');
        expect(await statusOf('PUT', '/post/2', { slug: 'y' })).to.equal(200);
      });

      it('a body does not write the column, even if the logic declares it', async () => {
        const deleted_at = '2020-01-01T00:00:00Z';
        expect((await send('POST', '/post', { slug: 'd', deleted_at })).body.deleted_at).to.equal(null);
        expect((await send('PATCH', '/post/1', { slug: 'e', deleted_at })).body.deleted_at).to.equal(null);
        expect((await send('PUT', '/post/1', { slug: 'f', deleted_at })).body.deleted_at).to.equal(null);
      });

      it('a child can be restored under a deleted parent, but not by a URL that names this parent', async () => {
        await send('DELETE', '/comment/1');
        await send('DELETE', '/post/1');
        expect(await statusOf('POST', '/post/1/comment/1/restore')).to.equal(404);
        expect(await statusOf('POST', '/comment/1/restore')).to.equal(200);
        expect(await statusOf('POST', '/post/1/restore')).to.equal(200);
        expect(await ids('/post/1/comment')).to.deep.equal([1, 2]);
      });

      it('preconditions hold for DELETE, for a deleted record and for restore', async () => {
        const tag = (await send('GET', '/post/1')).headers.get('ETag') as string;
        expect(await statusOf('DELETE', '/post/1', undefined, { 'If-Match': '"x"' })).to.equal(412);
        expect(await statusOf('DELETE', '/post/1', undefined, { 'If-Match': tag })).to.equal(204);
        expect(await statusOf('POST', '/post/1/restore', undefined, { 'If-Match': tag })).to.equal(412);
        const deleted = (await send('GET', '/post/1?deleted=true')).headers.get('ETag') as string;
        expect(await statusOf('GET', '/post/1?deleted=true', undefined, { 'If-None-Match': deleted })).to.equal(304);
        expect(await statusOf('POST', '/post/1/restore', undefined, { 'If-Match': deleted })).to.equal(200);
      });

      it('of two at once, one deletes the record; a change does not bring it back', async () => {
        const both = await Promise.all([statusOf('DELETE', '/post/1'), statusOf('DELETE', '/post/1')]);
        expect(both.sort()).to.deep.equal([204, 404]);
        const [gone, changed] = await Promise.all([
          statusOf('DELETE', '/post/2'),
          statusOf('PATCH', '/post/2', { status: 'draft' }),
        ]);
        expect(gone).to.equal(204);
        expect(changed).to.be.oneOf([200, 404]);
        expect(await statusOf('GET', '/post/2')).to.equal(404);
        const restored = await Promise.all([statusOf('POST', '/post/1/restore'), statusOf('POST', '/post/1/restore')]);
        expect(restored.sort()).to.deep.equal([200, 404]);
      });

      it('outside of requests everything is seen', async () => {
        await send('DELETE', '/post/1');
        expect(await models.repository('post').count()).to.equal(3);
        // For a user it is as in a request.
        const mine = own.as({ id: 1 });
        expect(await mine.model('post').count()).to.equal(2);
        expect(await mine.transaction((tx) => tx.model('post').byId(2).delete())).to.equal(1);
        expect(await mine.model('post').deleted().count()).to.equal(2);
        expect(await models.repository('post').count()).to.equal(3);
      });
    });

    it('hooks see the delete and the restore with the records', async () => {
      await serve({}, Hooked);
      expect(await statusOf('DELETE', '/post/1')).to.equal(204);
      expect(await statusOf('POST', '/post/1/restore')).to.equal(200);
      expect(written).to.deep.equal([
        'before delete',
        'after delete: living -',
        'before update',
        'after update: deleted living',
      ]);
    });

    it('hooks and policies go together', async () => {
      await serve({ policies: POLICIES }, Hooked);
      expect(await statusOf('DELETE', '/post/1', undefined, ANN)).to.equal(204);
      expect(await ids('/post?deleted=true', ANN)).to.deep.equal([1]);
      expect(await statusOf('POST', '/post/1/restore', undefined, BOB)).to.equal(404);
      expect(await statusOf('POST', '/post/1/restore', undefined, ANN)).to.equal(200);
      expect(written.filter((one) => one.startsWith('after'))).to.deep.equal([
        'after delete: living -',
        'after update: deleted living',
      ]);
    });

    describe('with policies', () => {
      beforeEach(() => serve({ policies: POLICIES }));

      it('deleted records are for those who may delete them', async () => {
        expect(await statusOf('DELETE', '/post/1', undefined, BOB)).to.equal(403);
        for (const [id, headers] of [
          [1, ANN],
          [3, BOB],
        ] as const)
          expect(await statusOf('DELETE', `/post/${id}`, undefined, headers)).to.equal(204);
        expect(await ids('/post', BOB)).to.deep.equal([2]);
        expect(await ids('/post?deleted=true', ANN)).to.deep.equal([1]);
        expect(await ids('/post?deleted=true', BOB)).to.deep.equal([3]);
        expect(await statusOf('GET', '/post?deleted=true')).to.equal(401);
        expect(await statusOf('GET', '/post/1?deleted=true', undefined, BOB)).to.equal(404);
        expect(await statusOf('POST', '/post/1/restore', undefined, BOB)).to.equal(404);
        expect(await statusOf('POST', '/post/1/restore')).to.equal(401);
        expect(await statusOf('POST', '/post/1/restore', undefined, ANN)).to.equal(200);
        expect(await statusOf('GET', '/post/1')).to.equal(200);
      });

      it('a list of deleted records is 403 where the user may delete none', async () => {
        await serve({ policies: { ...POLICIES, post: definePolicy({ read: 'everyone' }) } });
        expect(await statusOf('GET', '/post?deleted=true', undefined, ANN)).to.equal(403);
        expect(await statusOf('GET', '/post/1?deleted=true', undefined, ANN)).to.equal(404);
      });

      it('a table between two that has a policy connects nothing by what is deleted', async () => {
        const [link] = await models.repository('post_tag').findMany({ where: { tag_id: 1 } });
        await send('DELETE', `/post_tag/${link?.id}`);
        expect((await send('GET', '/post/1?include=tags')).body.tags.map(({ id }: Row) => id)).to.deep.equal([2]);
        expect(await ids('/post?tags.id=1')).to.deep.equal([]);
      });

      it('who may not read the column sees the same records', async () => {
        const fields = { deleted_at: { read: 'nobody', write: 'nobody' } } as const;
        const post = definePolicy({ read: 'everyone', delete: 'everyone', fields });
        await serve({ policies: { ...POLICIES, post } });
        expect(await statusOf('DELETE', '/post/1')).to.equal(204);
        expect(await ids('/post')).to.deep.equal([2, 3]);
        expect(await ids('/post?deleted=true')).to.deep.equal([1]);
        expect((await send('GET', '/person/1?include=posts,postCount')).body.postCount).to.equal(1);
        expect((await send('POST', '/post/1/restore')).body.deleted_at).to.equal(null);
      });

      it('a policy that asks for a related record does not find a deleted one', async () => {
        const comment = definePolicy({
          read: { 'post.slug': 'a' } as never,
          create: { 'post.slug': 'a' } as never,
          relations: { post: true },
        });
        await serve({ policies: { ...POLICIES, comment } });
        expect(await ids('/comment')).to.deep.equal([1, 2]);
        await send('DELETE', '/post/1', undefined, ANN);
        expect(await ids('/comment')).to.deep.equal([]);
      });

      it('parents, references and relations pass over deleted records as without them', async () => {
        expect(await statusOf('DELETE', '/post/1', undefined, ANN)).to.equal(204);
        expect(await statusOf('GET', '/post/1/comment', undefined, ANN)).to.equal(404);
        expect(await statusOf('GET', '/post/1/comment/1', undefined, ANN)).to.equal(404);
        expect(await statusOf('POST', '/comment', { post_id: 1, text: 'x' }, ANN)).to.equal(422);
        expect(await statusOf('POST', '/post/1/comment', { text: 'x' }, ANN)).to.equal(404);
        expect((await send('GET', '/person/1?include=posts', undefined, ANN)).body.posts.length).to.equal(1);
      });
    });
  });
}

// --- internal ---

async function listen(
  models: Models,
  PostClass: typeof Post,
  options: Partial<RestRouterOptions>,
): Promise<[send: Send, close: () => Promise<void>]> {
  const router = createRestRouter({
    rules: [
      ['/post/:post_id/comment/:id/restore', 'comment#restore', 'rest'],
      ['/post/:post_id/comment/:id?', 'comment', 'rest'],
      ['/:name(post|comment|tag|person)/:id/restore', '/:name#restore', 'rest'],
      ['/:name(post|comment|tag|post_tag|person)/:id?', '/:name', 'rest'],
    ],
    logics,
    controllers: { post: PostClass, comment: Comment, tag: Tag, post_tag: PostTag, person: Person },
    model: models,
    log: false,
    policies: {},
    user: (({ headers }: { headers: Record<string, string | undefined> }) =>
      headers['x-user'] === undefined ? undefined : { id: Number(headers['x-user']) }) as never,
    ...options,
  } as RestRouterOptions);
  await router.ready;
  const server = express().use(router).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const send: Send = async (method, path, body, headers = {}) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { ...(body && { 'Content-Type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const isJson = /json/.test(answer.headers.get('Content-Type') ?? '');
    return { status: answer.status, headers: answer.headers, body: isJson && text !== '' ? JSON.parse(text) : text };
  };
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return [send, close];
}
