import { createDataProvider as createReactAdmin } from '@rest-gen/client/react-admin';
import { createDataProvider as createRefine } from '@rest-gen/client/refine';
import { expect } from 'chai';
import { createApi } from './api.ts';
import { refusal as rejection } from './refusal.ts';
import { type Service, serveIssues } from './serve-issues.ts';

/** What a panel reads of an error. */
interface Refused {
  readonly status: number;
  readonly statusCode: number;
  readonly message: string;
  readonly body: { readonly errors: Readonly<Record<string, unknown>> };
  readonly errors: Readonly<Record<string, unknown>>;
}

const refusal = rejection<Refused>;

const titles = ({ data }: { data: { title: string }[] }) => data.map(({ title }) => title);
const CHANGED = 'This record has been changed by someone else. Load it again, and repeat your changes.';

describe('the data providers of admin panels', () => {
  let service: Service;
  let api: ReturnType<typeof createApi>;
  const requests: string[] = [];

  beforeEach(async () => {
    service = await serveIssues();
    const counted: typeof fetch = (input, init) => {
      const tag = new Headers(init?.headers).has('if-match') ? ' If-Match' : '';
      requests.push(`${init?.method} ${String(input).slice(service.url.length)}${tag}`);
      return fetch(input, init);
    };
    api = createApi({ baseUrl: service.url, fetch: counted });
    await api.issue.createMany([
      { title: 'Tea', due: 'May' },
      { title: 'Coffee' },
      { title: 'Green tea', due: 'June' },
    ]);
    for (const body of ['Hot', 'Strong']) await api.comment.of({ issue_id: 1 }).create({ body });
    requests.length = 0;
  });
  afterEach(() => service.close());

  describe('react-admin', () => {
    let provider: ReturnType<typeof createReactAdmin>;
    beforeEach(() => {
      provider = createReactAdmin(api);
    });
    const pagination = { page: 1, perPage: 2 };
    const sort = { field: 'title', order: 'DESC' };

    it('getList pages, sorts, searches and filters', async () => {
      const all = await provider.getList('issue', { pagination, sort, filter: {} });
      expect([titles(all), all.total]).to.eql([['Tea', 'Green tea'], 3]);
      const filters: [filter: object, found: string[]][] = [
        [{ q: 'tea' }, ['Tea', 'Green tea']],
        [{ due: null }, ['Coffee']],
        [{ id: [1, 2] }, ['Tea', 'Coffee']],
        [{ title: { contains: 'een' }, state: '' }, ['Green tea']],
        [{ comments: { body: 'Hot' } }, ['Tea']],
        [{ title: { contains: '' }, id: [], due: 'June' }, ['Green tea']],
      ];
      for (const [filter, found] of filters)
        expect(titles(await provider.getList('issue', { pagination, sort, filter })), JSON.stringify(filter)).to.eql(
          found,
        );
      const { data } = await provider.getList('issue', {
        pagination,
        filter: { id: 1 },
        meta: { include: 'comments' },
      });
      expect(data[0].comments).to.have.length(2);
    });

    it('getOne, getMany and getManyReference read records', async () => {
      const { data } = await provider.getOne('issue', { id: 1, meta: { include: ['commentCount'] } });
      expect(data).to.include({ title: 'Tea', commentCount: 2 });
      expect(titles(await provider.getMany('issue', { ids: [3, 1, 99] })).sort()).to.eql(['Green tea', 'Tea']);
      const reference = { target: 'issue_id', id: 1, pagination, sort: { field: 'id', order: 'DESC' }, filter: {} };
      const { data: comments, total } = await provider.getManyReference('comment', reference);
      expect([comments.map(({ body }) => body), total]).to.eql([['Strong', 'Hot'], 2]);
    });

    it('getMany reads many records in few requests', async () => {
      await api.issue.createMany(Array.from({ length: 250 }, (_, index) => ({ title: `t${index}` })));
      requests.length = 0;
      const ids = Array.from({ length: 250 }, (_, index) => index + 4);
      expect((await provider.getMany('issue', { ids })).data).to.have.length(250);
      expect(requests).to.have.length(5);
    });

    it('getList gives the export of a list more records than a page has', async () => {
      await api.issue.createMany(Array.from({ length: 250 }, (_, index) => ({ title: `t${index}` })));
      const sort = { field: 'id', order: 'ASC' };
      const all = await provider.getList('issue', { pagination: { page: 1, perPage: 1000 }, sort });
      expect([all.data.length, all.total, all.data[252].id]).to.eql([253, 253, 253]);
      const part = await provider.getList('issue', { pagination: { page: 2, perPage: 150 }, sort });
      expect([part.data.length, part.total, part.data[0].id]).to.eql([103, 253, 151]);
      const middle = await provider.getList('issue', { pagination: { page: 2, perPage: 110 }, sort });
      expect([middle.data.length, middle.data[0].id, middle.data[109].id]).to.eql([110, 111, 220]);
    });

    it('getList says what is missing when a page of another origin cannot read the total', async () => {
      const hidden: typeof fetch = async (input, init) => {
        const response = await fetch(input, init);
        return new Response(response.body, { headers: { 'content-type': 'application/json' } });
      };
      const other = createReactAdmin(createApi({ baseUrl: service.url, fetch: hidden }));
      const refused = await refusal(other.getList('issue', { pagination, sort }));
      expect(refused.message).to.contain('X-Total-Count').and.contain('Access-Control-Expose-Headers');
      // All records are shown, so their number is known.
      expect((await other.getList('issue', { pagination: { page: 1, perPage: 10 }, sort })).total).to.equal(3);
    });

    it('getMany reads what a page of a small size has not', async () => {
      await api.comment.create({ issue_id: 1, body: 'Black' });
      const { data } = await provider.getMany('comment', { ids: [1, 2, 3] });
      expect(data.map(({ id }) => id)).to.eql([1, 2, 3]);
    });

    it('create and update write, and give the errors of fields to the form', async () => {
      const { data } = await provider.create('issue', { data: { title: 'Milk' } });
      expect(data).to.include({ id: 4, title: 'Milk', state: 'open' });
      const refused = await refusal(provider.create('issue', { data: { title: 'x'.repeat(50), due: 1 } }));
      expect(refused.status).to.equal(422);
      expect(refused.body.errors).to.have.keys('title', 'due');
      const wrong = await refusal(
        provider.update('issue', { id: 4, data: { ...data, state: 'x' }, previousData: data }),
      );
      expect(wrong.body.errors).to.have.keys('state');
    });

    it('update sends what has changed, with the entity tag of what was read', async () => {
      const { data: shown } = await provider.getOne('issue', { id: 1 });
      requests.length = 0;
      const { data } = await provider.update('issue', { id: 1, data: { ...shown, due: 'July' }, previousData: shown });
      expect(data).to.include({ title: 'Tea', due: 'July' });
      await provider.update('issue', { id: 1, data, previousData: data });
      expect(requests).to.eql(['PATCH /issue/1 If-Match']);
    });

    it('update says that someone else has changed the record, and keeps their change', async () => {
      const { data: shown } = await provider.getOne('issue', { id: 1 });
      await api.issue.update(1, { title: 'Black tea' });
      const data = { ...shown, due: 'July' };
      const refused = await refusal(provider.update('issue', { id: 1, data, previousData: shown }));
      expect([refused.status, refused.message]).to.eql([412, CHANGED]);
      expect(refused.body.errors).to.eql({ root: { serverError: CHANGED } });
      expect(await api.issue.get(1)).to.include({ title: 'Black tea', due: 'May' });
    });

    it('update compares a record that it knows from a list', async () => {
      const { data } = await provider.getList('issue', { pagination, sort: { field: 'id', order: 'ASC' }, filter: {} });
      const [first, second] = data;
      await api.issue.update(2, { title: 'Espresso' });
      await provider.update('issue', { id: 1, data: { ...first, due: 'July' }, previousData: first });
      const change = { id: 2, data: { ...second, due: 'July' }, previousData: second };
      expect((await refusal(provider.update('issue', change))).message).to.equal(CHANGED);
      expect(await api.issue.get(2)).to.include({ title: 'Espresso', due: null });
    });

    it('updateMany, delete and deleteMany', async () => {
      expect(await provider.updateMany('issue', { ids: [1, 2], data: { due: 'now' } })).to.eql({ data: [1, 2] });
      expect(titles(await provider.getList('issue', { pagination, filter: { due: 'now' } }))).to.eql(['Tea', 'Coffee']);
      expect((await provider.delete('issue', { id: 3 })).data).to.eql({ id: 3 });
      expect((await refusal(provider.deleteMany('issue', { ids: [2, 99] }))).status).to.equal(404);
      expect((await refusal(provider.getOne('issue', { id: 2 }))).status).to.equal(404);
    });

    it('names a resource that the client has not', async () => {
      expect((await refusal(provider.getOne('isue', { id: 1 }))).message).to.contain('no resource "isue"');
    });
  });

  describe('refine', () => {
    let provider: ReturnType<typeof createRefine>;
    beforeEach(() => {
      provider = createRefine(api, service.url);
    });
    const resource = 'issue';

    it('getList pages, sorts, searches and filters', async () => {
      const sorters = [{ field: 'title', order: 'desc' }];
      const all = await provider.getList({ resource, pagination: { currentPage: 2, pageSize: 2 }, sorters });
      expect([titles(all), all.total]).to.eql([['Coffee'], 3]);
      const filters: [filters: object[], found: string[]][] = [
        [[{ field: 'q', operator: 'eq', value: 'tea' }], ['Tea', 'Green tea']],
        [[{ field: 'due', operator: 'null', value: true }], ['Coffee']],
        [[{ field: 'due', operator: 'nnull', value: true }], ['Tea', 'Green tea']],
        [[{ field: 'id', operator: 'in', value: [1, 2] }], ['Tea', 'Coffee']],
        [
          [
            { field: 'id', operator: 'gte', value: 2 },
            { field: 'id', operator: 'lt', value: 3 },
          ],
          ['Coffee'],
        ],
        [[{ field: 'title', operator: 'contains', value: 'een' }], ['Green tea']],
        [[{ field: 'title', operator: 'contains', value: '' }], ['Tea', 'Green tea', 'Coffee']],
        [[{ field: 'id', operator: 'in', value: [] }], ['Tea', 'Green tea', 'Coffee']],
      ];
      for (const [list, found] of filters)
        expect(titles(await provider.getList({ resource, sorters, filters: list })), JSON.stringify(list)).to.eql(
          found,
        );
      const off = await provider.getList({ resource, pagination: { mode: 'off' }, meta: { include: 'comments' } });
      expect([off.total, off.data[0].comments.length]).to.eql([3, 2]);
      const unknown = provider.getList({ resource, filters: [{ field: 'id', operator: 'between', value: [1, 2] }] });
      expect((await refusal(unknown)).message).to.equal('The service has no filter "between".');
    });

    it('reads and writes records, one and many', async () => {
      expect(titles(await provider.getMany({ resource, ids: [1, 3] })).sort()).to.eql(['Green tea', 'Tea']);
      const { data } = await provider.create({ resource, variables: { title: 'Milk' } });
      expect((await provider.getOne({ resource, id: data.id })).data).to.eql(data);
      expect(
        (await provider.createMany({ resource, variables: [{ title: 'a' }, { title: 'b' }] })).data,
      ).to.have.length(2);
      expect((await provider.updateMany({ resource, ids: [5, 6], variables: { due: 'x' } })).data[1]).to.include({
        due: 'x',
      });
      expect(await provider.deleteOne({ resource, id: 4 })).to.eql({ data: { id: 4 } });
      expect(await provider.deleteMany({ resource, ids: [5, 6] })).to.eql({ data: [{ id: 5 }, { id: 6 }] });
      const custom = await provider.custom({ url: `${provider.getApiUrl()}/issue/1`, method: 'get' });
      expect(custom.data).to.include({ title: 'Tea' });
      const foreign = provider.custom({ url: `${service.url}.example.com/issue/1`, method: 'get' });
      expect((await refusal(foreign)).message).to.contain('is not a path of the service');
    });

    it('gives the errors of fields to the form, and says that a record has changed', async () => {
      const refused = await refusal(provider.create({ resource, variables: { due: 1 } }));
      expect([refused.statusCode, Object.keys(refused.errors).sort()]).to.eql([422, ['due', 'title']]);
      await provider.getOne({ resource, id: 1 });
      await api.issue.update(1, { title: 'Black tea' });
      const conflict = await refusal(provider.update({ resource, id: 1, variables: { due: 'July' } }));
      expect([conflict.statusCode, conflict.message]).to.eql([412, CHANGED]);
    });
  });
});
