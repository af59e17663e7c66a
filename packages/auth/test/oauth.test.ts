import { expect } from 'chai';
import supertest from 'supertest';
import { MAJORS } from '../../router/test/serve.ts';
import { github, google } from '../src/index.ts';
import { ADDRESS, type OAuthService, openOAuth, providersOf } from './oauth-service.ts';
import { CLIENT, openProvider } from './open-provider.ts';
import { openService } from './open-service.ts';
import { Visitor } from './visitor.ts';

for (const [name, create] of MAJORS) {
  describe(`signing in with a provider (${name})`, () => {
    let one: OAuthService;
    before(async () => {
      one = await openOAuth({}, create);
    });
    after(() => one.close());

    for (const kind of ['op', 'plain']) {
      it(`adds a user, and knows the user again: ${kind}`, async () => {
        const email = `${kind}@Example.com`;
        one.provider.users.set(kind, { email, email_verified: true, name: 'Ann' });
        const visitor = one.visitor();
        const begun = await visitor.begin(`/oauth/${kind}?to=/items?page=2`);
        expect(begun.headers['set-cookie']).to.match(
          /^oauth=[^;]+; Max-Age=600; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
        );
        expect(begun.headers['cache-control']).to.equal('no-store');
        const sent = new URL(begun.headers.location as string).searchParams;
        expect(sent.get('redirect_uri')).to.equal(`${ADDRESS}/oauth/${kind}`);
        expect(sent.get('code_challenge_method')).to.equal('S256');
        expect(sent.has('nonce')).to.equal(kind === 'op');

        const done = await visitor.finish(await one.provider.visit(begun.headers.location as string, kind));
        expect(done.status).to.equal(303);
        expect(done.headers.location).to.equal(`${ADDRESS}/items?page=2`);
        expect(done.headers['cache-control']).to.equal('no-store');
        expect([...visitor.cookies.keys()]).to.eql(['session']);
        const { body } = await visitor.get('/session').expect(200);
        expect(body.user).to.include({ email: email.toLowerCase(), name: 'Ann' });
        expect(body.user.verified_at).to.be.a('string');

        // The address has changed at the provider: the identity has not.
        one.provider.users.set(kind, { email: `new-${email}`, email_verified: false });
        const again = one.visitor();
        expect((await again.signIn(`/oauth/${kind}`, kind)).headers.location).to.equal(`${ADDRESS}/`);
        const shown = await again.get('/session').expect(200);
        expect(shown.body.user.id).to.equal(body.user.id);
      });
    }

    it('ends the session that the browser had', async () => {
      one.provider.users.set('two', { email: 'two@example.com', email_verified: true });
      const visitor = one.visitor();
      await visitor.signIn('/oauth/op', 'two');
      const before = visitor.cookies.get('session');
      await visitor.signIn('/oauth/op', 'two');
      await one.service.agent.get('/session').set('Cookie', `session=${before}`).expect(401);
      await visitor.get('/session').expect(200);
    });

    it('reads the endpoints of the provider once', () => {
      expect(one.provider.calls.get('/.well-known/openid-configuration')).to.equal(1);
    });

    it('knows the redirect URL of a router that is mounted', async () => {
      const app = create().use('/v1', one.service.auth.authenticate, one.service.router);
      const visitor = new Visitor({ agent: supertest(app) }, one.provider);
      const begun = await visitor.begin('/v1/oauth/op');
      expect(new URL(begun.headers.location as string).searchParams.get('redirect_uri')).to.equal(
        `${ADDRESS}/v1/oauth/op`,
      );
      expect((await visitor.signIn('/v1/oauth/op', 'two')).status).to.equal(303);
    });

    it('does not know other providers', async () => {
      for (const path of ['/oauth/none', '/oauth/toString', '/oauth/none?code=1&state=2']) {
        const { body } = await one.service.agent.get(path).expect(404);
        expect(body.code).to.equal('E_NOT_FOUND');
      }
    });

    it('sends nobody to another application', async () => {
      const { agent } = one.service;
      // biome-ignore format: a list
      for (const to of [
        'https://evil.example', '//evil.example', '/\\evil.example', '/\t/evil.example', '/\n', 'items', '', `/${'a'.repeat(1000)}`,
      ]) {
        const { body } = await agent.get('/oauth/op').query({ to }).expect(400);
        expect(body.code, to).to.equal('E_OAUTH');
        expect(body.detail, to).to.equal('The parameter to must be a path of the application, such as /items.');
      }
    });
  });
}

