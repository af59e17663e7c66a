import { defineLogic } from '@rest-gen/logic';
import { expect } from 'chai';
import Rest from '../../../../test/fixture/rest.ts';
import type { EnvelopeContext } from '../../src/index.ts';
import { onBothMajors } from '../serve.ts';

const tables = {
  thing: { id: 'integer', name: 'string', views: 'integer?', live: 'boolean', at: 'datetime?', more: 'json?' },
} as const;
const rules = [['/thing/:id?', 'rest']] as const;

class Thing extends Rest {}

onBothMajors('lists by page number', (serve) => {
  async function open(options: object = {}, mount?: string) {
    const served = serve({ rules, controllers: { thing: Thing }, ...options }, tables, mount);
    for (let index = 1; index <= 25; index++) {
      await served.models
        .repository('thing')
        .insert({ name: `n${index % 5}`, views: index === 25 ? null : index, live: index % 2 === 0 });
    }
    return served.agent;
  }
  const ids = (body: { id: number }[]) => body.map(({ id }) => id);

  for (const [query, expected] of [
    ['pageSize=3', [1, 2, 3]],
    ['page=2&pageSize=3', [4, 5, 6]],
    ['page=10&pageSize=3', []],
    ['sort=-id&pageSize=2', [25, 24]],
    ['sort=name,-views&pageSize=3', [20, 15, 10]],
    ['name=n1&pageSize=2', [1, 6]],
    ['views[gte]=23', [23, 24]],
    ['views[gt]=10&views[lte]=12', [11, 12]],
    ['views[ne]=1&pageSize=1', [2]],
    ['views[null]=true', [25]],
    ['id[in]=3,1,2', [1, 2, 3]],
    ['sort=name&sort=-views&pageSize=3', [20, 15, 10]],
    ['id[nin]=1,2&pageSize=1', [3]],
    ['views%5Beq%5D=7', [7]],
    ['live=true&pageSize=2', [2, 4]],
  ] as const) {
    it(`lists ${query}`, async () => {
      const agent = await open();
      expect(ids((await agent.get(`/thing?${query}`).expect(200)).body)).to.deep.equal(expected);
    });
  }

  it('shows the requested fields', async () => {
    for (const fields of ['fields=id,name', 'fields=id&fields=name']) {
      const { body } = await (await open()).get(`/thing?${fields}&pageSize=1`).expect(200);
      expect(body).to.deep.equal([{ id: 1, name: 'n1' }]);
    }
  });

  it('links the pages with the mount path and the other query parameters', async () => {
    const agent = await open({}, '/base');
    const { headers } = await agent.get('/base/thing/?pageSize=10&page=2&name[ne]=a%20b').expect(200);
    const base = '/base/thing?pageSize=10&name%5Bne%5D=a+b&page=';
    expect(headers.link).to.equal(`<${base}1>; rel="first", <${base}1>; rel="prev", <${base}3>; rel="next"`);
    expect(headers['x-total-count']).to.equal('25');
    expect((await agent.get('/base/thing?pageSize=25')).headers)
      .to.include({ link: '</base/thing?pageSize=25>; rel="first"' })
      .and.not.to.have.property('x-total-count');
  });

  it('sets X-Total-Count before the envelope runs', async () => {
    const agent = await open({
      envelope: (data: unknown, { res }: EnvelopeContext) => ({ data, total: res.getHeader('X-Total-Count') }),
    });
    const { body } = await agent.get('/thing?page=1&fields=id&pageSize=1').expect(200).expect('X-Total-Count', '25');
    expect(body).to.deep.equal({ data: [{ id: 1 }], total: '25' });
  });

  for (const [query, message] of [
    ['nme=1', /"nme" is not known here/],
    ['nme[gt]=1', /"nme\[gt\]" names "nme", which is not a field/],
    ['views[between]=1', /unknown operator; there are eq, ne/],
    ['views[gt=1', /is not a filter/],
    ['views=x', /does not take this value: the column is of the type integer/],
    ['views[in]=1,x', /does not take this value/],
    ['views[null]=maybe', /takes true or false/],
    ['views=1&views=2', /is given twice/],
    ['more=x', /json/],
    ['sort=nme', /names "nme"/],
    ['page=1&page=2', /"page" is given twice/],
    ['fields=id,password', /names "password"/],
    ['page=0', /"page" takes a whole number from 1/],
    ['page=99999999999999999', /"page" takes/],
    ['pageSize=101', /from 1 to 100/],
    ['__proto__=1', /"__proto__" is not known/],
    ["name'%20OR%201=1", /is not known here/],
  ] as const) {
    it(`answers ${query} with 400`, async () => {
      const { body } = await (await open()).get(`/thing?${query}`).expect(400);
      expect(body).to.include({ code: 'E_QUERY', status: 400 });
      expect(body.detail).to.match(message);
      expect(body.parameter).to.be.a('string');
    });
  }

  it('uses the page sizes of the class', async () => {
    class Small extends Thing {
      static pageSize = 2;
      static maxPageSize = 3;
    }
    const agent = await open({ controllers: { thing: Small } });
    expect((await agent.get('/thing')).body).to.have.length(2);
    expect((await agent.get('/thing?pageSize=3')).body).to.have.length(3);
    await agent.get('/thing?pageSize=4').expect(400);
  });

  it('filters by declared parameters, with the coerced value', async () => {
    const logic = defineLogic({ getAction: { query: { live: { boolean: true }, mood: { in: ['good', 'bad'] } } } });
    const agent = await open({ logics: { thing: logic } });
    expect(ids((await agent.get('/thing?live=yes&pageSize=2').expect(200)).body)).to.deep.equal([2, 4]);
    // A declared parameter without a column does not filter.
    expect((await agent.get('/thing?mood=good&pageSize=1').expect(200)).body).to.have.length(1);
    await agent.get('/thing?mood=odd').expect(422);
    await agent.get('/thing?moood=good').expect(400);
  });

  it('links to the next page with a declared list of one value, which has a comma', async () => {
    const logic = defineLogic({ getAction: { query: { tags: { array: true, children: { string: true } } } } });
    const agent = await open({ logics: { thing: logic } });
    const first = await agent.get('/thing?tags[]=a,b&pageSize=1').expect(200);
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.link ?? '')?.[1] ?? '';
    expect(next).to.include('tags%5B%5D=a%2Cb');
    await agent.get(next).expect(200);
  });
});
