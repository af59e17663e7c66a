import type { Row } from '@rest-gen/router';
import { expect } from 'chai';
import { keepQuiet } from '../../router/test/serve.ts';
import { type OAuthService, openOAuth } from './oauth-service.ts';
import { PASSWORD } from './open-service.ts';

describe('the user of an identity', () => {
  keepQuiet();
  let one: OAuthService;
  const added: Row[] = [];
  before(async () => {
    one = await openOAuth({
      isActive: (user) => user.name !== 'inactive',
      onSignUp(user) {
        if (user.email === 'broken@example.com') throw new Error('broken');
        added.push(user);
      },
    });
  });
  after(() => one.close());

  /** What nobody may have caused: a user, an identity or a session. */
  async function refuse(login: string, detail: string | RegExp): Promise<void> {
    const visitor = one.visitor();
    const { status, body } = await visitor.signIn('/oauth/op', login);
    expect([status, body.code]).to.eql([400, 'E_OAUTH']);
    expect(body.detail).to.match(detail instanceof RegExp ? detail : new RegExp(detail));
    expect([...visitor.cookies.keys()]).to.eql([]);
    expect(await count('identity', { subject: login })).to.equal(0);
  }

  function count(table: string, where: Record<string, string>): Promise<number> {
    return one.service.models.model(table).where(where).count();
  }

  it('is the one whose address both sides have verified', async () => {
    const { service, provider } = one;
    await service.signedIn('both@example.com');
    provider.users.set('both', { email: 'Both@example.com', email_verified: true });
    const visitor = one.visitor();
    expect((await visitor.signIn('/oauth/op', 'both')).status).to.equal(303);
    expect(await count('user', { email: 'both@example.com' })).to.equal(1);
    expect(await count('identity', { provider: 'op', subject: 'both' })).to.equal(1);
    // The password stays.
    await service.agent.post('/session').send({ email: 'both@example.com', password: PASSWORD }).expect(201);
    // Another provider of the same address is one more identity.
    expect((await one.visitor().signIn('/oauth/plain', 'both')).status).to.equal(303);
    expect(await count('identity', { subject: 'both' })).to.equal(2);
    const { body } = await visitor.get('/session').expect(200);
    await visitor.get(`/user/${body.user.id}`).expect(200);
    await service.models.model('user').byId(body.user.id).delete();
    expect(await count('identity', { subject: 'both' })).to.equal(0);
  });

  it('is nobody who has only claimed the address at the provider', async () => {
    const { service, provider } = one;
    await service.signedIn('victim@example.com');
    for (const email_verified of [false, undefined, 'true', 1]) {
      provider.users.set('thief', { email: 'victim@example.com', email_verified });
      await refuse('thief', /^op has no verified address of this user\. Verify it there, then sign in again\.$/);
    }
    provider.users.set('new', { email: 'new@example.com', email_verified: false });
    await refuse('new', /no verified address/);
    provider.users.set('none', { email_verified: true });
    await refuse('none', /no verified address/);
    expect(await count('user', { email: 'new@example.com' })).to.equal(0);
  });

  it('is nobody who has only claimed the address here', async () => {
    const { service, provider } = one;
    const credentials = { email: 'claimed@example.com', password: PASSWORD };
    await service.agent.post('/user').send(credentials).expect(202);
    provider.users.set('claimed', { email: 'claimed@example.com', email_verified: true });
    await refuse(
      'claimed',
      /^A user with this address has signed up, and has not verified it\. Open the link of the mail/,
    );
    await service.agent
      .post('/user/verification')
      .send({ token: (await service.mail()).token })
      .expect(204);
    expect((await one.visitor().signIn('/oauth/op', 'claimed')).status).to.equal(303);
  });

  it('is refused if it may not sign in', async () => {
    const { service, provider } = one;
    provider.users.set('gone', { email: 'gone@example.com', email_verified: true });
    expect((await one.visitor().signIn('/oauth/op', 'gone')).status).to.equal(303);
    await service.models.model('user').where({ email: 'gone@example.com' }).update({ name: 'inactive' });
    const visitor = one.visitor();
    const { status, body } = await visitor.signIn('/oauth/op', 'gone');
    expect([status, body.code, body.detail]).to.eql([400, 'E_OAUTH', 'This user cannot sign in.']);
    expect([...visitor.cookies.keys()]).to.eql([]);
  });

  it('is added with what belongs to it, or not at all', async () => {
    one.provider.users.set('ok', { email: 'ok@example.com', email_verified: true });
    expect((await one.visitor().signIn('/oauth/op', 'ok')).status).to.equal(303);
    expect(added.at(-1)).to.include({ email: 'ok@example.com' }).and.not.to.have.property('password');
    one.provider.users.set('broken', { email: 'broken@example.com', email_verified: true });
    expect((await one.visitor().signIn('/oauth/op', 'broken')).status).to.equal(500);
    expect(await count('user', { email: 'broken@example.com' })).to.equal(0);
    expect(await count('identity', { subject: 'broken' })).to.equal(0);
  });

  it('has no password until it asks for one', async () => {
    const { agent } = one.service;
    await agent.post('/session').send({ email: 'ok@example.com', password: PASSWORD }).expect(401);
    await agent.post('/password').send({ email: 'ok@example.com' }).expect(202);
    await agent
      .put('/password')
      .send({ token: (await one.service.mail()).token, password: PASSWORD })
      .expect(204);
    await agent.post('/session').send({ email: 'ok@example.com', password: PASSWORD }).expect(201);
  });
});
