import { expect } from 'chai';
import { MAJORS } from '../../router/test/serve.ts';
import { openService, PASSWORD, type Service } from './open-service.ts';

const OTHER = 'another horse battery staple';

for (const [name, create] of MAJORS) {
  describe(`signing in (${name})`, () => {
    let service: Service;

    before(async () => {
      service = await openService({ attempts: { network: 10_000 } }, create);
    });
    after(() => service.close());

    it('goes from the sign-up to the sign-out', async () => {
      const { agent, mail } = service;
      const credentials = { email: 'Ann@Example.com', password: PASSWORD };
      const up = await agent
        .post('/user')
        .send({ ...credentials, name: 'Ann' })
        .expect(202);
      expect(up.body).to.eql({ email: 'ann@example.com' });
      // Not before the address is verified.
      await agent.post('/session').send(credentials).expect(401);
      const { kind, to, token } = await mail();
      expect({ kind, to }).to.eql({ kind: 'verify', to: 'ann@example.com' });
      await agent.post('/user/verification').send({ token }).expect(204);
      const used = await agent.post('/user/verification').send({ token }).expect(422);
      expect(used.body.errors[0].pointer).to.equal('/token');

      const { body, headers } = await agent.post('/session').send(credentials).expect(201);
      expect(body.user).to.include({ email: 'ann@example.com', name: 'Ann' }).and.not.to.have.property('password');
      const cookie = String(headers['set-cookie']);
      expect(cookie).to.include(`session=${body.token}; Max-Age=2592000; Path=/; Expires=`);
      expect(cookie).to.match(/; HttpOnly; SameSite=Lax$/);
      expect(headers['cache-control']).to.equal('no-store');

      const bearer = { Authorization: `Bearer ${body.token}` };
      const shown = await agent.get('/session').set(bearer).expect(200);
      expect(shown.body.user).to.eql(body.user);
      expect(shown.body.token).to.include({ kind: 'session', expires_at: body.expires_at });
      await agent.get('/session').set('Cookie', `session=${body.token}`).expect(200);

      await agent.delete('/session').set(bearer).expect(204);
      const over = await agent.get('/session').set(bearer).expect(401);
      expect(over.body.code).to.equal('E_TOKEN');
      expect(over.headers['www-authenticate']).to.equal('Bearer error="invalid_token"');
      // A browser whose session is over is nobody.
      await agent.get('/user').set('Cookie', `session=${body.token}`).expect(401);
    });

    it('answers a sign-up of a known address in the same way, and tells its user', async () => {
      const { agent, mail, signedIn } = service;
      await signedIn('bob@example.com');
      const known = await agent.post('/user').send({ email: 'BOB@example.com', password: OTHER }).expect(202);
      const fresh = await agent.post('/user').send({ email: 'eve@example.com', password: OTHER }).expect(202);
      expect(Object.keys(known.headers)).to.eql(Object.keys(fresh.headers));
      expect(known.body).to.eql({ email: 'bob@example.com' });
      expect(await mail()).to.eql({ kind: 'known', to: 'bob@example.com', token: undefined });
      expect((await mail()).kind).to.equal('verify');
      // The password stays.
      await agent.post('/session').send({ email: 'bob@example.com', password: OTHER }).expect(401);
      await agent.post('/session').send({ email: 'bob@example.com', password: PASSWORD }).expect(201);
    });

    it('gives an address that was never verified to the last who signs up, and to the last mail', async () => {
      const { agent, mail } = service;
      await agent.post('/user').send({ email: 'cat@example.com', password: OTHER }).expect(202);
      const first = await mail();
      await agent.post('/user').send({ email: 'cat@example.com', password: PASSWORD }).expect(202);
      const second = await mail();
      await agent.post('/user/verification').send({ token: first.token }).expect(422);
      await agent.post('/user/verification').send({ token: second.token }).expect(204);
      await agent.post('/session').send({ email: 'cat@example.com', password: OTHER }).expect(401);
      await agent.post('/session').send({ email: 'cat@example.com', password: PASSWORD }).expect(201);
    });

    it('resets a password once, and ends every session', async () => {
      const { agent, mail, signedIn } = service;
      const token = await signedIn('dan@example.com');
      await agent.post('/password').send({ email: 'nobody@example.com' }).expect(202, { email: 'nobody@example.com' });
      await agent.post('/password').send({ email: 'Dan@example.com' }).expect(202, { email: 'dan@example.com' });
      const reset = await mail();
      expect(reset).to.include({ kind: 'reset', to: 'dan@example.com' });
      // What is mailed is no session, and verifies nothing.
      await agent.get('/session').set('Authorization', `Bearer ${reset.token}`).expect(401);
      await agent.post('/user/verification').send({ token: reset.token }).expect(422);
      const answers = await Promise.all(
        [1, 2].map(() => agent.put('/password').send({ token: reset.token, password: OTHER })),
      );
      expect(answers.map(({ status }) => status).sort()).to.eql([204, 422]);
      await agent.get('/session').set('Authorization', `Bearer ${token}`).expect(401);
      await agent.post('/session').send({ email: 'dan@example.com', password: PASSWORD }).expect(401);
      await agent.post('/session').send({ email: 'dan@example.com', password: OTHER }).expect(201);
    });

    it('changes a password for those who know it, and ends the other sessions', async () => {
      const { agent, signedIn } = service;
      const own = { Authorization: `Bearer ${await signedIn('fay@example.com')}` };
      const { body } = await agent.post('/session').send({ email: 'fay@example.com', password: PASSWORD }).expect(201);
      const wrong = await agent.patch('/password').set(own).send({ current: OTHER, password: OTHER }).expect(422);
      expect(wrong.body.errors[0].pointer).to.equal('/current');
      await agent.patch('/password').send({ current: PASSWORD, password: OTHER }).expect(401);
      await agent.patch('/password').set(own).send({ current: PASSWORD, password: OTHER }).expect(204);
      await agent.get('/session').set(own).expect(200);
      await agent.get('/session').set('Authorization', `Bearer ${body.token}`).expect(401);
    });

    it('shows users themselves only, and deletes them with their sessions', async () => {
      const { agent, signedIn } = service;
      const own = { Authorization: `Bearer ${await signedIn('gil@example.com')}` };
      const { body: list } = await agent.get('/user').set(own).expect(200);
      expect(list).to.have.length(1);
      expect(list[0]).to.include({ email: 'gil@example.com' }).and.not.to.have.property('password');
      await agent.get('/user/1').set(own).expect(404);
      const path = `/user/${list[0].id}`;
      await agent.patch(path).set(own).send({ name: 'Gil' }).expect(200);
      for (const body of [{ email: 'a@b.de' }, { password: OTHER }, { verified_at: null }, { id: 1 }])
        await agent.patch(path).set(own).send(body).expect(422);
      await agent.delete(path).set(own).expect(204);
      await agent.get('/session').set(own).expect(401);
    });
  });
}
