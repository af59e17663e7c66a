import { defineLogic, partial } from '@rest-gen/logic';
import { expect } from 'chai';
import Rest from '../../../../test/fixture/rest.ts';
import type { Row } from '../../src/index.ts';
import { keepQuiet, onBothMajors } from '../serve.ts';

const fields = { text: { required: true, string: true } } as const;
const logic = defineLogic({
  params: { userId: { int: true } },
  postAction: { body: fields },
  putAction: { body: fields },
  patchAction: { body: partial(fields) },
});
class Profile extends Rest {
  static singleton = true;
  static upsert = true;
}
const options = {
  rules: [[/\/user\/(\d+)\/profile/, 'profile?userId=:1', 'rest']],
  controllers: { profile: Profile },
  logics: { profile: logic },
} as const;
const alone = {
  rules: [['/profile', 'rest']],
  controllers: { profile: Profile },
  logics: {
    profile: defineLogic({
      postAction: { body: fields },
      putAction: { body: fields },
      patchAction: { body: partial(fields) },
    }),
  },
} as const;
const tables = { profile: { id: 'integer', userId: 'integer', text: 'string' } } as const;

onBothMajors('a singleton', (serve) => {
  keepQuiet();
  it('is one record for each parent', async () => {
    const { agent, models } = serve(options, tables);
    await agent.get('/user/1/profile').expect(404);
    await agent.patch('/user/1/profile').send({ text: 'x' }).expect(404);
    const created = await agent.put('/user/1/profile').send({ text: 'a' }).expect(201);
    expect(created.headers.location).to.equal('/user/1/profile');
    await agent.put('/user/2/profile').send({ text: 'other' }).expect(201);
    expect((await agent.get('/user/1/profile').expect(200)).body).to.deep.equal({ id: 1, userId: 1, text: 'a' });
    await agent.put('/user/1/profile').send({ text: 'b' }).expect(200);
    expect((await agent.patch('/user/1/profile').send({ text: 'c' }).expect(200)).body).to.include({ text: 'c' });
    await agent.delete('/user/1/profile').expect(204);
    expect(models.rows('profile')).to.deep.equal([{ id: 2, userId: 2, text: 'other' }]);
  });

  it('is the only record of its table without parents', async () => {
    const { agent, models } = serve(alone, { profile: { id: 'integer', text: 'string' } });
    await agent.get('/profile').expect(404);
    await agent.put('/profile').send({ text: 'a' }).expect(201);
    await agent.put('/profile').send({ text: 'b' }).expect(200);
    expect((await agent.patch('/profile').send({ text: 'c' }).expect(200)).body).to.include({ text: 'c' });
    expect((await agent.get('/profile').expect(200)).body).to.include({ text: 'c' });
    expect(models.rows('profile')).to.have.length(1);
    await agent.delete('/profile').expect(204);
    expect(models.rows('profile')).to.eql([]);
  });

  it('answers 409 to a second POST', async () => {
    const { agent, models } = serve(alone, { profile: { id: 'integer', text: 'string' } });
    expect((await agent.post('/profile').send({ text: 'a' }).expect(201)).headers.location).to.equal('/profile');
    expect((await agent.post('/profile').send({ text: 'b' }).expect(409)).body.code).to.equal('E_CONFLICT');
    expect(models.rows('profile').map(({ text }) => text)).to.deep.equal(['a']);
    // Under parents it is one for each.
    const under = serve(options, tables);
    await under.agent.post('/user/1/profile').send({ text: 'a' }).expect(201);
    await under.agent.post('/user/2/profile').send({ text: 'b' }).expect(201);
    await under.agent.post('/user/1/profile').send({ text: 'c' }).expect(409);
  });

  it('is replaced when another request adds it at the same time', async () => {
    class Late extends Profile {
      static late = true;
      override async addRecords(list: readonly Row[]) {
        if (Late.late) await this.model().add({ text: 'theirs', ...this.scope });
        Late.late = false;
        return super.addRecords(list);
      }
    }
    for (const [{ rules, logics }, path, table] of [
      [alone, '/profile', { profile: { id: 'integer', text: 'string' } }],
      [options, '/user/1/profile', tables],
    ] as const) {
      Late.late = true;
      const { agent, models } = serve({ rules, logics, controllers: { profile: Late } }, table);
      await agent.put(path).send({ text: 'ours' }).expect(200);
      expect(models.rows('profile').map(({ text }) => text)).to.deep.equal(['ours']);
    }
  });

  it('supports an override of records', async () => {
    class Own extends Profile {
      override get records() {
        return super.records.where({ userId: Number(this.header('X-User')) });
      }
      override async addRecords(list: readonly Row[]) {
        return super.addRecords(list.map((values) => ({ ...values, userId: Number(this.header('X-User')) })));
      }
    }
    const { agent, models } = serve({ ...alone, controllers: { profile: Own } }, tables);
    const put = (user: string) => agent.put('/profile').set('X-User', user).send({ text: user });
    await put('1').expect(201);
    await put('2').expect(201);
    await put('1').expect(200);
    expect(models.rows('profile').map(({ text }) => text)).to.deep.equal(['1', '2']);
  });

  it('answers 500 to writes when the table has two records', async () => {
    const { agent, models } = serve(alone, { profile: { id: 'integer', text: 'string' } });
    for (const text of ['a', 'b']) await models.repository('profile').insert({ text });
    await agent.put('/profile').send({ text: 'c' }).expect(500);
    await agent.delete('/profile').expect(500);
    expect(models.rows('profile').map(({ text }) => text)).to.deep.equal(['a', 'b']);
  });

  it('supports ETag and If-Match', async () => {
    const { agent } = serve(options, tables);
    const posted = await agent.post('/user/1/profile').send({ text: 'a' }).expect(201);
    expect(posted.headers.location).to.equal('/user/1/profile');
    const { etag = '' } = (await agent.get('/user/1/profile').expect(200)).headers;
    expect(posted.headers.etag).to.equal(etag);
    await agent.patch('/user/1/profile').set('If-Match', etag).send({ text: 'b' }).expect(200);
    await agent.patch('/user/1/profile').set('If-Match', etag).send({ text: 'c' }).expect(412);
  });

  it('does not offer QUERY of the base class', async () => {
    const { agent } = serve(alone, { profile: { id: 'integer', text: 'string' } });
    await agent.put('/profile').send({ text: 'a' }).expect(201);
    const { headers } = await agent.options('/profile').expect(204);
    expect(headers.allow).to.equal('GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS');
    expect(headers).not.to.have.property('accept-query');
  });

  it('offers QUERY of its own class', async () => {
    class Found extends Rest {
      static singleton = true;
      override async queryAction(): Promise<unknown> {
        return { found: true };
      }
    }
    const { agent } = serve({ ...alone, controllers: { profile: Found } }, { profile: { id: 'integer' } });
    const { headers } = await agent.options('/profile').expect(204);
    expect(headers.allow).to.equal('GET, HEAD, QUERY, POST, PUT, PATCH, DELETE, OPTIONS');
  });
});
