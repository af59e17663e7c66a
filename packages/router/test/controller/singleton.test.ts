import { defineLogic, partial } from '@rest-gen/logic';
import { expect } from 'chai';
import Rest from '../../../../examples/blog/src/controller/rest.ts';
import { onBothMajors } from '../serve.ts';

const fields = { text: { required: true, string: true } } as const;
const logic = defineLogic({
  params: { userId: { int: true } },
  postAction: { body: fields },
  putAction: { body: fields },
  patchAction: { body: partial(fields) },
});
class Profile extends Rest<typeof logic> {
  static singleton = true;
  static upsert = true;
}
const options = {
  rules: [[/\/user\/(\d+)\/profile/, 'profile?userId=:1', 'rest']],
  controllers: { profile: Profile },
  logics: { profile: logic },
} as const;
const tables = { profile: { id: 'integer', userId: 'integer', text: 'string' } } as const;

onBothMajors('a singleton of the base class', (serve) => {
  it('is one record under its parents, for every method', async () => {
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

  it('has an ETag that If-Match knows', async () => {
    const { agent } = serve(options, tables);
    const posted = await agent.post('/user/1/profile').send({ text: 'a' }).expect(201);
    expect(posted.headers.location).to.equal('/user/1/profile');
    const { etag = '' } = (await agent.get('/user/1/profile').expect(200)).headers;
    expect(posted.headers.etag).to.equal(etag);
    await agent.patch('/user/1/profile').set('If-Match', etag).send({ text: 'b' }).expect(200);
    await agent.patch('/user/1/profile').set('If-Match', etag).send({ text: 'c' }).expect(412);
  });
});
