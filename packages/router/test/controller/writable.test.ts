import { defineLogic } from '@rest-gen/logic';
import { expect } from 'chai';
import Rest from '../../../../examples/blog/src/controller/rest.ts';
import { onBothMajors } from '../serve.ts';

const tables = { thing: { id: 'integer', name: 'string?', views: 'integer?' } } as const;

/** A Standard Schema that tells no names: it lets through `name` and `views`, and what else there is with `loose`. */
const schema = (loose = false) => ({
  '~standard': {
    version: 1 as const,
    vendor: 'test',
    validate: (value: unknown) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return { value };
      const { name, views, ...rest } = value as Record<string, unknown>;
      return {
        value: { ...(name !== undefined && { name }), ...(views !== undefined && { views }), ...(loose && rest) },
      };
    },
  },
});

onBothMajors('fields that the base class writes', (serve) => {
  const serveBody = (body: unknown) => {
    class Thing extends Rest {}
    const logic = defineLogic({ postAction: { body }, putAction: { body } } as never);
    const rules = [
      ['/thing/:id?', 'rest'],
      ['/of/:views/thing/:id?', 'thing?views=:1&id=:2', 'rest'],
    ] as const;
    return serve({ rules, controllers: { thing: Thing }, logics: { thing: logic } }, tables);
  };

  for (const [what, body] of [
    ['a schema without known names', schema()],
    ['a schema that lets everything through', schema(true)],
    ['a JSON Schema', { type: 'object', properties: { name: { type: 'string' }, views: { type: 'integer' } } }],
    [
      'rules of the whole value',
      { object: true, required: true, children: { name: { string: true }, views: { int: true } } },
    ],
  ] as const) {
    it(`writes fields that ${what} has validated`, async () => {
      const { agent } = serveBody(body);
      await agent.post('/thing').send({ name: 'a', views: 2 }).expect(201, { id: 1, name: 'a', views: 2 });
    });
  }

  it('never writes the key or a parent from the body', async () => {
    const { agent } = serveBody(schema(true));
    await agent.post('/thing').send({ name: 'a', id: 99 }).expect(201, { id: 1, name: 'a', views: null });
    await agent.post('/of/5/thing').send({ name: 'b', views: 6 }).expect(201, { id: 2, name: 'b', views: 5 });
  });

  it('omits fields that a JSON Schema does not name', async () => {
    const { agent } = serveBody({ type: 'object', properties: { name: { type: 'string' } } });
    await agent.post('/thing').send({ name: 'a', views: 7 }).expect(201, { id: 1, name: 'a', views: null });
  });

  it('keeps omitted fields in PUT when the names are unknown', async () => {
    const { agent } = serveBody(schema());
    await agent.post('/thing').send({ name: 'a', views: 2 }).expect(201);
    await agent.put('/thing/1').send({ name: 'b' }).expect(200, { id: 1, name: 'b', views: 2 });
  });

  it('treats an absent body as empty', async () => {
    await serveBody(schema()).agent.post('/thing').expect(201, { id: 1, name: null, views: null });
  });

  for (const [what, body, sent] of [
    ['a list', { array: true, children: { object: true, children: { name: { string: true } } } }, [{ name: 'a' }]],
    ['a list of a schema', schema(), [{ name: 'a' }]],
    ['a scalar', { string: true }, JSON.stringify('a')],
    ['a number of a schema', schema(), '7'],
    ['an object whose fields nobody knows', { object: true }, { name: 'a' }],
  ] as const) {
    it(`answers 500 with a hint to ${what}`, async () => {
      const { agent, models } = serveBody(body);
      const { body: problem } = await agent
        .post('/thing')
        .type('json')
        .send(sent as object)
        .expect(500);
      expect(problem.hint).to.match(/writes one record.*write postAction in src\/controller\/thing/);
      expect(models.rows('thing')).to.have.length(0);
      const { body: put } = await agent
        .put('/thing/1')
        .type('json')
        .send(sent as object)
        .expect(500);
      expect(put.hint).to.match(/write putAction/);
    });
  }
});
