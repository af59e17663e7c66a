import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { sql } from '@rest-gen/model';
import { createRestRouter, definePolicy, StartError } from '@rest-gen/router';
import { expect } from 'chai';
import express from 'express';
import { STORES } from '../../model/test/each-store.ts';
import { keepQuiet } from '../../router/test/serve.ts';
import { createChanges } from '../src/index.ts';
import { ARCHIVE, type Archive, openArchive, Post } from './open-archive.ts';

const DRAFT = { title: 'A', status: 'draft', owner_id: 1, updated_by: 'ann', secret: 's1', body: 'long' } as const;

describe('static history', () => {
  keepQuiet();
  let archive: Archive;
  beforeEach(async () => {
    archive = await openArchive();
  });
  afterEach(() => archive.close());

  const posts = () => archive.models.repository('post');
  /** The clock has moved on: the next write has a later time. */
  const tick = async (): Promise<string> => {
    const now = Date.now();
    while (Date.now() === now) await new Promise((resolve) => void setTimeout(resolve, 1));
    return new Date(now).toISOString();
  };
  /** What the entries say, without times and records. */
  const told = async (url: string, user?: number) =>
    (await archive.history(url, user)).map(({ action, by, changed }) => [action, by, changed?.join() ?? null]);

  it('lists what has changed, the newest first', async () => {
    await posts().insert(DRAFT);
    const created = (await archive.get('/post/1')).body;
    await posts().update({ id: 1 }, { title: 'B', updated_by: 'bob' });
    const updated = (await archive.get('/post/1')).body;
    // What nobody may see, and what is not recorded, makes no entry.
    await posts().update({ id: 1 }, { secret: 's2' });
    await posts().update({ id: 1 }, { body: 'longer' });
    await posts().delete({ id: 1 });

    const entries = await archive.history('/post/1/history');
    const without = ({ body: _body, ...record }: Record<string, unknown>) => record;
    expect(entries.map(({ at: _at, ...entry }) => entry)).to.deep.equal([
      { action: 'delete', by: null, changed: null, record: null },
      { action: 'update', by: 'bob', changed: ['title', 'updated_by'], record: without(updated) },
      { action: 'create', by: 'ann', changed: null, record: without(created) },
    ]);
    expect(entries.map(({ at }) => at)).to.deep.equal(
      entries
        .map(({ at }) => new Date(at).toISOString())
        .sort()
        .reverse(),
    );
    expect(JSON.stringify(entries)).to.not.match(/secret|s1|s2|long/);
  });

  it('says what a record was at a time, from the millisecond of a change on', async () => {
    const early = await tick();
    await posts().insert(DRAFT);
    await tick();
    await posts().update({ id: 1 }, { title: 'B' });
    await tick();
    await posts().delete({ id: 1 });
    const late = await tick();
    const times = (await archive.history('/post/1/history')).map(({ at }) => Date.parse(at));
    const at = async (time: number | string) => {
      const { status, body } = await archive.get(`/post/1/history?at=${new Date(time).toISOString()}`);
      return status === 200 ? body.title : body.code;
    };
    const [deleted = 0, updated = 0, created = 0] = times;
    expect([await at(early), await at(created - 1), await at(created), await at(updated - 1)]).to.deep.equal([
      'E_NOT_FOUND',
      'E_NOT_FOUND',
      'A',
      'A',
    ]);
    expect([await at(updated), await at(deleted - 1), await at(deleted), await at(late)]).to.deep.equal([
      'B',
      'B',
      'E_NOT_FOUND',
      'E_NOT_FOUND',
    ]);
    // Other zones, and more digits than there are.
    const [hours] = new Date(updated + 7_200_000).toISOString().split('Z');
    expect((await archive.get(`/post/1/history?at=${hours}999%2B02:00`)).body.title).to.equal('B');
  });

  it('says what is not known, of times before the changes were recorded', async () => {
    await posts().insert(DRAFT);
    const { status, body } = await archive.get('/post/1/history?at=2020-01-01T00:00:00Z');
    expect([status, body.code]).to.deep.equal([404, 'E_HISTORY']);
    expect(body.detail).to.match(/^What the record was before 20\d\d-[\dT:.-]+Z is not known\.$/);
    // Not of what the user may not see.
    expect((await archive.get('/post/1/history?at=2020-01-01T00:00:00Z', 2)).body.code).to.equal('E_NOT_FOUND');

    // What was deleted once is not known either, although the changes are kept from now on.
    const known = (await archive.get('/post/1/history?at=2100-01-01T00:00:00Z')).status;
    const { kysely, changes } = archive.models;
    await changes.number();
    await sql`update rest_gen_change set at = '2021-01-01T00:00:00.000Z'`.execute(kysely);
    await sql`update rest_gen_change_table set since = '2020-01-01T00:00:00.000Z', keep_seconds = 60`.execute(kysely);
    const before = await archive.get('/post/1/history?at=2022-01-01T00:00:00Z');
    await changes.prune();
    const after = await archive.get('/post/1/history?at=2022-01-01T00:00:00Z');
    expect([known, before.status, after.status, after.body.code]).to.deep.equal([200, 200, 404, 'E_HISTORY']);
  });

  it('begins with the first change of a record that was there before', async () => {
    await posts().insert(DRAFT);
    await sql`delete from rest_gen_change`.execute(archive.models.kysely);
    expect(await archive.history('/post/1/history')).to.deep.equal([]);
    await posts().update({ id: 1 }, { title: 'B', updated_by: 'bob' });
    expect(await told('/post/1/history')).to.deep.equal([['update', 'bob', 'title,updated_by']]);
  });

  it('shows the states that the user may read now, and no sign of others', async () => {
    await posts().insert({ ...DRAFT, grade: 'c' });
    await posts().update({ id: 1 }, { title: 'B' });
    await posts().update({ id: 1 }, { status: 'live', updated_by: 'bob' });
    await posts().update({ id: 1 }, { grade: 'a' });
    await posts().update({ id: 1 }, { status: 'draft' });
    await posts().update({ id: 1 }, { title: 'not seen' });
    await posts().update({ id: 1 }, { title: 'C', status: 'live' });
    expect(await told('/post/1/history', 1)).to.have.length(7);
    expect(await told('/post/1/history', 2)).to.deep.equal([
      ['update', 'bob', 'title'],
      ['update', 'bob', null],
    ]);
    const seen = await archive.history('/post/1/history', 2);
    expect(seen.map(({ record }) => record?.grade)).to.deep.equal([null, null]);
    expect(JSON.stringify(seen)).to.not.match(/not seen|"A"/);

    await posts().update({ id: 1 }, { status: 'draft' });
    const hidden = await archive.get('/post/1/history', 2);
    const none = await archive.get('/post/9/history', 2);
    expect([hidden.status, hidden.body.code, none.status]).to.deep.equal([404, 'E_NOT_FOUND', 404]);
    expect(hidden.body.instance).to.equal('/post/1/history');
    // Deleted as a draft: gone for others, and not for the owner.
    await posts().delete({ id: 1 });
    expect((await archive.get('/post/1/history', 2)).status).to.equal(404);
    expect((await told('/post/1/history', 1))[0]).to.deep.equal(['delete', null, null]);
  });

  it('leaves out states from before the columns of the policy were recorded', async () => {
    await posts().insert(DRAFT);
    await posts().update({ id: 1 }, { title: 'B' });
    await posts().update({ id: 1 }, { title: 'C' });
    const { kysely } = archive.models;
    await sql`update rest_gen_change set before = json_remove(before, '$.pinned') where id = 3`.execute(kysely);
    const [, seen] = await archive.history('/post/1/history');
    expect(seen?.record).to.include({ title: 'B' }).and.not.have.property('pinned');
    await sql`update rest_gen_change set before = json_remove(before, '$.status') where id = 3`.execute(kysely);
    expect(await told('/post/1/history')).to.deep.equal([
      ['update', 'ann', 'title'],
      ['create', 'ann', null],
    ]);
  });

  it('asks policies about other tables as they are now, and not about former records of the same one', async () => {
    const remarks = archive.models.repository('remark');
    await posts().insert({ ...DRAFT, status: 'live' });
    await posts().insert(DRAFT);
    await remarks.insert({ post_id: 2, text: 'A' });
    await remarks.update({ id: 1 }, { post_id: 1 });
    await remarks.update({ id: 1 }, { text: 'B' });
    const shown = [
      ['update', null, 'text'],
      ['update', null, null],
    ];
    expect(await told('/remark/1/history')).to.deep.equal(shown);
    await posts().update({ id: 2 }, { status: 'live' });
    expect(await told('/remark/1/history')).to.deep.equal([
      ['update', null, 'text'],
      ['update', null, 'post_id'],
      ['create', null, null],
    ]);
    await posts().update({ id: 1 }, { status: 'draft' });
    expect((await archive.get('/remark/1/history')).status).to.equal(404);

    await archive.close();
    const remark = definePolicy({
      read: [{ parent_id: null }, { 'parent.text': 'A' }],
      relations: { parent: true },
    } as never);
    const lines: string[] = [];
    archive = await openArchive(undefined, {
      policies: { ...(ARCHIVE.policies as object), remark },
      log: (line) => void lines.push(line),
    });
    await posts().insert(DRAFT);
    await archive.models.repository('remark').insert({ post_id: 1, text: 'A' });
    expect((await archive.get('/remark/1/history')).body.code).to.equal('E_INTERNAL');
  });

  it('has pages, and the changes of some fields', async () => {
    await posts().insert(DRAFT);
    for (let count = 0; count < 7; count++) {
      await posts().update({ id: 1 }, { title: `t${count}` });
      await posts().update({ id: 1 }, count % 2 === 0 ? { secret: `s${count}` } : { pinned: count % 4 === 1 });
    }
    const whole = await archive.history('/post/1/history');
    expect(whole).to.have.length(11);
    for (let size = 1; size <= 12; size++)
      expect(await archive.history(`/post/1/history?pageSize=${size}`), `${size}`).to.deep.equal(whole);
    const some = await archive.history('/post/1/history?fields=pinned,title&pageSize=2');
    expect(some).to.have.length(11);
    expect(some[0]).to.deep.include({ by: 'ann', record: { pinned: true, title: 't6' } });
    expect(await told('/post/1/history?fields=pinned')).to.deep.equal([
      ['update', 'ann', 'pinned'],
      ['update', 'ann', 'pinned'],
      ['update', 'ann', 'pinned'],
      ['create', 'ann', null],
    ]);
    const refused = async (search: string) => {
      const { status, body } = await archive.get(`/post/1/history?${search}`);
      return [status, body.code, body.parameter];
    };
    expect(await refused('after=99')).to.deep.equal([400, 'E_QUERY', 'after']);
    expect(await refused('after=x')).to.deep.equal([400, 'E_QUERY', 'after']);
    expect(await refused('pageSize=0')).to.deep.equal([400, 'E_QUERY', 'pageSize']);
    expect(await refused('pageSize=101')).to.deep.equal([400, 'E_QUERY', 'pageSize']);
    expect(await refused('at=yesterday')).to.deep.equal([400, 'E_QUERY', 'at']);
    expect(await refused('at=2026-01-31T12:00:00Z&after=1')).to.deep.equal([400, 'E_QUERY', 'at']);
    expect(await refused('title=A')).to.deep.equal([400, 'E_QUERY', 'title']);
    expect(await refused('include=comments')).to.deep.equal([400, 'E_QUERY', 'include']);
    expect(await refused('fields=secret')).to.deep.equal([400, 'E_QUERY', 'fields']);
  });

  it('is that of the record of the path', async () => {
    await posts().insert(DRAFT);
    await posts().update({ id: 1 }, { owner_id: 2, status: 'live' });
    await posts().update({ id: 1 }, { owner_id: 1 });
    // Under a parent, what belonged to another is not there.
    expect(await told('/owner/1/post/1/history')).to.deep.equal(
      [['create', 'ann', null]].toSpliced(0, 0, ['update', 'ann', 'status']),
    );
    expect((await archive.get('/owner/2/post/1/history')).status).to.equal(404);

    const lines = archive.models.repository('line');
    await lines.insert({ order_id: 1, code: 'a,b', amount: 1 });
    await lines.insert({ order_id: 1, code: 'a', amount: 9 });
    await lines.update({ order_id: 1, code: 'a,b' }, { amount: 2 });
    expect(await told('/line/1,a%2Cb/history')).to.deep.equal([
      ['update', null, 'amount'],
      ['create', null, null],
    ]);
    // Another key is another record.
    await lines.update({ order_id: 1, code: 'a' }, { code: 'b' });
    expect(await told('/line/1,a/history')).to.deep.equal([
      ['delete', null, null],
      ['create', null, null],
    ]);
    expect(await told('/line/1,b/history')).to.deep.equal([['create', null, null]]);

    const pages = archive.models.repository('page');
    await pages.insert({ slug: 'one', title: 'A' });
    await pages.update({ id: 1 }, { slug: 'two' });
    expect(await told('/v2/page/two/history')).to.deep.equal([
      ['update', null, 'slug'],
      ['create', null, null],
    ]);
    expect((await archive.get('/v2/page/one/history')).status).to.equal(404);
  });

  it('has deleted records of static softDelete for those who see them', async () => {
    const pages = archive.models.repository('page');
    await pages.insert({ slug: 'one', title: 'A' });
    await pages.update({ id: 1 }, { deleted_at: '2026-01-31T12:00:00.000Z' });
    expect((await archive.get('/page/1/history')).status).to.equal(404);
    expect((await archive.get('/page/1/history?deleted=true', 2)).status).to.equal(404);
    const all = [
      ['update', null, 'deleted_at'],
      ['create', null, null],
    ];
    expect(await told('/page/1/history?deleted=true&pageSize=1')).to.deep.equal(all);
    const { body } = await archive.get('/page/1/history?deleted=true');
    expect((await archive.get(`/page/1/history?deleted=true&at=${body[0].at}`)).body).to.deep.equal(body[0].record);
    await pages.update({ id: 1 }, { deleted_at: null });
    // It was not there in between.
    expect(await told('/page/1/history')).to.deep.equal([['create', null, null]]);
  });

  it('is answered as a GET: HEAD, tags, other paths', async () => {
    await posts().insert(DRAFT);
    const { router } = archive;
    const app = express();
    app.use('/api', router, router.notFound, router.errors);
    const server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
    const send = (path: string, init: RequestInit = {}) =>
      fetch(base + path, { ...init, headers: { 'x-user': '1', ...(init.headers as Record<string, string>) } });
    try {
      await posts().update({ id: 1 }, { title: 'B' });
      const page = await send('/post/1/history?pageSize=1');
      expect(page.headers.get('link')).to.equal('</api/post/1/history?pageSize=1&after=2>; rel="next"');
      expect(page.headers.get('cache-control')).to.equal('private, no-cache');
      const again = { headers: { 'if-none-match': page.headers.get('etag') as string } };
      expect((await send('/post/1/history?pageSize=1', again)).status).to.equal(304);
      const head = await send('/post/1/history', { method: 'HEAD' });
      expect([head.status, await head.text()]).to.deep.equal([200, '']);
      expect((await send('/post/1/history', { method: 'POST' })).status).to.equal(404);
      for (const path of ['/post/history', '/post//history', '/post/1/history/history', '/other/1/history', '/history'])
        expect((await send(path)).status, path).to.equal(404);
      const problem = await send('/post/7/history');
      expect(((await problem.json()) as { instance: string }).instance).to.equal('/api/post/7/history');
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  it('leaves a path that the rules of a project take to them', async () => {
    await archive.close();
    archive = await openArchive(undefined, {
      rules: [['/post/:title/history', '/page', 'rest'], ...(ARCHIVE.rules as [])],
    });
    expect((await archive.get('/post/A/history')).body).to.deep.equal([]);
  });

  it('stands in the envelope of the project', async () => {
    await archive.close();
    archive = await openArchive(undefined, { envelope: (data) => ({ data }) });
    await posts().insert(DRAFT);
    expect((await archive.get('/post/1/history')).body.data[0].record.title).to.equal('A');
  });

  it('stops the start where the changes are not all there, or more than the class shows', async () => {
    const { models } = archive;
    const start = async (Class: typeof Post): Promise<string | undefined> => {
      try {
        await createRestRouter({
          ...ARCHIVE,
          controllers: { ...ARCHIVE.controllers, post: Class },
          model: models,
          parts: [createChanges()],
        }).ready;
      } catch (error) {
        if (error instanceof StartError) return error.message;
        throw error;
      }
      return undefined;
    };
    class Open extends Post {
      static override hidden = ['secret', 'price'];
    }
    class Unknown extends Post {
      static override history = { actor: 'editor' };
    }
    class Wrong extends Post {
      static override history = 'yes' as never;
    }
    class Single extends Post {
      static singleton = true;
    }
    expect(await start(Open)).to.match(/^E_CONTROLLER_STATIC\n.*hides price/);
    expect(await start(Unknown)).to.match(/^E_CONTROLLER_STATIC\n.*actor: 'editor'/);
    expect(await start(Single)).to.match(/^E_CONTROLLER_STATIC\n.*static singleton/);
    expect(await start(Wrong)).to.match(/^E_CONTROLLER_STATIC\n.*'yes'/);
    await sql`update rest_gen_change_table set keep_seconds = 60 where table_name = 'post'`.execute(models.kysely);
    expect(await start(Post)).to.match(/^E_CONTROLLER_STATIC\n.*deleted after some time/);
    await sql`delete from rest_gen_change_table where table_name = 'post'`.execute(models.kysely);
    expect(await start(Post)).to.match(/^E_CONTROLLER_STATIC\n.*records none/);
  });

  for (const [name, make] of STORES.filter(([store]) => store !== 'sqlite')) {
    it(`names who the session of ${name} is`, async () => {
      const database = await make();
      const other = await openArchive(database.url);
      try {
        await other.models.transaction(async (tx) => {
          const actor =
            name === 'postgres'
              ? sql`select set_config('rest_gen.actor', 'eve', true)`
              : sql`set @rest_gen_actor = 'eve'`;
          await actor.execute(tx.kysely);
          await tx.repository('post').insert(DRAFT);
          await tx.repository('post').delete({ id: 1 });
          if (name === 'mysql') await sql`set @rest_gen_actor = null`.execute(tx.kysely);
        });
        const entries = await other.history('/post/1/history');
        expect(entries.map(({ action, by }) => [action, by])).to.deep.equal([
          ['delete', 'eve'],
          ['create', 'eve'],
        ]);
      } finally {
        await other.close();
        await database.drop();
      }
    });
  }
});
