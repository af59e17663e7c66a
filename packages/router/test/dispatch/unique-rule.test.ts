import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import Rest from '../../../../test/fixture/rest.ts';
import { createModels } from '../../../model/src/index.ts';
import logic from '../docs/user-logic.ts';
import { onBothMajors } from '../serve.ts';

onBothMajors('a unique rule on SQLite', (serve) => {
  class User extends Rest<typeof logic> {}

  it('refuses a stored value, except of the record itself', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'rest-gen-unique-'));
    const models = createModels(`sqlite:${join(directory, 'app.sqlite3')}`, {
      migrations: join(import.meta.dirname, '../../../../examples/blog/migrations'),
    });
    try {
      const { agent } = serve({
        rules: [['/user/:id?', 'rest']],
        controllers: { user: User },
        logics: { user: logic },
        model: models,
      });
      await agent.post('/user').send({ first: 'Ada', last: 'L' }).expect(201);
      const { body } = await agent
        .post('/user')
        .set('Accept-Language', 'zh-CN')
        .send({ first: 'Ada', last: 'M' })
        .expect(422)
        .expect('Content-Language', 'zh-CN');
      expect(body.errors).to.deep.equal([
        { in: 'body', pointer: '/first', rule: 'unique', message: 'first 已被占用', expected: 'user' },
      ]);
      await agent.patch('/user/1').send({ first: 'Ada' }).expect(200);
      await agent.post('/user').send({ first: 'Bea', last: 'L' }).expect(201);
      await agent.patch('/user/2').send({ first: 'Ada' }).expect(422);
      // What fails in another rule is not looked up.
      const { body: both } = await agent.post('/user').send({ first: 'Ada' }).expect(422);
      expect(both.errors.map(({ pointer }: { pointer: string }) => pointer)).to.deep.equal(['/last']);
      expect((await agent.get('/user').expect(200)).body).to.have.length(2);
    } finally {
      await models.close();
      rmSync(directory, { recursive: true, force: true });
    }
  });
});
