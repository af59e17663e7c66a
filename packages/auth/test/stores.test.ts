import { expect } from 'chai';
import { makeDatabase as makeMysql } from '../../../test/stores/mysql/database.ts';
import { createDatabase as makePostgres } from '../../../test/stores/postgres/database.ts';
import { requireServer } from '../../../test/stores/servers.ts';
import { keepQuiet } from '../../router/test/serve.ts';
import { openService, PASSWORD, type Service } from './open-service.ts';

const servers = [
  ['PostgreSQL', await requireServer('postgres'), makePostgres],
  ['MariaDB', await requireServer('mysql'), makeMysql],
] as const;

for (const [name, server, make] of servers) {
  if (server === undefined) continue;
  describe(`signing in on ${name}`, () => {
    keepQuiet();
    let database: { url: string; drop(): Promise<void> };
    let service: Service;

    before(async () => {
      database = await make(server);
      service = await openService({ store: database.url, attempts: { network: 1000 } });
    });
    after(async () => {
      await service.close();
      await database.drop();
    });

    const times = <T>(count: number, work: () => Promise<T>) => Promise.all(Array.from({ length: count }, work));

    it('adds one user for sign-ups at the same moment, of whom the last mail counts', async () => {
      const { agent, mail, models } = service;
      const statuses = await times(4, () => agent.post('/user').send({ email: 'two@example.com', password: PASSWORD }));
      expect(statuses.map(({ status }) => status)).to.eql([202, 202, 202, 202]);
      expect(await models.model('user').where({ email: 'two@example.com' }).count()).to.equal(1);
      const mails = [await mail(), await mail(), await mail(), await mail()];
      const verified = [];
      for (const { token } of mails) verified.push((await agent.post('/user/verification').send({ token })).status);
      expect(verified.sort()).to.eql([204, 422, 422, 422]);
      await agent.post('/session').send({ email: 'two@example.com', password: PASSWORD }).expect(201);
    });

    it('takes a mailed token once', async () => {
      const { agent, mail, signedIn } = service;
      await signedIn('reset@example.com');
      await agent.post('/password').send({ email: 'reset@example.com' }).expect(202);
      const { token } = await mail();
      const answers = await times(4, () => agent.put('/password').send({ token, password: PASSWORD }));
      expect(answers.map(({ status }) => status).sort()).to.eql([204, 422, 422, 422]);
    });

    it('counts attempts at the same moment', async () => {
      const answers = await times(16, () =>
        service.agent.post('/session').send({ email: 'many@example.com', password: 'wrong' }),
      );
      expect(answers.map(({ status }) => status).sort()).to.eql([...Array(10).fill(401), ...Array(6).fill(429)]);
    });

    it('ends a session and its user for all', async () => {
      const { agent, signedIn, models } = service;
      const own = { Authorization: `Bearer ${await signedIn('end@example.com')}` };
      await times(3, () => agent.get('/session').set(own).expect(200));
      const { body } = await agent.get('/user').set(own).expect(200);
      await agent.delete(`/user/${body[0].id}`).set(own).expect(204);
      await agent.get('/session').set(own).expect(401);
      expect(await models.model('token').where({ user_id: body[0].id }).count()).to.equal(0);
    });

    it('is 503 while the store is down, and never anonymous; requests without a token go on', async () => {
      const { signedIn } = service;
      const token = await signedIn('down@example.com');
      await service.close();
      const app = service.app;
      const { default: supertest } = await import('supertest');
      const agent = supertest(app);
      for (const path of ['/session', '/nothing']) {
        const { status, headers } = await agent.get(path).set('Authorization', `Bearer ${token}`);
        expect([status, headers['retry-after']], path).to.eql([503, '1']);
        await agent.get(path).set('Cookie', `session=${token}`).expect(503);
      }
      await agent.get('/nothing').expect(404);
      await agent.post('/session').send({ email: 'down@example.com', password: PASSWORD }).expect(503);
      await agent.post('/user').send({ email: 'down@example.com', password: PASSWORD }).expect(503);
    });
  });
}
