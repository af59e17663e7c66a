import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAuthProvider as createReactAdmin } from '@rest-gen/client/react-admin';
import { createAuthProvider as createRefine } from '@rest-gen/client/refine';
import { createSession, type Session } from '@rest-gen/client/session';
import { createOpenApi } from '@rest-gen/openapi';
import { expect } from 'chai';
import { writeClient } from '../../cli/src/commands/client.ts';
import { createApi } from './api.ts';
import { openService, PASSWORD, type Service } from './open-service.ts';

const ANN = { email: 'ann@example.com', password: PASSWORD };

/** A `localStorage`. */
function memory() {
  const values = new Map<string, string>();
  return {
    values,
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => void values.set(name, value),
    removeItem: (name: string) => void values.delete(name),
  };
}

describe('the session of the client', () => {
  let service: Service;
  let server: Server;
  let baseUrl = '';
  let storage: ReturnType<typeof memory>;
  let unauthorized = 0;
  let session: Session;
  let api: ReturnType<typeof createApi>;

  before(async () => {
    service = await openService();
    await service.signedIn(ANN.email);
    server = createServer(service.app).listen(0, '127.0.0.1');
    await once(server, 'listening');
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(() => {
    storage = memory();
    unauthorized = 0;
    session = createSession({ storage, onUnauthorized });
    api = createApi({ baseUrl, fetch: session.fetch });
  });
  after(async () => {
    server.close();
    await service.close();
  });

  function onUnauthorized() {
    unauthorized += 1;
  }

  const caught = (work: Promise<unknown>) => work.catch((error) => error);

  it('is that of the written client: api.ts of this folder; to write it: WRITE_CLIENT=1', async () => {
    const text = writeClient(await createOpenApi(service.router));
    const file = new URL('api.ts', import.meta.url);
    if (process.env.WRITE_CLIENT) writeFileSync(file, text);
    expect(readFileSync(file, 'utf8')).to.equal(text);
  });

  it('signs in, keeps the token, and signs out', async () => {
    expect(await session.user(api)).to.equal(undefined);
    const user = await session.signIn(api, ANN);
    expect(user.email).to.equal(ANN.email);
    expect(await session.user(api)).to.eql(user);
    expect([...storage.values.values()][0]).to.match(/^[\w-]{43}$/);
    expect((await api.token.create({ name: 'CI' })).token).to.match(/^[\w-]{43}$/);
    await session.signOut(api);
    expect(storage.values.size).to.equal(0);
    expect(await session.user(api)).to.equal(undefined);
    expect(unauthorized).to.equal(0);
  });

  it('says when it has ended, and not that a password is wrong', async () => {
    expect(await caught(session.signIn(api, { ...ANN, password: 'wrong' }))).to.include({ code: 'E_SIGN_IN' });
    expect(unauthorized).to.equal(0);
    await session.signIn(api, ANN);
    await service.models.model('token').where({ kind: 'session' }).delete();
    expect(await caught(api.user.list().page())).to.include({ status: 401, code: 'E_TOKEN' });
    expect(unauthorized).to.equal(1);
    expect(storage.values.size).to.equal(0);
    // Its end is what was asked for.
    await session.signOut(api);
    expect(unauthorized).to.equal(1);
  });

  it('sends the cookie of a browser where it keeps no token', async () => {
    const sent: RequestInit[] = [];
    const browser = createSession({
      fetch: (input, init) => {
        sent.push(init as RequestInit);
        return fetch(input, init);
      },
    });
    await browser.signIn(createApi({ baseUrl, fetch: browser.fetch }), ANN);
    expect(sent[0]?.credentials).to.equal('include');
    expect(new Headers(sent[0]?.headers).has('authorization')).to.equal(false);
  });

  it('is an auth provider of react-admin', async () => {
    const provider = createReactAdmin(api, session);
    expect(await caught(provider.checkAuth())).to.be.an('error');
    expect(await caught(provider.login({ ...ANN, password: 'wrong' }))).to.include({ status: 401 });
    await provider.login({ username: ANN.email, password: PASSWORD });
    await provider.checkAuth();
    expect(await provider.getIdentity()).to.include({ id: 1, fullName: ANN.email });
    await provider.checkError({ status: 403 });
    expect(await caught(provider.checkError({ status: 401 }))).to.be.an('error');
    await provider.logout();
    expect(await caught(provider.checkAuth())).to.be.an('error');
  });

  it('is an auth provider of refine', async () => {
    const provider = createRefine(api, session);
    expect(await provider.check()).to.eql({ authenticated: false, redirectTo: '/login' });
    const refused = await provider.login({ ...ANN, password: 'wrong' });
    expect(refused.success).to.equal(false);
    expect(refused.error?.message).to.match(/^The address or the password is wrong/);
    expect(await provider.login(ANN)).to.eql({ success: true, redirectTo: '/' });
    expect(await provider.check()).to.eql({ authenticated: true });
    expect((await provider.getIdentity())?.fullName).to.equal(ANN.email);
    expect(await provider.onError({ statusCode: 401 })).to.eql({ logout: true, redirectTo: '/login' });
    expect(await provider.onError({ statusCode: 500 })).to.eql({});
    expect(await provider.logout()).to.eql({ success: true, redirectTo: '/login' });
  });
});