describe('signing in with a provider', () => {
  it('takes the address from the ID token where it is', async () => {
    const provider = await openProvider([`${ADDRESS}/oauth/op`], true);
    const service = await openService({
      url: `${ADDRESS}/`,
      home: 'https://app.example.com/start',
      newUser: ({ subject, name }, provider) => ({ name: `${name} (${provider} ${subject})` }),
      providers: providersOf(provider.issuer),
    });
    provider.users.set('ann', { email: 'ann@example.com', email_verified: true, name: 'Ann' });
    const visitor = new Visitor(service, provider);
    const { headers } = await visitor.signIn('/oauth/op', 'ann');
    expect(headers.location).to.equal('https://app.example.com/start');
    expect(provider.calls.has('/me')).to.equal(false);
    expect((await visitor.get('/session').expect(200)).body.user.name).to.equal('Ann (op ann)');
    expect((await visitor.signIn('/oauth/op?to=/a', 'ann')).headers.location).to.equal('https://app.example.com/a');
    await service.close();
    await provider.close();
  });

  it('has a cookie for HTTPS', async () => {
    const service = await openService({ url: ADDRESS, secure: true, providers: { github: github(CLIENT) } });
    const { headers } = await service.agent.get('/oauth/github').expect(302);
    expect(headers['set-cookie']).to.match(
      /^__Host-oauth=[^;]+; Max-Age=600; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(headers.location).to.match(/^https:\/\/github\.com\/login\/oauth\/authorize\?/);
    const { scope, client_id } = Object.fromEntries(new URL(headers.location as string).searchParams);
    expect({ scope, client_id }).to.eql({ scope: 'read:user user:email', client_id: CLIENT.clientId });
    await service.close();
  });

  it('counts the primary address at GitHub alone, if it is verified', async () => {
    const emails = [
      { email: 'other@example.com', primary: false, verified: true },
      { email: 'ann@example.com', primary: true, verified: false },
    ];
    const read = () => {
      return github(CLIENT).readProfile(async (url) => {
        return url === 'https://api.github.com/user/emails' ? emails : { id: 7, login: 'ann', name: null };
      });
    };
    expect(await read()).to.eql({ subject: 7, email: 'ann@example.com', emailVerified: false, name: 'ann' });
    emails[1] = { email: 'ann@example.com', primary: true, verified: true };
    expect((await read()).emailVerified).to.equal(true);
    emails.length = 0;
    expect(await read()).to.eql({ subject: 7, email: undefined, emailVerified: false, name: 'ann' });
  });

  for (const [what, options, message] of [
    ['no address', { providers: { google: google(CLIENT) } }, 'url is missing'],
    ['a wrong address', { url: 'api.example.com', providers: {} }, 'url is "api.example.com"'],
    [
      'no client',
      { url: ADDRESS, providers: { github: github({ ...CLIENT, clientId: '' }) } },
      'providers.github.clientId is empty',
    ],
    [
      'no HTTPS',
      { url: ADDRESS, providers: { op: { ...CLIENT, issuer: 'http://op.example.com' } } },
      'providers.op.issuer is "http://op.example.com"',
    ],
    ['a wrong name', { url: ADDRESS, providers: { 'a/b': google(CLIENT) } }, 'the provider "a/b" has no plain name'],
    ['a wrong home', { url: ADDRESS, home: 'http://', providers: {} }, 'home is "http://"'],
  ] as const) {
    it(`does not start with ${what}`, async () => {
      const error = await openService(options).catch((one) => one);
      expect(error).to.include({ name: 'StartError', code: 'E_OPTION' });
      expect(error.message).to.include(`createAuth: ${message}`);
    });
  }
});
