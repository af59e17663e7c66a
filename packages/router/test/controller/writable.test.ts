import { defineLogic } from '@rest-gen/logic';
import { expect } from 'chai';
import Rest from '../../../../test/fixture/rest.ts';
import { StartError } from '../../src/index.ts';
import { onBothMajors } from '../serve.ts';

type Body = Readonly<Record<string, unknown>>;

const tables = { thing: { id: 'integer', name: 'string?', views: 'integer?' } } as const;

const named = () => ({ type: 'object', properties: { name: {}, views: {} } });

/** A Standard Schema that lets through `name` and `views`, and what else there is with `loose`. */
const schema = (loose = false) => ({
  '~standard': {
    version: 1 as const,
    vendor: 'test',
    jsonSchema: { input: named, output: named },
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
    ['a schema of a library', schema()],
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

  it('never writes a parent from the body', async () => {
    const { agent } = serveBody({ type: 'object', properties: { id: {}, name: {}, views: {} } });
    await agent.post('/thing').send({ name: 'a' }).expect(201, { id: 1, name: 'a', views: null });
    await agent.post('/of/5/thing').send({ name: 'b', views: 6 }).expect(201, { id: 2, name: 'b', views: 5 });
  });

  for (const [what, body] of [
    ['a JSON Schema', { type: 'object', properties: { name: { type: 'string' }, views: { type: 'integer' } } }],
    ['a schema of a library', schema()],
    ['a schema that lets everything through', schema(true)],
  ] as const) {
    it(`refuses a member that ${what} does not name`, async () => {
      const { agent, models } = serveBody(body);
      for (const sent of [{ name: 'a', role: 'admin' }, { role: 'admin' }]) {
        const { body: problem } = await agent.post('/thing').send(sent).expect(422);
        expect(problem.errors).to.have.length(1);
        expect(problem.errors[0]).to.include({ in: 'body', pointer: '/role', rule: 'unknown' });
      }
      expect(models.rows('thing')).to.deep.equal([]);
    });
  }

  it('refuses members that a library leaves out of objects and of lists', async () => {
    const inner = { type: 'object', properties: { kept: {} } };
    const input = () => ({
      type: 'object',
      properties: { name: { ...inner, properties: { kept: {}, inner } }, views: { type: 'array', items: inner } },
    });
    const strip = (value: unknown): unknown =>
      JSON.parse(JSON.stringify(value, (key, one) => (key.startsWith('a/') ? undefined : one)));
    const body = {
      '~standard': {
        version: 1 as const,
        vendor: 'test',
        jsonSchema: { input, output: input },
        validate: (value: unknown) => ({ value: strip(value) }),
      },
    };
    const { agent, models } = serveBody(body);
    for (const [sent, pointer] of [
      [{ name: { kept: 1, 'a/b': 1 } }, '/name/a~1b'],
      [{ name: { kept: 1, inner: { 'a/': 1 } } }, '/name/inner/a~1'],
      [{ views: [{ kept: 1 }, { 'a/b': 1 }] }, '/views/1/a~1b'],
    ] as const) {
      const { body: problem } = await agent.post('/thing').send(sent).expect(422);
      expect(problem.errors).to.deep.include.members([
        { in: 'body', pointer, rule: 'unknown', message: problem.errors[0].message },
      ]);
      expect(problem.errors).to.have.length(1);
    }
    expect(models.rows('thing')).to.deep.equal([]);
  });

  it('refuses what the own action of an open schema hands on, with a pointer', async () => {
    class Thing extends Rest {
      override async postAction({ body }: { body: object }) {
        return this.created((await this.addRecords([await this.writable(body)]))[0]);
      }
    }
    const logic = defineLogic({ postAction: { body: schema(true) } } as never);
    const rules = [['/thing/:id?', 'rest']] as const;
    const { agent } = serve({ rules, controllers: { thing: Thing }, logics: { thing: logic } }, tables);
    const { body: problem } = await agent.post('/thing').send({ name: 'a', 'x/y': 1 }).expect(422);
    expect(problem.errors[0]).to.include({ pointer: '/x~1y', rule: 'unknown' });
  });

  for (const [what, write, sent] of [
    [
      'an object inside',
      (one: Rest, { data }: Body) => one.writable(data as object),
      { data: { name: 'a', views: 99 } },
    ],
    [
      'parts of the body',
      (one: Rest, { data, ...rest }: Body) => one.writable({ ...rest, ...(data as object) }),
      { name: 'a', data: { views: 99 } },
    ],
    ['a copy', (one: Rest, body: Body) => one.writable({ ...body }), { name: 'a', views: 99 }],
    ['a list made of it', (one: Rest, body: Body) => one.addList([{ ...body }]), { name: 'a', views: 99 }],
  ] as const) {
    it(`makes no column writable by ${what} of an open schema`, async () => {
      class Thing extends Rest {
        static bulk = ['post'] as const;
        override async postAction({ body }: { body: Body }) {
          await write(this as Rest, body);
          return this.success();
        }
      }
      const body = { type: 'object', properties: { name: { type: 'string' }, data: { type: 'object' } } };
      const logic = defineLogic({ postAction: { body } } as never);
      const rules = [['/thing/:id?', 'rest']] as const;
      const { agent, models } = serve({ rules, controllers: { thing: Thing }, logics: { thing: logic } }, tables);
      const { body: problem } = await agent.post('/thing').send(sent).expect(422);
      expect(problem.errors[0]).to.include({ pointer: '/views', rule: 'unknown' });
      expect(models.rows('thing')).to.deep.equal([]);
    });
  }

  it('takes a schema without any member', async () => {
    const none = () => ({ type: 'object', properties: {}, additionalProperties: false });
    const { '~standard': standard } = schema();
    const { agent } = serveBody({ '~standard': { ...standard, jsonSchema: { input: none, output: none } } });
    await agent.post('/thing').send({}).expect(201, { id: 1, name: null, views: null });
    await agent.post('/thing').send({ name: 'a' }).expect(422);
  });

  it('writes what a transform makes of the members, where it is a column', async () => {
    const making = (name: string) => ({
      '~standard': {
        version: 1 as const,
        vendor: 'test',
        jsonSchema: { input: () => ({ type: 'object', properties: { title: {} } }), output: () => ({}) },
        validate: (value: unknown) => ({ value: { [name]: (value as { title: unknown }).title } }),
      },
    });
    await serveBody(making('name'))
      .agent.post('/thing')
      .send({ title: 'a' })
      .expect(201, { id: 1, name: 'a', views: null });
    const { agent, models } = serveBody(making('slug'));
    const { body: problem } = await agent.post('/thing').send({ title: 'a' }).expect(500);
    expect(problem.hint).to.match(/makes a member "slug", which is no column/);
    expect(models.rows('thing')).to.deep.equal([]);
  });

  it('refuses the start where a schema does not say what it names', () => {
    const { jsonSchema: _, ...nameless } = schema()['~standard'];
    expect(() => serveBody({ '~standard': nameless }))
      .to.throw(StartError, /postAction writes what a schema does not name/)
      .with.property('code', 'E_LOGIC_BODY');
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
