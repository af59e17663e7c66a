import { fileURLToPath } from 'node:url';
import { createModels, type Models } from '@rest-gen/model';
import { expect } from 'chai';
import express from 'express';
import Rest from '../../../test/fixture/rest.ts';
import { openService, type Service } from '../../auth/test/open-service.ts';
import { defineLogic } from '../../logic/src/index.ts';
import { createRestRouter, definePolicy, type RestRouter } from '../../router/src/index.ts';
import { createMcp } from '../src/index.ts';
import { type Agent, connect, listen } from './open-agent.ts';

describe('abilities of API tokens', () => {
  let service: Service;
  let models: Models;
  let router: RestRouter;
  let served: { url: string; close: () => Promise<void> };
  const agents: Agent[] = [];

  beforeEach(async () => {
    service = await openService();
    const migrations = fileURLToPath(new URL('../../plans/test/migrations', import.meta.url));
    models = createModels('sqlite::memory:', { migrations });
    await models.migrate();
    await models.repository('issue').insert({ title: 'First', owner_id: 1, slug: 'first' });
    const own = (user: { readonly id?: unknown }) => ({ owner_id: user.id }) as never;
    const fields = { title: { string: true } } as const;
    router = createRestRouter({
      rules: [
        ['/account/:id?', '/v1/issue', 'rest'],
        ['/:controller(issue|comment)/:id?', '/:controller', 'rest'],
      ],
      controllers: {
        issue: class extends Rest {
          static callable = true;
        },
        comment: class extends Rest {
          static callable = true;
        },
        // Sessions alone may use it.
        'v1/issue': class extends Rest {
          static callable = true;
          static sessionOnly = true;
        },
      },
      logics: { issue: defineLogic({ patchAction: { body: fields } } as never) },
      policies: {
        issue: definePolicy({ read: 'user', create: own, update: own, delete: own }),
        comment: definePolicy('user'),
      },
      parts: [service.auth.part],
      model: models,
      log: false,
    });
    const app = express();
    app.use(service.auth.authenticate);
    app.use('/mcp', createMcp(router));
    served = await listen(app);
  });
  afterEach(async () => {
    await Promise.all(agents.splice(0).map((agent) => agent.close()));
    await served.close();
    await router.close();
    await models.close();
    await service.close();
  });

  /** An agent with an API token of Ann. */
  async function agentOf(...abilities: string[]): Promise<Agent> {
    const session = { Authorization: `Bearer ${await service.signedIn('ann@example.com')}` };
    const { body } = await service.agent.post('/token').set(session).send({ name: 'agent', abilities }).expect(201);
    const agent = await connect(served.url, { Authorization: `Bearer ${body.token}` });
    agents.push(agent);
    return agent;
  }

  it('let an agent read, and not write', async () => {
    const agent = await agentOf('issue:read');
    expect((await agent.call('resources')).text).to.equal('issue: GET /issue/{id}; GET /issue');
    const read = await agent.call('read', { url: '/issue/1' });
    expect(read.body.body.title).to.equal('First');
    const write = { method: 'PATCH', url: '/issue/1', body: { title: 'Changed' } };
    for (const [name, input] of [
      ['plan', write],
      ['commit', { ...write, etag: read.body.etag }],
      ['read', { url: '/comment' }],
    ] as const) {
      const { isError, body } = await agent.call(name, input);
      expect([isError, body.status, body.code], name).to.deep.equal([true, 403, 'E_ABILITY']);
    }
    expect((await agent.call('explain', { method: 'PATCH', url: '/issue/1' })).body.verdict).to.match(/^403/);
    expect((await models.repository('issue').findMany({}))[0]?.title).to.equal('First');
  });

  it('let an agent write, and keep classes for sessions from it', async () => {
    const agent = await agentOf('*');
    const { body } = await agent.call('plan', { method: 'PATCH', url: '/issue/1', body: { title: 'Changed' } });
    expect((await agent.call('commit', { token: body.body.token })).body.body.title).to.equal('Changed');
    const refused = await agent.call('read', { url: '/account' });
    expect([refused.isError, refused.body.code]).to.deep.equal([true, 'E_SESSION']);
    expect((await agent.call('resources')).text).not.to.contain('v1/issue');
  });

  it('narrow a plan that another token of the user has made', async () => {
    const { body } = await (await agentOf('*')).call('plan', { method: 'DELETE', url: '/issue/1' });
    const session = await service.agent
      .post('/session')
      .send({ email: 'ann@example.com', password: 'correct horse battery staple' })
      .expect(201);
    const bearer = { Authorization: `Bearer ${session.body.token}` };
    const made = await service.agent
      .post('/token')
      .set(bearer)
      .send({ name: 'r', abilities: ['read'] })
      .expect(201);
    const reader = await connect(served.url, { Authorization: `Bearer ${made.body.token}` });
    agents.push(reader);
    const { isError, body: refused } = await reader.call('commit', { token: body.body.token });
    expect([isError, refused.status]).to.deep.equal([true, 404]);
    expect(await models.repository('issue').count()).to.equal(1);
  });
});
