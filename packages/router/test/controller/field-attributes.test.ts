import { defineLogic, partial } from '@rest-gen/logic';
import { expect } from 'chai';
import Rest from '../../../../test/fixture/rest.ts';
import type { RestRouterOptions } from '../../src/index.ts';
import { onBothMajors } from '../serve.ts';

const tables = {
  note: {
    id: 'integer',
    text: 'string',
    kind: 'string?',
    pin: 'string?',
    created: 'string?',
    flag: 'string?',
    tag: 'string?',
  },
} as const;
const rules = [['/note/:id?', 'rest']] as const;
const fields = {
  text: { string: true, required: true },
  kind: { string: true, createOnly: true },
  pin: { string: true, writeOnly: true },
  created: { string: true, readOnly: true },
  flag: { string: true, deprecated: '2026-01-01' },
  tag: { string: true, deprecated: '2025-07-01T00:00:00+02:00' },
} as const;
const logics = {
  note: defineLogic({
    getAction: { query: { old: { deprecated: '2026-01-01' } } },
    postAction: { body: fields },
    putAction: { body: fields },
    patchAction: async () => ({ body: partial(fields) }),
  }),
};
class Note extends Rest {
  static bulk = true;
}

onBothMajors('attributes of fields', (serve) => {
  async function open(options: Partial<RestRouterOptions> = {}) {
    const served = serve({ rules, controllers: { note: Note }, logics, ...options }, tables);
    await served.models.repository('note').insert({ text: 'a', kind: 'k', pin: 'p', created: 'c' });
    return served;
  }
  const pointers = ({ body }: { body: { errors: readonly { pointer: string; rule: string }[] } }) =>
    body.errors.map(({ pointer, rule }) => `${pointer} ${rule}`);

  it('createOnly fields are written by POST and kept by PUT and PATCH', async () => {
    const { agent, models } = await open();
    await agent.post('/note').send({ text: 'b', kind: 'new' }).expect(201);
    expect(models.rows('note')[1]).to.include({ kind: 'new' });
    await agent.put('/note/1').send({ text: 'b' }).expect(200);
    expect(models.rows('note')[0]).to.include({ text: 'b', kind: 'k', created: 'c', pin: 'p' });
    await agent.patch('/note/1').send({ text: 'c' }).expect(200);
    expect(models.rows('note')[0]).to.include({ text: 'c', kind: 'k', created: 'c' });
  });

  it('readOnly fields are written by nothing', async () => {
    const { agent } = await open();
    expect(pointers(await agent.post('/note').send({ text: 'b', created: 'x' }).expect(422))).to.deep.equal([
      '/created readOnly',
    ]);
    const list = await agent
      .post('/note')
      .send([{ text: 'b' }, { text: 'b', created: 'x' }])
      .expect(422);
    expect(pointers(list)).to.deep.equal(['/1/created readOnly']);
  });

  it('writeOnly fields are in no answer and no list parameter', async () => {
    const { agent } = await open();
    for (const answer of [
      await agent.post('/note').send({ text: 'b', pin: 'x' }).expect(201),
      await agent.patch('/note/1').send({ pin: 'x' }).expect(200),
      await agent.get('/note/1').expect(200),
      await agent.get('/note').expect(200),
    ])
      expect(answer.text).to.include('"created"').and.not.to.include('pin');
    await agent.get('/note?pin=x').expect(400);
  });

  it('deprecated ones with a date are answered with the earliest of those that were sent', async () => {
    const { agent } = await open();
    for (const [method, path, body, status, wanted] of [
      ['get', '/note', undefined, 200, undefined],
      ['get', '/note?old=1', undefined, 200, '@1767225600'],
      ['post', '/note', { text: 'b' }, 201, undefined],
      ['post', '/note', { text: 'b', flag: 'x' }, 201, '@1767225600'],
      ['post', '/note', { text: 'b', flag: 'x', tag: 'y' }, 201, '@1751320800'],
      ['post', '/note', { flag: 1 }, 422, '@1767225600'],
      ['post', '/note', [{ text: 'b', flag: 'x' }, { text: 'b' }, { text: 'b', tag: 'y' }], 201, '@1751320800'],
      ['patch', '/note/1', { flag: null }, 200, '@1767225600'],
      ['patch', '/note/1', { text: 'b' }, 200, undefined],
    ] as const) {
      const response = await agent[method](path).send(body);
      expect(response.status, `${method} ${path} ${response.text}`).to.equal(status);
      expect(response.headers.deprecation, `${method} ${path} ${JSON.stringify(body)}`).to.equal(wanted);
    }
  });

  it('leave the header field of the action as it is', async () => {
    class Old extends Note {
      static deprecated = { postAction: '2027-01-01' };
    }
    const { agent } = await open({ controllers: { note: Old } });
    const { headers } = await agent.post('/note').send({ text: 'b', flag: 'x' }).expect(201);
    expect(headers.deprecation).to.equal('@1798761600');
  });
});
