import { expect } from 'chai';
import { MAJORS } from '../../router/test/serve.ts';
import { openService, PASSWORD, type Service } from './open-service.ts';

for (const [name, create] of MAJORS) {
  describe(`signing in (${name})`, () => {
    let service: Service;

    before(async () => {
      service = await openService({}, create);
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
      expect(headers['set-cookie']).to.match(
        /^session=[\w-]{43}; Max-Age=2592000; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
      );
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
    });
  });
}
