import { ApiError, ConflictError, NetworkError } from '@rest-gen/client';
import { expect } from 'chai';
import { createApi } from './api.ts';
import { cutConnections } from './cutting-proxy.ts';
import { refusal } from './refusal.ts';
import type { Service } from './serve-issues.ts';

/** The tests of the generated client, with any service of issues. */
export function testClient(title: string, serve: () => Promise<Service>): void {
  describe(title, () => {
    let service: Service;
    let api: ReturnType<typeof createApi>;

    beforeEach(async () => {
      service = await serve();
      api = createApi({ baseUrl: service.url });
    });
    afterEach(() => service.close());

    const countIssues = () => service.models.model('issue').count();

    it('creates, reads, changes and deletes a record', async () => {
      const created = await api.issue.create({ title: 'It leaks' });
      expect(created).to.deep.include({ id: 1, title: 'It leaks', state: 'open', due: null, reason: null });
      const changed = await api.issue.update(created, { due: 'today' });
      expect(changed).to.include({ due: 'today' });
      expect(await api.issue.get(1)).to.eql(changed);
      expect(await api.issue.replace(1, { title: 'It drips' })).to.include({ title: 'It drips', due: null });
      expect(await api.issue.archive(1, { reason: 'repaired' })).to.include({ state: 'archived' });
      await api.issue.delete(1);
      expect((await refusal(api.issue.get(1))).status).to.equal(404);
    });

    it('creates 1,000 records at once, with a key', async () => {
      const list = Array.from({ length: 1_000 }, (_, index) => ({ title: `${'x'.repeat(30)} ${index}` }));
      const created = await api.issue.createMany(list);
      expect(JSON.stringify(created).length).to.be.above(65_535);
      expect([created.length, await countIssues()]).to.eql([1_000, 1_000]);
    });

    it('iterates over all pages, and gives one of them', async () => {
      await api.issue.createMany(Array.from({ length: 45 }, (_, index) => ({ title: `Issue ${index}` })));
      const titles: string[] = [];
      for await (const issue of api.issue.list({ sort: '-id', pageSize: 20 })) titles.push(issue.title);
      expect([titles.length, titles[0], titles[44]]).to.eql([45, 'Issue 44', 'Issue 0']);
      const page = await api.issue.list({ page: 2, pageSize: 40, fields: ['id'] }).page();
      expect([page.records.length, page.total, page.after]).to.eql([5, 45, undefined]);
      expect(page.records[0]).to.eql({ id: 41 });
    });

    it('filters, searches and includes', async () => {
      const [first, second] = await api.issue.createMany([
        { title: 'a,b' },
        { title: 'c', due: 'May' },
        { title: 'Tea' },
      ]);
      for (const body of ['x', 'y', 'z']) await api.comment.of({ issue_id: first?.id ?? 0 }).create({ body });
      const titles = async (query: Parameters<typeof api.issue.list>[0]) => {
        return (await api.issue.list(query).page()).records.map(({ title }) => title);
      };
      expect(await titles({ where: { title: { in: ['a,b'] } } })).to.eql(['a,b']);
      expect(await titles({ where: { title: { in: ['a,b', 'c'] } } })).to.eql(['a,b', 'c']);
      expect(await titles({ where: { due: null, title: { contains: 'E' } } })).to.eql(['Tea']);
      expect(
        await titles({ where: { or: [{ id: second?.id ?? 0 }, { 'comments.body': 'x' }] }, sort: ['title'] }),
      ).to.eql(['a,b', 'c']);
      expect(await titles({ q: 'te' })).to.eql(['Tea']);
      const shown = await api.issue.get(1, { include: ['comments', 'commentCount'] });
      expect([shown.comments?.length, shown.commentCount]).to.eql([2, 3]);
      expect(() => api.issue.list({ where: { id: { in: [] } } })).to.throw(TypeError, 'where.id.in is empty');
    });

    it('asks for groups, typed by what is asked for', async () => {
      await api.issue.createMany([
        { title: 'a', state: 'open', due: 'May' },
        { title: 'b', state: 'archived' },
        { title: 'c', state: 'open', due: 'June' },
      ]);
      const asked = { group: ['state'], count: true, sum: ['id'], max: ['due'], sort: '-count' } as const;
      const { records, after } = await api.issue.aggregate({ ...asked, pageSize: 1 }).page();
      expect(records).to.eql([{ state: 'open', count: 2, sum: { id: 4 }, max: { due: 'May' } }]);
      const [first] = records;
      const { state, count, sum, max }: { state: string; count: number; sum: object; max: object } =
        first as NonNullable<typeof first>;
      // @ts-expect-error: it was not asked for
      expect([state, count, sum, max, first?.avg]).to.eql(['open', 2, { id: 4 }, { due: 'May' }, undefined]);
      const states: string[] = [];
      for await (const group of api.issue.aggregate({ ...asked, after, where: { id: { lt: 9 } } }))
        states.push(group.state);
      expect(states).to.eql(['archived']);
      // @ts-expect-error: the class does not name the column
      expect(await refusal(api.issue.aggregate({ group: ['title'] }).page())).to.include({ status: 400 });
      // @ts-expect-error: a text has no sum
      expect(await refusal(api.issue.aggregate({ sum: ['state'] }).page())).to.include({ status: 400 });
    });

    it('follows the pages of a query with or', async () => {
      await api.issue.createMany(Array.from({ length: 7 }, (_, index) => ({ title: `Issue ${index}` })));
      const ids: number[] = [];
      const list = api.issue.list({ where: { or: [{ id: { lt: 4 } }, { id: { gt: 5 } }] }, pageSize: 2 });
      // Some versions of Node do not support QUERY, and answer 400.
      const { METHODS } = await import('node:http');
      if (!METHODS.includes('QUERY')) return expect(await refusal(list.page())).to.include({ status: 400 });
      for await (const { id } of list) ids.push(id);
      return expect(ids).to.eql([1, 2, 3, 6, 7]);
    });

    it('changes and deletes the records that match', async () => {
      await api.issue.createMany([{ title: 'a' }, { title: 'b' }, { title: 'c' }]);
      expect(await api.issue.updateWhere({ title: { in: ['a', 'b'] } }, { due: 'May' }, { max: 5 })).to.have.lengthOf(
        2,
      );
      expect(await refusal(api.issue.deleteWhere({ due: 'May' }, { max: 1 }))).to.include({ code: 'E_MAX_AFFECTED' });
      expect(await api.issue.deleteWhere({ due: 'May' }, { max: 2 })).to.equal(2);
      expect(await refusal(api.issue.deleteWhere({ due: undefined, id: 3 }, { max: 1 }))).to.be.instanceOf(TypeError);
      expect(await countIssues()).to.equal(1);
    });

    it('throws problem documents as errors', async () => {
      const error = await refusal(api.issue.create({ title: '' }));
      expect(error).to.be.instanceOf(ApiError).and.include({ status: 422, code: 'E_VALIDATION' });
      expect(error.fields['/title']).to.equal(error.problem.errors?.[0]?.message).and.be.a('string');
      await api.issue.createMany([{ title: 'a' }, { title: 'b' }]);
      await api.issue.archive(1, { reason: 'repaired' });
      const taken = await refusal(api.issue.archive(2, { reason: 'repaired' }));
      expect(taken).to.include({ status: 409, code: 'E_CONFLICT' });
      expect(taken.fields).to.eql({ '/reason': 'Another record has the same reason.' });
      const offline = createApi({ baseUrl: 'http://127.0.0.1:1', retries: 0 });
      expect(await refusal(offline.issue.get(1))).to.be.instanceOf(NetworkError);
    });

    it('refuses to overwrite a change, and has both versions', async () => {
      const read = await api.issue.create({ title: 'It leaks' });
      await api.issue.update(1, { due: 'May' });
      const error = await refusal(api.issue.update(read, { due: 'June' }));
      expect(error).to.be.instanceOf(ConflictError);
      const { read: mine, current } = error as ConflictError;
      expect(mine).to.equal(read);
      expect(current).to.include({ id: 1, title: 'It leaks', due: 'May' });
      // `current` was read now, so it can be changed.
      expect(await api.issue.update(current as typeof read, { due: 'June' })).to.include({ due: 'June' });
      const [listed] = (await api.issue.list().page()).records;
      expect(await refusal(api.issue.update(listed ?? 0, { due: 'July' }))).to.be.instanceOf(TypeError);
    });

    it('repeats what is safe to repeat when the response is lost', async () => {
      const proxy = await cutConnections(service.url, (index) => index % 2 === 0);
      const cut = createApi({ baseUrl: proxy.url });
      const issue = await cut.issue.create({ title: 'Once' });
      expect(await cut.issue.get(issue.id)).to.eql(issue);
      expect(await countIssues()).to.equal(1);
      await cut.issue.delete(issue.id);
      expect([await countIssues(), proxy.cuts]).to.eql([0, 3]);
      proxy.close();
    });

    it('does not repeat what could be done twice', async () => {
      const proxy = await cutConnections(service.url, () => true);
      const cut = createApi({ baseUrl: proxy.url });
      const issue = await api.issue.create({ title: 'a' });
      // The class of comments takes no key.
      expect(await refusal(cut.comment.create({ issue_id: issue.id, body: 'x' }))).to.be.instanceOf(NetworkError);
      expect(await refusal(cut.issue.update(issue.id, { due: 'May' }))).to.be.instanceOf(NetworkError);
      expect([await service.models.model('comment').count(), proxy.cuts]).to.eql([1, 2]);
      proxy.close();
    });

    it('says that a refused write may have been its own', async () => {
      const issue = await api.issue.create({ title: 'a' });
      const proxy = await cutConnections(service.url, (_, method) => method === 'PATCH' && proxy.cuts === 0);
      const error = await refusal(createApi({ baseUrl: proxy.url }).issue.update(issue, { due: 'May' }));
      expect(error).to.be.instanceOf(ConflictError).and.include({ isUncertain: true });
      expect((error as ConflictError).current).to.include({ due: 'May' });
      proxy.close();
    });

    it('stops when its signal aborts, also between two attempts', async () => {
      const reason = new Error('Enough');
      const aborted = AbortSignal.abort(reason);
      expect(await refusal(api.issue.get(1, { signal: aborted }))).to.equal(reason);
      const controller = new AbortController();
      const away = createApi({
        fetch: async () => {
          setTimeout(() => controller.abort(reason));
          return new Response('', { status: 503, headers: { 'retry-after': '20' } });
        },
      });
      expect(await refusal(away.issue.get(1, { signal: controller.signal }))).to.equal(reason);
    });

    it('sends the headers of its options, and another request', async () => {
      const seen: string[] = [];
      const own = createApi({
        baseUrl: service.url,
        headers: async () => ({ authorization: 'Bearer x' }),
        fetch: (url, init) => {
          seen.push(new Headers(init?.headers).get('authorization') ?? '');
          return fetch(url, init);
        },
      });
      expect(await own.$request('GET', '/issue', { query: { pageSize: 1 } })).to.eql([]);
      expect(seen).to.eql(['Bearer x']);
    });
  });
}
