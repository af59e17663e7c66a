import { expect } from 'chai';
import session from 'express-session';
import type { Test } from 'supertest';
import { MAJORS } from '../../router/test/serve.ts';
import { openService, PASSWORD, type Service } from './open-service.ts';

type Headers = Record<string, string>;
/** The types of supertest lack the method. */
const query = (agent: object, path: string) => (agent as { query(path: string): Test }).query(path);

const APP = 'https://app.example.com';

/** What browsers and others say of a request, and whether it may write with the cookie. */
const CASES: [what: string, headers: Headers, isAllowed: boolean][] = [
  ['a page of the service', { 'Sec-Fetch-Site': 'same-origin', Origin: 'https://behind.a.proxy' }, true],
  ['a page of the service in an old browser', { Host: 'api.test', Origin: 'http://api.test' }, true],
  ['a page of the list', { 'Sec-Fetch-Site': 'cross-site', Origin: APP }, true],
  ['a page of the list on the same site', { 'Sec-Fetch-Site': 'same-site', Origin: APP }, true],
  ['another page of the site', { 'Sec-Fetch-Site': 'same-site', Origin: 'https://blog.example.com' }, false],
  ['a page elsewhere', { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' }, false],
  [
    'a page elsewhere that has the name of the host',
    { 'Sec-Fetch-Site': 'cross-site', Host: 'a.test', Origin: 'http://a.test' },
    false,
  ],
  ['a page elsewhere in an old browser', { Origin: 'https://evil.example' }, false],
  ['the service over another scheme', { Host: 'api.test', Origin: 'https://api.test' }, false],
  ['the service on another port', { Host: 'api.test:3000', Origin: 'http://api.test:3001' }, false],
  ['a page without an origin', { 'Sec-Fetch-Site': 'cross-site', Origin: 'null' }, false],
  ['a navigation without an origin', { 'Sec-Fetch-Site': 'cross-site' }, false],
  ['no browser', {}, false],
];

for (const [name, create] of MAJORS) {
  describe(`a write with the cookie (${name})`, () => {
    let service: Service;
    let cookie: Headers;

    before(async () => {
      service = await openService({ origins: [APP] }, create);
      cookie = { Cookie: `session=${await service.signedIn('ann@example.com')}` };
    });
    after(() => service.close());

    for (const [what, headers, isAllowed] of CASES) {
      it(`is ${isAllowed ? 'allowed' : 'refused'} from ${what}`, async () => {
        const { agent } = service;
        const { status, body } = await agent.post('/token').set(cookie).set(headers).send({ name: 'x' });
        expect(status).to.equal(isAllowed ? 201 : 403);
        if (!isAllowed) expect(body).to.include({ code: 'E_ORIGIN' });
        // Reading changes nothing; what other pages may read is a matter of CORS.
        await agent.get('/session').set(cookie).set(headers).expect(200);
        await query(agent, '/token').set(cookie).set(headers).send({}).expect(200);
      });
    }

    it('is not what a write with Authorization is', async () => {
      const bearer = { Authorization: `Bearer ${cookie.Cookie?.slice('session='.length)}` };
      const foreign = { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' };
      await service.agent.post('/token').set(bearer).set(cookie).set(foreign).send({ name: 'x' }).expect(201);
    });

    it('signs nobody in from a page elsewhere', async () => {
      const credentials = { email: 'ann@example.com', password: PASSWORD };
      const { agent } = service;
      await agent.post('/session').set('Origin', 'https://evil.example').send(credentials).expect(403);
      await agent.post('/session').set('Origin', APP).send(credentials).expect(201);
      await agent.post('/session').send(credentials).expect(201);
    });
  });
}

describe('the cookie', () => {
  it('needs HTTPS in production, and cannot be set by another host', async () => {
    const service = await openService({ secure: true });
    await service.signedIn('ann@example.com');
    const credentials = { email: 'ann@example.com', password: PASSWORD };
    const { body, headers } = await service.agent.post('/session').send(credentials).expect(201);
    expect(String(headers['set-cookie'])).to.match(
      /^__Host-session=[\w-]{43}; .*Path=\/; .*HttpOnly; Secure; SameSite=Lax$/,
    );
    // One with the other name is of somebody else.
    await service.agent.get('/session').set('Cookie', `session=${body.token}`).expect(401);
    const kept = { Cookie: `a=b; __Host-session=${body.token}`, 'Sec-Fetch-Site': 'same-origin' };
    const gone = await service.agent.delete('/session').set(kept).expect(204);
    expect(String(gone.headers['set-cookie'])).to.match(/^__Host-session=; Path=\/; Expires=Thu, 01 Jan 1970/);
    await service.close();
  });

  it('ends the session that it replaces', async () => {
    const service = await openService();
    const before = await service.signedIn('ann@example.com');
    const credentials = { email: 'ann@example.com', password: PASSWORD };
    const headers = { Cookie: `session=${before}`, 'Sec-Fetch-Site': 'same-origin' };
    const { body } = await service.agent.post('/session').set(headers).send(credentials).expect(201);
    await service.agent.get('/session').set('Authorization', `Bearer ${before}`).expect(401);
    await service.agent.get('/session').set('Authorization', `Bearer ${body.token}`).expect(200);
    await service.close();
  });

  it('is read beside sessions of others', async () => {
    const service = await openService({
      before: (app) => app.use(session({ secret: 'a', resave: false, saveUninitialized: true })),
    });
    const token = await service.signedIn('ann@example.com');
    const { headers } = await service.agent.get('/session').set('Cookie', `session=${token}`).expect(200);
    expect(String(headers['set-cookie'])).to.match(/^connect\.sid=/);
    await service.close();
  });

  for (const sent of [
    '',
    'session',
    'session=',
    'session="',
    `session=${'a'.repeat(43)}`,
    'session=%',
    ';;=;',
    `session=${'é'.repeat(43)}`,
  ]) {
    it(`that is ${JSON.stringify(sent)} is of nobody`, async () => {
      const service = await openService();
      await service.agent.get('/session').set('Cookie', Buffer.from(sent).toString('latin1')).expect(401);
      await service.close();
    });
  }

  for (const sent of [
    'Bearer',
    'Bearer ',
    'Bearer x',
    `bearer ${'a'.repeat(43)}`,
    `Bearer ${'a'.repeat(8000)}`,
    'Bearer a b',
  ]) {
    it(`and Authorization: ${sent.slice(0, 20)}`, async () => {
      const service = await openService();
      const { body } = await service.agent.get('/session').set('Authorization', sent).expect(401);
      expect(body.code).to.be.oneOf(['E_TOKEN', 'E_UNAUTHORIZED']);
      await service.close();
    });
  }
});
