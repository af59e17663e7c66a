import { expect } from 'chai';
import Rest from '../../../../test/fixture/rest.ts';
import type { ControllerClass } from '../../src/index.ts';
import { type Agent, onBothMajors } from '../serve.ts';

const tables = {
  thing: {
    id: 'bigint',
    name: 'string',
    views: 'integer?',
    price: 'decimal?',
    at: 'datetime?',
    photo: 'binary?',
    more: 'json?',
  },
  other: { id: 'integer', author: 'string' },
} as const;
const rules = [
  ['/thing/:id?', 'rest'],
  ['/other/:id?', 'rest'],
] as const;

class Thing extends Rest {}
class Other extends Rest {}

/** Larger than a safe integer. */
const BIG = 9_007_199_254_740_992n;

onBothMajors('keyset pagination', (serve) => {
  async function open(mount?: string) {
    const served = serve({ rules, controllers: { thing: Thing, other: Other } }, tables, mount);
    const things = served.models.repository('thing');
    for (let index = 0; index < 23; index++) {
      await things.insert({
        id: index < 12 ? index + 1 : BIG + BigInt(index),
        name: `n${index % 3}`,
        views: index % 4 === 0 ? null : index % 5,
        price: index % 6 === 0 ? null : `${index % 3}.50`,
        at: index % 5 === 0 ? null : `2026-01-0${(index % 3) + 1}T00:00:00.123Z`,
        photo: index % 2 === 0 ? null : new Uint8Array([index % 3, 255]),
      });
    }
    await served.models.repository('other').insert({ author: 'a' });
    await served.models.repository('other').insert({ author: 'b' });
    return served;
  }

  for (const sort of ['', 'id', '-id', 'name', '-views', 'views,-name', '-price', 'at,price', '-at', 'photo,-id']) {
    it(`returns every record once, sorted by "${sort}"`, async () => {
      const { agent } = await open();
      const query = sort === '' ? '' : `sort=${sort}&`;
      const all: unknown[] = (await agent.get(`/thing?${query}pageSize=100&page=1`).expect(200)).body;
      expect(all).to.have.length(23);
      const { rows, pages } = await walk(agent, `/thing?${query}pageSize=5`);
      expect(rows).to.deep.equal(all);
      expect(pages).to.equal(5);
      expect((await walk(agent, `/thing?${query}pageSize=5&fields=name`)).rows).to.deep.equal(
        (all as { name: string }[]).map(({ name }) => ({ name })),
      );
    });
  }

  it('neither repeats nor skips a record when others are added and deleted', async () => {
    const { agent, models } = await open();
    const first = await agent.get('/thing?sort=name&pageSize=5').expect(200);
    const things = models.repository('thing');
    await things.insert({ id: 500, name: 'n' });
    await things.delete({ id: first.body[4].id });
    const next = await agent.get(linkOf(first.headers.link, 'next') as string).expect(200);
    const all = (await agent.get('/thing?sort=name&pageSize=100').expect(200)).body;
    expect(next.body).to.deep.equal(all.slice(5, 10));
  });

  it('links the next page without a count, with the other query parameters', async () => {
    const { agent } = await open('/base');
    const { headers } = await agent.get('/base/thing?name=n1&pageSize=2&sort=-views').expect(200);
    expect(headers).not.to.have.property('x-total-count');
    expect(headers.link).to.match(
      /^<\/base\/thing\?name=n1&pageSize=2&sort=-views>; rel="first", <\/base\/thing\?name=n1&pageSize=2&sort=-views&after=[\w-]+>; rel="next"$/,
    );
    const second = await agent.get(linkOf(headers.link, 'next') as string).expect(200);
    expect(second.headers.link).to.match(/rel="first".*&after=[\w-]+>; rel="next"$/);
  });

  it('has no next link on the last page, even if it is full', async () => {
    const { agent } = await open();
    const { headers, body } = await agent.get('/thing?pageSize=23').expect(200);
    expect(body).to.have.length(23);
    expect(headers.link).to.equal('</thing?pageSize=23>; rel="first"');
    expect((await agent.get('/thing?name=nothing').expect(200)).headers.link).to.equal(
      '</thing?name=nothing>; rel="first"',
    );
    expect((await agent.get('/other').expect(200)).headers.link).to.equal('</other>; rel="first"');
  });

  it('returns 20 records by default, and at most 100', async () => {
    const { agent } = await open();
    const { body, headers } = await agent.get('/thing').expect(200);
    expect(body).to.have.length(20);
    expect((await agent.get(linkOf(headers.link, 'next') as string).expect(200)).body).to.have.length(3);
    await agent.get(`${linkOf(headers.link, 'next')}&pageSize=101`).expect(400);
  });

  for (const [what, query] of [
    ['with page', (cursor: string) => `after=${cursor}&page=2`],
    ['given twice', (cursor: string) => `after=${cursor}&after=${cursor}`],
    ['of another order', (cursor: string) => `after=${cursor}&sort=-id`],
    ['that was cut', (cursor: string) => `after=${cursor.slice(0, -3)}`],
    ['that is empty', () => 'after='],
    ['that is huge', () => `after=${'W'.repeat(10_000)}`],
  ] as const) {
    it(`answers "after" ${what} with 400`, async () => {
      const { agent } = await open();
      const { headers } = await agent.get('/thing?pageSize=1').expect(200);
      const { body } = await agent.get(`/thing?${query(cursorOf(headers.link))}`).expect(400);
      expect(body).to.include({ code: 'E_QUERY', parameter: 'after' });
    });
  }

  it('refuses the cursor of another table', async () => {
    const { agent } = await open();
    const { headers } = await agent.get('/other?sort=author&pageSize=1').expect(200);
    await agent.get(`/thing?after=${cursorOf(headers.link)}`).expect(400);
    await agent.get(`/thing?sort=author&after=${cursorOf(headers.link)}`).expect(400);
  });

  for (const [query, message] of [
    ['sort=more', /names "more", which holds JSON and has no order/],
    ['sort=name,-name', /names a field twice/],
    [`id[in]=${'1,'.repeat(4_000)}1`, /have 201 conditions/],
  ] as const) {
    it(`answers ${query.slice(0, 40)} with 400`, async () => {
      const { agent } = await open();
      expect((await agent.get(`/thing?${query}`).expect(400)).body.detail).to.match(message);
    });
  }

  it('accepts a repeated "in" for values with commas', async () => {
    const { agent, models } = await open();
    await models.repository('thing').insert({ id: 600, name: 'a,b' });
    await models.repository('thing').insert({ id: 601, name: 'c' });
    const { body } = await agent.get('/thing?name[in]=a,b&name[in]=c').expect(200);
    expect(body.map(({ id }: { id: number }) => id)).to.deep.equal([600, 601]);
  });

  it('applies show before it selects fields', async () => {
    class Shown extends Rest {
      override show({ name, views, ...rest }: Record<string, unknown>) {
        return { ...rest, views, name: `${name}/${views}` };
      }
    }
    const { agent } = serve({ rules: [['/thing', 'rest']], controllers: { thing: Shown } }, tables);
    await agent.get('/thing').expect(200);
    const { agent: full, models } = serve({ rules: [['/thing', 'rest']], controllers: { thing: Shown } }, tables);
    await models.repository('thing').insert({ name: 'n', views: 3 });
    expect((await full.get('/thing?fields=name,id').expect(200)).body).to.deep.equal([{ name: 'n/3', id: 1 }]);
  });

  describe('fields that `show` removes or changes', () => {
    class Shown extends Rest {
      override show({ name, views, ...rest }: Record<string, unknown>): unknown {
        return { ...rest, name, double: Number(views) * 2 };
      }
    }
    async function openShown(Class: ControllerClass = Shown, logics = {}) {
      const served = serve({ rules: [['/thing', 'rest']], controllers: { thing: Class }, logics }, tables);
      for (const views of [3, 1, 2]) await served.models.repository('thing').insert({ name: `n${views}`, views });
      return served;
    }
    const ids = ({ body }: { body: { id: number }[] }) => body.map(({ id }) => id);

    // biome-ignore format: a list
    for (const query of [
      'sort=views', 'sort=-views&pageSize=1', 'views=3', 'views=4', 'views[gte]=1', 'views[null]=true',
      `after=${Buffer.from('["views,id",[1,1]]').toString('base64url')}&sort=views`,
    ]) {
      it(`are unknown in ${query}`, async () => {
        const { agent } = await openShown();
        const { body, headers } = await agent
          .get(`/thing?page=1&${query}`.replace(/page=1&(after|sort=-)/, '$1'))
          .expect(400);
        const unknown = await agent.get(`/thing?${query.replaceAll('views', 'vices')}`).expect(400);
        const text = JSON.stringify(body).replaceAll('views', 'vices');
        expect(text).to.equal(JSON.stringify(unknown.body));
        expect(headers).not.to.have.any.keys('link', 'x-total-count');
      });
    }

    it('are unknown in QUERY and lines, and when a value is changed', async () => {
      const { agent } = await openShown();
      await agent.get('/thing?views=3').set('Accept', 'application/x-ndjson').expect(400);
      await Object.assign(agent.get('/thing').send({ sort: 'views' }), { method: 'QUERY' }).expect(400);
      class Masked extends Rest {
        override show(record: Record<string, unknown>) {
          record.name = '***';
          return record;
        }
      }
      const masked = await openShown(Masked);
      await masked.agent.get('/thing?name=n1').expect(400);
      expect((await masked.agent.get('/thing?fields=name&pageSize=1').expect(200)).body).to.deep.equal([
        { name: '***' },
      ]);
    });

    it('are unknown when only some records show them', async () => {
      class Some extends Rest {
        override show({ views, ...rest }: Record<string, unknown>) {
          return rest.id === 1 ? { ...rest, views } : rest;
        }
      }
      const { agent } = await openShown(Some);
      await agent.get('/thing?views=2').expect(400);
      await agent.get('/thing?sort=views').expect(400);
    });

    it('do not include unchanged fields, the primary key and declared parameters', async () => {
      const { agent } = await openShown();
      expect(ids(await agent.get('/thing?name[in]=n1,n2&sort=-name').expect(200))).to.deep.equal([3, 2]);
      expect(ids(await agent.get('/thing?sort=-id').expect(200))).to.deep.equal([3, 2, 1]);
      const query = { views: { int: true }, sort: { in: ['views'] } };
      const declared = await openShown(Shown, { thing: { getAction: { query } } });
      expect(ids(await declared.agent.get('/thing?views=3&sort=views').expect(200))).to.deep.equal([1]);
    });
  });
});

async function walk(agent: Agent, first: string): Promise<{ rows: unknown[]; pages: number }> {
  const rows: unknown[] = [];
  let pages = 0;
  for (let path: string | undefined = first; path !== undefined && pages < 100; pages++) {
    const { body, headers } = await agent.get(path).expect(200);
    rows.push(...body);
    path = linkOf(headers.link, 'next');
  }
  return { rows, pages };
}

function linkOf(header: string | undefined, relation: string): string | undefined {
  return new RegExp(`<([^>]+)>; rel="${relation}"`).exec(header ?? '')?.[1];
}

function cursorOf(header: string | undefined): string {
  return new URL(linkOf(header, 'next') as string, 'http://a').searchParams.get('after') as string;
}
