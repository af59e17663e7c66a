import { userOfRequest } from '@rest-gen/router/part';
import { expect } from 'chai';
import type { Request, Response } from 'express';
import { openService, PASSWORD, type Service } from './open-service.ts';

interface Said {
  security?: object[];
  responses: object;
}

describe('sessions and API tokens', () => {
  let service: Service;
  let session: { Authorization: string };

  beforeEach(async () => {
    service = await openService();
    session = { Authorization: `Bearer ${await service.signedIn('ann@example.com')}` };
  });
  afterEach(() => service.close());

  const create = async (values: object) => {
    const { body } = await service.agent.post('/token').set(session).send(values).expect(201);
    return { id: body.id, bearer: { Authorization: `Bearer ${body.token}` }, body };
  };

  it('are listed and ended one by one', async () => {
    const { agent, signedIn } = service;
    const other = { Authorization: `Bearer ${await signedIn('bob@example.com')}` };
    const { bearer, id, body } = await create({ name: 'CI' });
    expect(body).to.include({ name: 'CI', kind: 'api', expires_at: null }).and.not.to.have.any.keys('hash', 'user_id');
    expect(body.abilities).to.eql(['*']);

    const { body: list } = await agent.get('/token').set(session).expect(200);
    expect(list.map((one: { kind: string }) => one.kind).sort()).to.eql(['api', 'session']);
    expect(JSON.stringify(list)).not.to.include('hash').and.not.to.include(body.token);
    await agent.get(`/token/${id}`).set(other).expect(404);
    await agent.delete(`/token/${id}`).set(other).expect(404);
    await agent.get('/session').set(bearer).expect(200);
    await agent.delete(`/token/${id}`).set(session).expect(204);
    await agent.get('/session').set(bearer).expect(401);
  });

  it('narrow what the program asks for their user without HTTP, also for a copy of the user', async () => {
    const { auth, router } = service;
    const { body } = await create({ name: 'reader', abilities: ['read'] });
    const { user } = (await auth.findUser(body.token)) ?? {};
    for (const one of [user, { ...user }]) {
      const ask = async (method: string, url: string) => {
        const { body } = await router.request(method, url, { user: one as never });
        return body.code;
      };
      expect(await ask('DELETE', '/session')).to.equal('E_ABILITY');
      expect(await ask('GET', '/user')).to.equal('E_SESSION');
      // The session itself is that of a request over HTTP.
      expect(await ask('GET', '/session')).to.equal('E_UNAUTHORIZED');
    }
  });

  it('narrow the user of a plan, whatever the application makes of it', async () => {
    const { auth, router } = service;
    const { bearer } = await create({ name: 'reader', abilities: ['read'] });
    const req = { method: 'POST', headers: { authorization: bearer.Authorization } } as Request & { user?: object };
    await new Promise<unknown>((next) => auth.authenticate(req, {} as Response, next));
    // Another user than the one that was found, and one that is kept from another token.
    for (const symbols of [{}, { [Symbol.for('@rest-gen/auth.abilities')]: ['*'] }]) {
      req.user = { id: 1, ...symbols };
      const { body } = await router.request('DELETE', '/session', { user: userOfRequest(router, req) as never });
      expect(body.code).to.equal('E_ABILITY');
    }
  });

  it('do not show what is mailed', async () => {
    const { agent, mail } = service;
    await agent.post('/password').send({ email: 'ann@example.com' }).expect(202);
    await mail();
    const { body } = await agent.get('/token').set(session).expect(200);
    expect(body).to.have.length(1);
    const { body: found } = await agent.get('/token?kind=reset').set(session).expect(200);
    expect(found).to.eql([]);
  });

  it('store no secret', async () => {
    const { bearer } = await create({ name: 'CI' });
    const rows = JSON.stringify(await service.models.model('token').select());
    for (const { Authorization } of [bearer, session]) expect(rows).not.to.include(Authorization.slice(7));
    expect(JSON.stringify(await service.models.model('user').select())).not.to.include(PASSWORD);
  });

  const CASES: [abilities: string[], method: 'get' | 'patch', status: number][] = [
    [['*'], 'get', 200],
    [['read'], 'get', 200],
    [['session:read'], 'get', 200],
    [['write', 'user:read', 'Session:read'], 'get', 403],
    [['session:write'], 'get', 403],
  ];
  for (const [abilities, method, status] of CASES) {
    it(`with ${abilities.join(', ')}: ${method} /session is ${status}`, async () => {
      const { bearer } = await create({ name: 'CI', abilities });
      const answer = await service.agent[method]('/session').set(bearer);
      expect(answer.status).to.equal(status);
      if (status !== 403) return;
      expect(answer.body.code).to.equal('E_ABILITY');
      expect(answer.headers['www-authenticate']).to.equal('Bearer error="insufficient_scope", scope="session:read"');
    });
  }

  it('refuse abilities that there are not', async () => {
    for (const abilities of [[], ['admin'], ['issue:*'], ['']]) {
      const { body } = await service.agent.post('/token').set(session).send({ name: 'CI', abilities }).expect(422);
      expect(body.errors[0].pointer).to.match(/^\/abilities/);
    }
  });

  it('let no API token make another one, change the password, or delete the user', async () => {
    const { agent } = service;
    const { bearer } = await create({ name: 'CI' });
    const { body } = await agent.post('/token').set(bearer).send({ name: 'more' }).expect(403);
    expect(body.code).to.equal('E_SESSION');
    await agent.patch('/password').set(bearer).send({ current: PASSWORD, password: PASSWORD }).expect(403);
    await agent.delete('/user/1').set(bearer).expect(403);
    await agent.delete('/session').set(bearer).expect(204);
    await agent.get('/session').set(bearer).expect(401);
  });

  it('end at their time', async () => {
    const { agent, models } = service;
    const { bearer, id } = await create({ name: 'CI', expires_at: new Date(Date.now() + 60_000).toISOString() });
    await agent.get('/session').set(bearer).expect(200);
    await models
      .model('token')
      .byId(id)
      .update({ expires_at: new Date(Date.now() - 1) });
    await agent.get('/session').set(bearer).expect(401);
  });

  it('move the end of a session at most once an hour, and never beyond 30 days', async () => {
    const { agent, models } = service;
    const row = models.model('token').where({ kind: 'session' });
    const before = await row.find();
    await agent.get('/session').set(session).expect(200);
    expect(await row.find()).to.eql(before);
    const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString();
    await row.update({ used_at: days(-1), expires_at: days(13), created_at: days(-1) });
    await agent.get('/session').set(session).expect(200);
    expect(Date.parse(String((await row.find())?.expires_at))).to.be.within(
      Date.parse(days(13.99)),
      Date.parse(days(14)),
    );
    await row.update({ used_at: days(-1), created_at: days(-20) });
    await agent.get('/session').set(session).expect(200);
    expect(Date.parse(String((await row.find())?.expires_at))).to.be.within(
      Date.parse(days(9.99)),
      Date.parse(days(10)),
    );
  });

  it('end for a user who is no longer active', async () => {
    await service.close();
    service = await openService({ isActive: ({ name }) => name !== 'blocked' });
    session = { Authorization: `Bearer ${await service.signedIn('ann@example.com')}` };
    await service.models.model('user').byId(1).update({ name: 'blocked' });
    await service.agent.get('/session').set(session).expect(401);
    await service.agent.post('/session').send({ email: 'ann@example.com', password: PASSWORD }).expect(401);
  });

  it('are described in the document', async () => {
    const { createOpenApi } = await import('@rest-gen/openapi');
    const document = await createOpenApi(service.router);
    expect(document.components?.securitySchemes).to.have.keys('bearer', 'session');
    const { '/session': shown, '/user': users } = document.paths as Record<string, Record<string, Said>>;
    expect(shown?.post?.security).to.eql([]);
    expect(shown?.get?.security).to.eql([{ bearer: [] }, { session: [] }]);
    expect(users?.post?.security).to.eql([]);
    expect(Object.keys(shown?.post?.responses ?? {}).filter((status) => status.startsWith('2'))).to.eql(['201']);
  });
});
