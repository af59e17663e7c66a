import { expect } from 'chai';
import Rest from '../../../../test/fixture/rest.ts';
import { apart } from '../../../../test/stores/fixture.ts';
import { defineLogic } from '../../../logic/src/index.ts';
import { createModels, type Models, sql } from '../../../model/src/index.ts';
import { type ControllerClass, createRestRouter, definePolicy, type ModelProvider } from '../../src/index.ts';
import { keepQuiet, onBothMajors } from '../serve.ts';

class Issue extends Rest {
  static aggregate = ['state', 'hours', 'price', 'at', 'count', 'project_id'];
  static hidden = ['secret'];
  static softDelete = 'deleted_at';
  static search = ['title'];
  static csv = ['id', 'title'];
  static maxPageSize = 50;
  static bulk = ['patch'];
}
class Project extends Rest {
  static include = { issues: true };
}

const TABLES = [
  'create table project (id integer primary key, name text)',
  `create table issue (id integer primary key, project_id integer references project (id), title text, state text, hours integer, price decimal(9,2),
    at datetime, count integer, meta json, secret text, deleted_at datetime)`,
  "insert into project (name) values ('one'), ('two')",
  `insert into issue (project_id, title, state, hours, price, at, count, secret, deleted_at) values
    (1, 'a', 'open', 3, '0.10', '2026-01-01T00:00:00.000Z', 1, 'x', null),
    (1, 'b', 'open', 9, '0.20', '2026-01-02T00:00:00.000Z', 2, 'y', null),
    (2, 'c', 'done', 1, null, null, null, 'z', null),
    (2, 'd', null, null, '5.00', null, null, 'z', null),
    (2, 'gone', 'open', 100, '100.00', null, null, 'z', '2026-01-03T00:00:00.000Z')`,
];

const RULES = [
  ['/project/:project_id/issue/:id?', 'issue', 'rest'],
  ['/issue/:id?', 'rest'],
  ['/project/:id?', 'rest'],
] as const;

