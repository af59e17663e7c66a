import { defineLogic } from '@rest-gen/logic';
import { expect } from 'chai';
import type { Response } from 'supertest';
import type { ControllerClass, RestRouterOptions, Row } from '../../src/index.ts';
import { onBothMajors, type Served } from '../serve.ts';
import { Author, openBlog, Post } from './blog.ts';

onBothMajors('filters and orders', (serve) => {
  const open = (options?: Partial<RestRouterOptions>): Promise<Served> => openBlog(serve, options);
  const changed = (members: object, prototype: object = {}): Partial<RestRouterOptions> => {
    class Changed extends Post {}
    Object.assign(Changed, members);
    Object.assign(Changed.prototype, prototype);
    return { controllers: { post: Changed as ControllerClass } };
  };
  const ids = (body: readonly Row[]) => body.map(({ id }) => id);

  for (const [query, expected] of [
    ['author.name=Ann', [1, 3]],
    ['author.name[ne]=Ann', [2]],
    ['tags.id[in]=2,3', [1, 2]],
    ['comments.title[contains]=GOO', [1, 2]],
    ['comments.title=good&comments.open=false', [2]],
    ['comments.title=bad&comments.author.name=Ann', []],
    ['comments.id[gte]=2&comments.id[lte]=3&comments.open=false', [1]],
    ['openCommentCount[gte]=1', [1]],
    ['title[startsWith]=t', [2, 3]],
    ['title[endsWith]=E', [1, 3]],
    ['title[contains]=t&title[contains]=E', [3]],
    ['body[contains]=0%25', [1]],
    ['sort=author.name,-id', [4, 3, 1, 2]],
    ['sort=-openCommentCount,-id', [1, 4, 3, 2]],
    ['q=one', [1, 4]],
    ['q=ann%20%20t', [1, 3]],
    ['q=', [1, 2, 3, 4]],
    ['id[in][]=1&id[in][]=3', [1, 3]],
    ['id[in][0]=1&id[in][1]=3', [1, 3]],
    ['sort[1]=-id&sort[0]=author.name', [4, 3, 1, 2]],
  ] as const) {
    it(`list ${query}`, async () => {
      const { agent } = await open();
      const { body } = await agent.get(`/post?${query}`).expect(200);
      expect(ids(body)).to.deep.equal(expected);
      // What was read for the order is not shown.
      expect(Object.keys(body[0] ?? {})).to.satisfy((names: string[]) => names.length === 0 || names.length === 5);
    });
  }

  for (const [query, detail] of [
    ['author.email=a', /"author.email" is not known/],
    ['author.email[contains]=a', /names "author.email", which is not a field/],
    ['author=1', /names "author", which is not a field/],
    ['openCommentCount.id=1', /is not known/],
    ['author.name.name=1', /is not known/],
    ['sort=comments.id', /names "comments.id", which has a value for each record of a list/],
    ['sort=author.email', /names "author.email", which is not a field/],
    ['fields=author.name', /"fields" names "author.name"/],
    ['views[contains]=1', /needs text, and the column is of the type integer/],
    ['openCommentCount=x', /does not take this value/],
    ['or=1', /"or" is not known/],
    [`q=${'a%20'.repeat(41)}`, /have 328 conditions/],
    [`author.name[contains]=a${'&author.name[contains]=b'.repeat(99)}`, /have 202 conditions/],
    [`q=${'a'.repeat(201)}`, /"q" has more than 200 characters/],
    ['q=a%00', /character/],
    ['q=a&q=b', /"q" is given twice/],
    ['id[in][]=1&id[in]=2', /"id\[in\]" is given twice/],
    ['id[gt][]=1', /is not a filter/],
  ] as const) {
    it(`refuse ${query.slice(0, 40)}`, async () => {
      const { body } = await (await open()).agent.get(`/post?${query}`);
      expect(body).to.include({ status: 400, code: 'E_QUERY' });
      expect(body.detail).to.match(detail);
    });
  }

  it('without static search treat q as any other name', async () => {
    const { body } = await (await open(changed({ search: undefined }))).agent.get('/post?q=one').expect(400);
    expect(body.detail).to.match(/"q" is not known here/);
  });

  it('by q need fields of text that are shown', async () => {
    for (const search of [['views'], ['id']]) {
      const { agent } = await open(changed({ search }));
      await agent.get('/post').expect(200);
      expect((await agent.get('/post?q=a').expect(500)).body.hint).to.include(`static search names "${search[0]}"`);
    }
  });

  it('go on after a place in an order of related fields', async () => {
    for (const sort of ['author.name', '-author.name,id', '-openCommentCount,title']) {
      const { agent } = await open();
      const all = ids((await agent.get(`/post?sort=${sort}`).expect(200)).body);
      const read: unknown[] = [];
      for (let next: string | undefined = `/post?sort=${sort}&pageSize=1&fields=id`; next; ) {
        const { body, headers }: Response = await agent.get(next).expect(200);
        expect(body).to.deep.equal([{ id: body[0].id }]);
        read.push(...ids(body));
        next = /<([^>]+)>; rel="next"/.exec(headers.link ?? '')?.[1];
      }
      expect(read).to.deep.equal(all);
    }
  });

  it('are narrowed by static filterable and sortable, the primary key stays', async () => {
    const { agent } = await open(changed({ filterable: ['title', 'author.name'], sortable: ['author.name'] }));
    for (const query of ['title=One', 'author.name=Ann', 'id[in]=1', 'sort=author.name', 'sort=-id'])
      await agent.get(`/post?${query}`).expect(200);
    const filter = (await agent.get('/post?views=1').expect(400)).body;
    expect(filter.detail).to.match(/"views" is no filter of this list; there are title, author.name/);
    const order = (await agent.get('/post?sort=title').expect(400)).body;
    expect(order.detail).to.match(/names "title", which this list is not sorted by; there are author.name/);
    await agent.get('/post?comments.id=1').expect(400);
  });

  it('are narrowed by those of the related class, unless the class lists its own', async () => {
    class Narrow extends Author {
      static filterable = [];
      static sortable = [];
    }
    const { agent } = await open({ controllers: { author: Narrow } });
    expect((await agent.get('/post?author.name=Ann').expect(400)).body.detail).to.match(/is no filter of this list\.$/);
    expect((await agent.get('/post?sort=author.name').expect(400)).body.detail).to.match(
      /which this list is not sorted by\.$/,
    );
    await agent.get('/post?author.id=1&sort=author.id&title=One').expect(200);
    const own = changed({ filterable: ['author.name'] }).controllers;
    await (await open({ controllers: { author: Narrow, ...own } })).agent.get('/post?author.name=Ann').expect(200);
  });

  it('name fields that show leaves unchanged', async () => {
    const show = ({ views: _, ...record }: Row) => ({ ...record, title: `${record.title}!` });
    const { agent } = await open(changed({}, { show }));
    const { body } = await agent
      .get('/post?author.name=Ann&sort=author.name&include=author&fields=id,title')
      .expect(200);
    expect(body[0]).to.deep.equal({ id: 1, title: 'One!', author: { id: 1, name: 'Ann' } });
    for (const query of ['views=5', 'sort=title', 'title[contains]=O']) await agent.get(`/post?${query}`).expect(400);
  });

  it('of the logic hold for the same record as others', async () => {
    const logic = defineLogic({ getAction: { query: { 'comments.title': { in: ['good'] }, q: { string: true } } } });
    const { agent } = await open({ logics: { post: logic } });
    expect(ids((await agent.get('/post?comments.title=good&comments.open=false').expect(200)).body)).to.deep.equal([2]);
    expect(ids((await agent.get('/post?q=one&include=author').expect(200)).body)).to.deep.equal([1, 4]);
    await agent.get('/post/1?include=author').expect(200);
    await agent.get('/post/1?includes=author').expect(400);
  });
});
