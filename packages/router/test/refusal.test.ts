import { expect } from 'chai';
import createDebug from 'debug';
import { createModels } from '../../model/src/index.ts';
import { Controller, definePolicy, type RestRouterOptions } from '../src/index.ts';
import { onBothMajors, send } from './serve.ts';

/** The header `X-User` has the id of the user. */
const user: NonNullable<RestRouterOptions['user']> = ({ headers }) =>
  headers['x-user'] === undefined ? undefined : { id: Number(headers['x-user']) };

onBothMajors('a request that a policy refuses', (serve) => {
  class Post extends Controller {
    static hidden = ['token'];
    async getAction() {
      return (
        (await this.model()
          .byId(this.id as string)
          .find()) ?? this.fail(404)
      );
    }
    async patchAction() {
      await this.model()
        .byId(this.id as string)
        .update(this.req.body);
    }
    async postAction() {
      await this.model().insert(this.req.body);
    }
  }

  const policies = {
    post: definePolicy({
      read: [{ status: 'live' }, (one) => ({ author_id: one.id })],
      create: (one) => ({ author_id: one.id, salary: 1, token: 'T' }),
      update: (one) => ({ author_id: one.id }),
      fields: { salary: { read: 'nobody' } },
    }),
  };
  let models: ReturnType<typeof createModels>;
  let lines: string[];
  let before: { env: string | undefined; log: typeof createDebug.log };

  beforeEach(async () => {
    before = { env: process.env.NODE_ENV, log: createDebug.log };
    models = createModels('sqlite::memory:');
    await models.kysely.schema
      .createTable('post')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('author_id', 'integer')
      .addColumn('status', 'text')
      .addColumn('salary', 'integer')
      .addColumn('token', 'text')
      .execute();
    const own = { author_id: 5, status: 'live', salary: 4321, token: 'sesame' };
    await models.model('post').insert({ ...own, id: 7 });
    await models.model('post').insert({ ...own, id: 9, status: 'draft' });
    lines = [];
    createDebug.log = (...args: unknown[]) => {
      lines.push(args.join(' '));
    };
  });
  afterEach(async () => {
    createDebug.disable();
    createDebug.log = before.log;
    process.env.NODE_ENV = before.env;
    await models.close();
  });

  function start(isProduction = false) {
    process.env.NODE_ENV = isProduction ? 'production' : 'development';
    return serve({ rules: [['/post/:id?', 'rest']], controllers: { post: Post }, policies, model: models, user });
  }

  it('is answered with the rules that refused and why', async () => {
    const { agent } = start();
    const { body } = await send(agent, 'patch', '/post/7', { status: 'gone' }, { 'X-User': '3' }).expect(403);
    expect(body.code).to.equal('E_POLICY');
    expect(body.tried).to.deep.equal([
      'the policy of "post" update, (one) => ({ author_id: one.id }): author_id is 5, and the policy wants 3',
    ]);
  });

  it('is answered without values that the user may not read', async () => {
    const { agent } = start();
    const values = { author_id: 3, salary: 8765, token: 'mine' };
    const { body, text } = await send(agent, 'post', '/post', values, { 'X-User': '3' }).expect(403);
    expect(body.tried).to.have.length(1);
    expect(body.tried[0]).to.include(
      'salary has another value than the policy wants; token has another value than the policy wants',
    );
    expect(text).not.to.match(/8765|mine|'T'|"T"/);
  });

  it('is answered without a reason in production', async () => {
    const { agent } = start(true);
    const { body } = await send(agent, 'patch', '/post/7', { status: 'gone' }, { 'X-User': '3' }).expect(403);
    expect(body).not.to.have.property('tried');
    expect(lines).to.deep.equal([]);
  });

  const LOGGED: [
    title: string,
    method: 'get' | 'patch',
    path: string,
    headers: Record<string, string>,
    status: number,
    line: string,
  ][] = [
    ['a 403', 'patch', '/post/7', { 'X-User': '3' }, 403, 'author_id is 5, and the policy wants 3'],
    ['a 401', 'patch', '/post/7', {}, 401, 'there is no user'],
    [
      'the 404 of a record that may not be read',
      'get',
      '/post/9',
      { 'X-User': '3' },
      404,
      'status is "draft", and the policy wants "live"',
    ],
  ];
  for (const [title, method, path, headers, status, line] of LOGGED) {
    it(`is logged with its reason in production when debugging: ${title}`, async () => {
      const { agent } = start(true);
      createDebug.enable('@rest-gen/router');
      const request = agent[method](path).set(headers);
      const { text } = await (method === 'get' ? request : request.send({ status: 'gone' })).expect(status);
      expect(text).not.to.include('wants');
      expect(lines.join('\n')).to.include(`${status} refused `).and.include(line);
    });
  }

  it('is logged without a reason where no record is hidden', async () => {
    const { agent } = start(true);
    createDebug.enable('@rest-gen/router');
    await agent.get('/post/99').set('X-User', '3').expect(404);
    expect(lines.join('\n')).not.to.include('refused');
  });
});