onBothMajors('static aggregate', (serve) => {
  keepQuiet();
  let models: Models;
  before(async () => {
    models = createModels('sqlite::memory:');
    for (const statement of TABLES) await sql.raw(statement).execute(models.kysely);
  });
  after(() => models.close());
  const serveIssues = (controllers: object = { issue: Issue, project: Project }, more: object = {}) =>
    serve({
      rules: RULES,
      controllers: controllers as Record<string, ControllerClass>,
      model: apart(models) as never,
      ...more,
    });
  const open = (controllers?: object, more?: object) => serveIssues(controllers, more).agent;

  const ANSWERS: readonly (readonly [query: string, groups: unknown])[] = [
    [
      '/issue?group=state&count=true&sum=hours',
      [
        { state: null, count: 1, sum: { hours: null } },
        { state: 'done', count: 1, sum: { hours: 1 } },
        { state: 'open', count: 2, sum: { hours: 12 } },
      ],
    ],
    ['/issue?count=true', [{ count: 4 }]],
    ['/issue?count=true&state=none', [{ count: 0 }]],
    ['/issue?sum=hours&state=none', [{ sum: { hours: null } }]],
    ['/issue?group=state&sum=hours&state=none', []],
    ['/issue?group=state&sort=-state', [{ state: 'open' }, { state: 'done' }, { state: null }]],
    [
      '/issue?sum=price&avg=hours&min=at,price&max=at',
      [
        {
          sum: { price: '5.30' },
          avg: { hours: 13 / 3 },
          min: { at: '2026-01-01T00:00:00.000Z', price: '0.10' },
          max: { at: '2026-01-02T00:00:00.000Z' },
        },
      ],
    ],
    ['/issue?group=state&sum=hours&hours[gte]=1&q=b', [{ state: 'open', sum: { hours: 9 } }]],
    ['/issue?group=state&sum=count&count[gte]=2', [{ state: 'open', sum: { count: 2 } }]],
    ['/issue?group=count&sort=-count&pageSize=1', [{ count: 2 }]],
    ['/issue?group=state&deleted=true&max=price', [{ state: 'open', max: { price: '100.00' } }]],
    [
      '/project/2/issue?group=state&count=true',
      [
        { state: null, count: 1 },
        { state: 'done', count: 1 },
      ],
    ],
    [
      '/issue?group=state&group=project_id&count=true&sort=-count,state&pageSize=1',
      [{ state: 'open', project_id: 1, count: 2 }],
    ],
  ];
  for (const [query, groups] of ANSWERS) {
    it(`answers ${query}`, async () => {
      const { body } = await open().get(query).expect(200);
      expect(body).to.deep.equal(groups);
    });
  }

  const REFUSED: readonly (readonly [query: string, parameter: string, detail: RegExp])[] = [
    ['/issue?group=title', 'group', /names "title"; this list has groups of state, hours/],
    ['/issue?sum=secret', 'sum', /names "secret"/],
    ['/issue?sum=state', 'sum', /"state", which is of the type string and has no sum/],
    ['/issue?avg=at', 'avg', /has no avg/],
    ['/issue?group=state&count=yes', 'count', /takes true/],
    ['/issue?group=state&count=false', 'count', /takes true/],
    ['/issue?group=count&count=true', 'group', /which the groups have as a result/],
    ['/issue?group=state&sort=hours', 'sort', /names "hours", which the groups do not have; they have state/],
    ['/issue?group=state&sum=hours&sort=sum.price', 'sort', /they have state, sum.hours/],
    ['/issue?group=state&sort=state,-state', 'sort', /twice/],
    ['/issue?group=state&page=1', 'page', /is for records/],
    ['/issue?group=state&fields=id', 'fields', /is for records/],
    ['/issue?group=state&pageSize=51', 'pageSize', /from 1 to 50/],
    ['/issue?group=state&after=x', 'after', /is not a place/],
    ['/issue?group=state&median=hours', 'median', /is not known here/],
    ['/issue?group=state&secret=x', 'secret', /is not known here/],
    ['/issue/1?group=state', 'group', /is not known here/],
  ];
  for (const [query, parameter, detail] of REFUSED) {
    it(`refuses ${query}`, async () => {
      const { body } = await open().get(query).expect(400);
      expect(body).to.include({ code: 'E_QUERY', parameter });
      expect(body.detail).to.match(detail);
    });
  }

  it('pages by the link of the answer, which belongs to one order', async () => {
    const agent = open();
    const first = await agent.get('/issue?group=state&sum=hours&sort=-sum.hours&pageSize=2').expect(200);
    expect(first.body).to.deep.equal([
      { state: 'open', sum: { hours: 12 } },
      { state: 'done', sum: { hours: 1 } },
    ]);
    const next = /<([^>]+)>; rel="next"/.exec(String(first.headers.link))?.[1] as string;
    const second = await agent.get(next).expect(200);
    expect(second.body).to.deep.equal([{ state: null, sum: { hours: null } }]);
    expect(second.headers.link).not.to.contain('next');
    await agent.get(next.replace('sort=-sum.hours', 'sort=sum.hours')).expect(400);
  });

  it('answers HEAD, conditional requests, QUERY, lines and CSV as a list does', async () => {
    const agent = open();
    const path = '/issue?group=state&sum=hours';
    const { headers, body } = await agent.get(path).expect(200);
    await agent.get(path).set('If-None-Match', String(headers.etag)).expect(304);
    expect((await agent.head(path).expect(200)).headers.etag).to.equal(headers.etag);
    const asked = { group: ['state'], sum: ['hours'], or: [{ state: 'open' }, { 'hours[null]': true }] };
    const queried = await serveIssues().router.request('QUERY', '/issue', { body: asked });
    expect(queried.body).to.deep.equal([
      { state: null, sum: { hours: null } },
      { state: 'open', sum: { hours: 12 } },
    ]);
    const lines = await agent.get(path).set('Accept', 'application/x-ndjson').buffer(true).expect(200);
    expect(String(lines.text ?? lines.body)).to.contain('"sum"');
    const { text } = await agent.get(`${path}&count=true`).set('Accept', 'text/csv').expect(200);
    expect(text.split('\r\n')).to.deep.equal(['state,count,sum.hours', ',1,', 'done,1,1', 'open,2,12', '']);
    expect(body).to.have.length(3);
  });

  it('reads all records again for thousands of lines only', async () => {
    const models = createModels('sqlite::memory:');
    let reads = 0;
    const repository: ModelProvider['repository'] = (...asked) => {
      const table = models.repository(...asked);
      const aggregate = table.aggregate?.bind(table);
      table.aggregate = (query) => {
        reads++;
        return aggregate?.(query) ?? Promise.reject(new Error('no aggregates'));
      };
      return table;
    };
    await sql
      .raw('create table issue (id integer primary key, project_id integer, hours integer)')
      .execute(models.kysely);
    await models.model('issue').addMany(Array.from({ length: 5000 }, (_, hours) => ({ hours })));
    const router = createRestRouter({
      rules: [['/issue/:id?', 'rest']],
      controllers: {
        issue: class extends Rest {
          static aggregate = ['hours'];
        } as ControllerClass,
      },
      model: { repository } as never,
      log: false,
    });
    const { body } = await router.request('GET', '/issue?group=hours', { headers: { Accept: 'application/x-ndjson' } });
    expect(String(body).trim().split('\n')).to.have.length(5000);
    expect(reads).to.be.at.most(3);
    await models.close();
  });

  it('answers 404 under a parent that does not exist, also without a group', async () => {
    for (const query of ['count=true', 'sum=hours', 'group=state'])
      await open().get(`/project/9/issue?${query}`).expect(404);
  });

  it('is no selection of records that change', async () => {
    const { body } = await open()
      .patch('/issue?group=state')
      .set('Prefer', 'max-affected=9')
      .send({ state: 'done' })
      .expect((response) => expect(response.status).to.be.oneOf([400, 404, 422, 500]));
    expect(body.code).to.be.a('string');
  });

  it('leaves these names to filters where a class does not have it', async () => {
    class Plain extends Rest {}
    const agent = open({ issue: Plain, project: Project });
    for (const name of ['group', 'sum']) {
      const { body } = await agent.get(`/issue?${name}=state`).expect(400);
      expect(body).to.include({
        code: 'E_QUERY',
        parameter: name,
        detail: `The query parameter "${name}" is not known here.`,
      });
    }
    expect((await agent.get('/issue?count=2').expect(200)).body).to.have.length(1);
  });

  it('names columns that clients see, at the start', async () => {
    for (const [names, reason] of [
      [['hour'], 'Did you mean "hours"?'],
      [['secret'], 'clients see no such field'],
      [['meta'], 'it holds JSON'],
      ['hours', 'E_CONTROLLER_STATIC'],
    ] as const) {
      const Wrong = Object.assign(class extends Rest {}, { aggregate: names, hidden: ['secret'] });
      const start = async () =>
        createRestRouter({
          rules: [['/issue/:id?', 'rest']],
          controllers: { issue: Wrong as unknown as ControllerClass },
          model: apart(models),
          log: false,
        }).ready;
      const error = await start().then(
        () => undefined,
        (thrown: Error) => thrown,
      );
      expect(error?.message).to.contain(reason);
    }
  });

  it('obeys policies: what a user may not read is not there, or null', async () => {
    const policies = {
      issue: definePolicy({
        read: { project_id: 1 },
        fields: { hours: { read: { title: 'a' } as never } },
      } as never),
      project: definePolicy('everyone'),
    };
    const logics = {};
    const agent = open(undefined, { policies, logics });
    const { body } = await agent.get('/issue?group=state&count=true&sum=hours&max=hours').expect(200);
    expect(body).to.deep.equal([{ state: 'open', count: 2, sum: { hours: 3 }, max: { hours: 3 } }]);
    const grouped = await agent.get('/issue?group=hours&count=true').expect(200);
    expect(grouped.body).to.deep.equal([
      { hours: null, count: 1 },
      { hours: 3, count: 1 },
    ]);
    const closed = { issue: definePolicy('nobody'), project: definePolicy('everyone') };
    await open(undefined, { policies: closed }).get('/issue?count=true').expect(401);
  });

  it('is a mistake of the project where the store has no aggregates', async () => {
    class Thing extends Rest {
      static aggregate = ['name'];
    }
    const { agent } = serve(
      { rules: [['/thing/:id?', 'rest']], controllers: { thing: Thing } },
      { thing: { id: 'integer', name: 'string' } },
    );
    const { body } = await agent.get('/thing?group=name').expect(500);
    expect(body).to.include({ code: 'E_INTERNAL' });
    expect(JSON.stringify(body)).to.contain('has no aggregates');
  });

  it('takes what the logic declares as a filter', async () => {
    const issue = defineLogic({ getAction: { query: { state: { string: true, default: 'open' } } } });
    const { body } = await open(undefined, { logics: { issue } }).get('/issue?count=true').expect(200);
    expect(body).to.deep.equal([{ count: 2 }]);
  });
});
