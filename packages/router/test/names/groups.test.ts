import { expect } from 'chai';
import Rest from '../../../../test/fixture/rest.ts';
import { createModels, sql } from '../../../model/src/index.ts';
import { type ControllerClass, createRestRouter, type RestRouter } from '../../src/index.ts';

/** Its columns have the names that results have. */
class Issue extends Rest {
  static aggregate = ['state', 'sum', 'total'];
}
class Version extends Rest {
  static names = { count: 'total', hours: 'sum', text: 'count' };
  static aggregate = ['state', 'hours', 'count'];
}

describe('groups of columns that are named as results are', () => {
  const models = createModels('sqlite::memory:');
  let router: RestRouter;
  const get = (url: string) => router.request('GET', url);

  before(async () => {
    await sql
      .raw('create table issue (id integer primary key, state text, total integer, "sum" integer, count text)')
      .execute(models.kysely);
    await sql
      .raw("insert into issue values (1, 'a', 3, 5, 'x'), (2, 'a', 4, 6, 'y'), (3, 'b', 4, 7, 'z')")
      .execute(models.kysely);
    router = createRestRouter({
      rules: [
        ['/issue/:id?', 'rest'],
        ['/v1/issue/:id?', 'rest'],
      ],
      controllers: { issue: Issue as ControllerClass, 'v1/issue': Version as ControllerClass },
      model: models,
      log: false,
    });
    await router.ready;
  });
  after(async () => {
    await router.close();
    await models.close();
  });

  for (const [query, expected] of [
    ['group=count', [{ count: 3 }, { count: 4 }]],
    [
      'group=state&sum=hours,count&sort=-sum.hours',
      [
        { state: 'a', sum: { hours: 11, count: 7 } },
        { state: 'b', sum: { hours: 7, count: 4 } },
      ],
    ],
    ['group=hours&count=true&sort=-hours&pageSize=1', [{ hours: 7, count: 1 }]],
    [
      'group=count&max=hours&sort=-count',
      [
        { count: 4, max: { hours: 7 } },
        { count: 3, max: { hours: 5 } },
      ],
    ],
  ] as const)
    it(`have the names of the version: ${query}`, async () => {
      expect((await get(`/v1/issue?${query}`)).body).to.eql(expected);
    });

  for (const query of ['group=count&count=true', 'group=hours&sum=count'])
    it(`refuse two meanings of one name: ${query}`, async () => {
      expect((await get(`/v1/issue?${query}`)).body).to.include({ status: 400, code: 'E_QUERY', parameter: 'group' });
    });

  for (const path of ['/issue', '/v1/issue'])
    it(`have pages in the order of their count: ${path}`, async () => {
      const first = await get(`${path}?group=state&count=true&sort=-count&pageSize=1`);
      const [, next = ''] = /<([^>]+)>; rel="next"/.exec(String(first.headers.link)) ?? [];
      expect([first.body, (await get(next)).body]).to.eql([[{ state: 'a', count: 2 }], [{ state: 'b', count: 1 }]]);
    });
});
