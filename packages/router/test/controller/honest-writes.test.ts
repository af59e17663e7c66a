import { defineLogic, defineRule, partial } from '@rest-gen/logic';
import { insertRows } from '@rest-gen/model/core';
import { expect } from 'chai';
import Rest from '../../../../test/fixture/rest.ts';
import {
  type ControllerClass,
  DataError,
  type ModelProvider,
  type Repository,
  type RestRouterOptions,
  type Row,
} from '../../src/index.ts';
import { memoryModels } from '../memory-models.ts';
import { onBothMajors, send } from '../serve.ts';

const tables = { thing: { id: 'integer', name: 'string?', views: 'integer?', meta: 'json?' } } as const;
const fields = {
  name: { required: true, string: true },
  views: { int: true, nullable: true },
  meta: { object: true, nullable: true },
} as const;
const logic = defineLogic({
  postAction: { body: fields },
  putAction: { body: fields },
  patchAction: { body: partial(fields) },
});
const rules = [
  ['/thing/:id?', 'rest'],
  ['/of/:views/thing/:id?', 'thing?views=:1&id=:2', 'rest'],
] as const;
class Thing extends Rest<typeof logic> {}
class Open extends Thing {
  static upsert = true;
}
class Bulk extends Thing {
  static bulk = true;
}

const options = (thing: ControllerClass, more: RestRouterOptions = {}): RestRouterOptions => ({
  rules,
  controllers: { thing },
  logics: { thing: logic },
  ...more,
});

onBothMajors('PATCH of a JSON column', (serve) => {
  const start = async (meta: unknown) => {
    const served = serve(options(Thing), tables);
    await served.models.repository('thing').insert({ name: 'a', meta });
    return served;
  };

  for (const [stored, meta, merged] of [
    [
      { a: 1, b: { c: 2, d: 3 } },
      { b: { c: null, e: [1] }, f: 'x' },
      { a: 1, b: { d: 3, e: [1] }, f: 'x' },
    ],
    [null, { a: { b: null, c: 1 } }, { a: { c: 1 } }],
    ['text', { a: 1 }, { a: 1 }],
    [{ a: 1 }, {}, { a: 1 }],
    [{ a: 1 }, null, null],
  ] as const) {
    it(`merges ${JSON.stringify(meta)} into ${JSON.stringify(stored)}`, async () => {
      const { agent, models } = await start(stored);
      const { body } = await send(agent, 'patch', '/thing/1', { meta }).expect(200);
      expect(body).to.deep.equal({ id: 1, name: 'a', views: null, meta: merged });
      expect(models.rows('thing')[0]?.meta).to.deep.equal(merged);
    });
  }

  it('limits the size of a merged field', async () => {
    const { agent, models } = await start({ kept: 1 });
    const grow = (name: string) => agent.patch('/thing/1').send({ meta: { [name]: 'é'.repeat(20_000) } });
    await grow('a').expect(200);
    await grow('b').expect(200);
    const { body } = await grow('c').expect(413);
    expect(body).to.include({ code: 'E_BODY_TOO_LARGE' });
    expect(Object.keys(models.rows('thing')[0]?.meta as object)).to.deep.equal(['kept', 'a', 'b']);
    await grow('b').expect(200);
  });

  it('allows patches that shrink a field over the limit', async () => {
    const { agent } = await start({ a: 'x'.repeat(200_000), b: 1, c: 1 });
    for (const meta of [{ b: null }, { c: 2 }]) await agent.patch('/thing/1').send({ meta }).expect(200);
    await send(agent, 'patch', '/thing/1', { meta: { c: 10 } }).expect(413);
    await send(agent, 'patch', '/thing/1', { meta: { a: null } }).expect(200);
    await send(agent, 'patch', '/thing/1', { meta: { c: 10 } }).expect(200);
  });

  it('replaces with PUT, and protects required fields', async () => {
    const { agent } = await start({ a: 1 });
    expect((await send(agent, 'put', '/thing/1', { name: 'b', meta: { b: 1 } }).expect(200)).body.meta).to.deep.equal({
      b: 1,
    });
    await send(agent, 'patch', '/thing/1', { name: null, meta: { c: 1 } }).expect(422);
    expect((await agent.get('/thing/1')).body.meta).to.deep.equal({ b: 1 });
    await send(agent, 'patch', '/thing/2', { meta: { c: 1 } }).expect(404);
  });
});

onBothMajors('PUT with upsert', (serve) => {
  it('adds a record with Location, and replaces an existing one', async () => {
    const { agent } = serve(options(Open), tables);
    const added = await agent.put('/thing/7/').send({ name: 'a' }).expect(201);
    expect(added.body).to.deep.equal({ id: 7, name: 'a', views: null, meta: null });
    expect(added.headers.location).to.equal('/thing/7');
    expect(added.headers).not.to.have.property('etag');
    const again = await agent.put('/thing/7').send({ name: 'b' }).expect(200);
    expect(again.headers).not.to.have.property('location');
    await agent.get('/thing/7').expect(200, again.body);
  });

  it('sets the parents, and answers 409 for a record of another parent', async () => {
    const { agent, models } = serve(options(Open), tables);
    expect((await agent.put('/of/5/thing/7').send({ name: 'a', views: 6 }).expect(201)).body.views).to.equal(5);
    const { body } = await agent.put('/of/6/thing/7').send({ name: 'b' }).expect(409);
    expect(body.code).to.equal('E_CONFLICT');
    await agent.put('/of/6/thing/7').set('If-None-Match', '*').send({ name: 'b' }).expect(409);
    expect(models.rows('thing')).to.deep.equal([{ id: 7, name: 'a', views: 5, meta: null }]);
  });

  for (const path of ['/thing/abc', '/thing/1.5', '/thing/007', '/thing/99999999999999999999', '/of/x/thing/7'])
    it(`answers ${path} with 404`, async () => {
      const { agent, models } = serve(options(Open), tables);
      await agent.put(path).send({ name: 'a' }).expect(404);
      expect(models.rows('thing')).to.deep.equal([]);
    });

  it('validates the id by the logic', async () => {
    const strict = defineLogic({ params: { id: { int: { min: 10 } } }, putAction: { body: fields } });
    const { agent } = serve(options(Open, { logics: { thing: strict } }), tables);
    await agent.put('/thing/9').send({ name: 'a' }).expect(422);
    expect((await agent.put('/thing/10').send({ name: 'a' }).expect(201)).body.id).to.equal(10);
  });

  it('answers 404 for an id that the store refuses, and 422 for other values', async () => {
    const models = memoryModels(tables);
    let field = 'id';
    const model: ModelProvider = {
      ...models,
      repository: (name) => ({
        ...models.repository(name),
        insertRows: () => Promise.reject(new DataError('invalid_value', 'not a UUID', { field })),
      }),
    };
    const { agent } = serve(options(Open, { model }));
    await agent.put('/thing/1').send({ name: 'a' }).expect(404);
    field = 'name';
    await agent.put('/thing/1').send({ name: 'a' }).expect(422);
  });

  it('creates only with If-None-Match: *', async () => {
    const { agent, models } = serve(options(Open), tables);
    await agent.put('/thing/7').set('If-None-Match', '*').send({ name: 'a' }).expect(201);
    await agent.put('/thing/7').set('If-None-Match', '*').send({ name: 'b' }).expect(412);
    await agent.put('/thing/8').set('If-Match', '*').send({ name: 'b' }).expect(412);
    expect(models.rows('thing').map(({ name }) => name)).to.deep.equal(['a']);
  });

  it('replaces a record that another request has added meanwhile', async () => {
    const models = memoryModels(tables);
    let racing = true;
    const model: ModelProvider = {
      ...models,
      repository: (name) => {
        const repository = models.repository(name);
        return {
          ...repository,
          insertRows: async (list) => {
            if (racing) await repository.insert({ id: 7, name: 'other' });
            racing = false;
            return insertRows(repository, list);
          },
        };
      },
    };
    const { agent } = serve(options(Open, { model }));
    await agent.put('/thing/7').send({ name: 'mine' }).expect(200);
    expect(models.rows('thing').map(({ name }) => name)).to.deep.equal(['mine']);
  });

  it('creates only with If-None-Match: *, also without isolation', async () => {
    const models = memoryModels(tables);
    const model: ModelProvider = {
      ...models,
      repository: (name) => {
        const repository = models.repository(name);
        return {
          ...repository,
          findOne: async (query) => {
            const found = await repository.findOne(query);
            if (models.rows('thing').length === 0) await repository.insert({ id: 7, name: 'other' });
            return found;
          },
        };
      },
      transaction: (work) => work(model),
    };
    const { agent } = serve(options(Open, { model }));
    await agent.put('/thing/7').set('If-None-Match', '*').send({ name: 'mine' }).expect(412);
    expect(models.rows('thing').map(({ name }) => name)).to.deep.equal(['other']);
  });

  it('adds nothing without upsert, or with PATCH', async () => {
    const { agent } = serve(options(Thing), tables);
    await agent.put('/thing/7').send({ name: 'a' }).expect(404);
    await serve(options(Open), tables).agent.patch('/thing/7').send({ name: 'a' }).expect(404);
  });
});

onBothMajors('Prefer', (serve) => {
  it('omits the record for return=minimal', async () => {
    const { agent } = serve(options(Open), tables);
    const minimal = { Prefer: 'return=minimal' };
    const made = await send(agent, 'post', '/thing', { name: 'a' }, minimal)
      .expect(201)
      .expect('Preference-Applied', 'return=minimal');
    expect(made.text).to.equal('');
    expect(made.headers.location).to.equal('/thing/1');
    expect(made.headers).not.to.have.property('content-type');
    await send(agent, 'patch', '/thing/1', { name: 'b' }, minimal)
      .expect(204)
      .expect('Preference-Applied', 'return=minimal');
    await agent.put('/thing/1').set(minimal).send({ name: 'c' }).expect(204);
    await agent.put('/thing/9').set(minimal).send({ name: 'd' }).expect(201, '').expect('Location', '/thing/9');
    await agent.patch('/thing/2').set(minimal).send({ name: 'b' }).expect(404);
  });

  it('confirms return=representation', async () => {
    const { agent } = serve(options(Thing), tables);
    const whole = { Prefer: 'return=representation' };
    await send(agent, 'post', '/thing', { name: 'a' }, whole)
      .expect(201)
      .expect('Preference-Applied', 'return=representation');
    await send(agent, 'patch', '/thing/1', { name: 'b' }, whole)
      .expect(200)
      .expect('Preference-Applied', 'return=representation');
  });
});

onBothMajors('a write without preconditions', (serve) => {
  class Listed extends Open {
    static bulk = true;
  }

  it('is one statement, and opens no transaction', async () => {
    const calls: string[] = [];
    const models = memoryModels(tables);
    const noting = (repository: Repository): Repository =>
      Object.fromEntries(
        Object.entries(repository).map(([name, method]) => [
          name,
          (...args: unknown[]) => {
            if (name !== 'describe') calls.push(name);
            return method(...args);
          },
        ]),
      ) as unknown as Repository;
    const model: ModelProvider = {
      ...models,
      repository: (name) => noting(models.repository(name)),
      transaction: () => Promise.reject(new Error('not needed')),
    };
    const { agent } = serve(options(Listed, { model }));
    const check = async (request: Promise<unknown>, ...expected: string[]) => {
      await request;
      expect(calls.splice(0)).to.deep.equal(expected);
    };
    await check(agent.post('/thing').send({ name: 'a' }).expect(201), 'insertRows');
    await check(
      agent
        .post('/thing')
        .send([{ name: 'b' }, { name: 'c' }])
        .expect(201),
      'insertRows',
    );
    await check(agent.post('/of/5/thing').send({ name: 'd' }).expect(201), 'insertRows');
    await check(agent.patch('/thing/1').send({ name: 'e' }).expect(200), 'updateRows');
    await check(agent.put('/thing/1').send({ name: 'f' }).expect(200), 'updateRows');
    await check(agent.put('/of/5/thing/4').send({ name: 'g' }).expect(200), 'updateRows');
    await check(agent.put('/thing/9').send({ name: 'h' }).expect(201), 'updateRows', 'insertRows');
    await check(agent.delete('/thing/1').expect(204), 'delete');
  });
});

onBothMajors('addRecords', (serve) => {
  class Checked extends Bulk {
    static upsert = true;
    override async addRecords(list: readonly Row[]) {
      for (const { name } of list) {
        if (name === 'taken') this.fail(403, 'Not this one.');
        if (name === 'wrong') this.fail(422, 'Not this one.');
      }
      return super.addRecords(list.map((values) => ({ ...values, views: Number(values.views ?? 0) + 100 })));
    }
  }

  it('is called for POST, for a list, and for PUT with a new id', async () => {
    const { agent, models } = serve(options(Checked), tables);
    await agent.post('/thing').send({ name: 'single', views: 1 }).expect(201);
    await send(agent, 'post', '/thing', [{ name: 'first', views: 2 }, { name: 'second' }]).expect(201);
    await agent.put('/thing/9').send({ name: 'put', views: 3 }).expect(201);
    await agent.put('/thing/9').send({ name: 'replaced', views: 4 }).expect(200);
    expect(models.rows('thing').map(({ id, name, views }) => [id, name, views])).to.deep.equal([
      [1, 'single', 101],
      [2, 'first', 102],
      [3, 'second', 100],
      [9, 'replaced', 4],
    ]);
  });

  for (const [name, status] of [
    ['taken', 403],
    ['wrong', 422],
  ] as const) {
    it(`can refuse records with ${status}`, async () => {
      const { agent } = serve(options(Checked), tables);
      await agent.post('/thing').send({ name }).expect(status);
      await agent.put('/thing/9').send({ name }).expect(status);
      const { body } = await send(agent, 'post', '/thing', [{ name: 'a' }, { name }]).expect(status);
      expect(body).to.include({ detail: 'Not this one.' });
    });
  }
});

onBothMajors('POST of a list', (serve) => {
  it('adds all records and answers with them in order', async () => {
    const { agent } = serve(options(Bulk), tables);
    const names = [...'cab'].map((name) => ({ name }));
    const { body, headers } = await agent.post('/of/5/thing').send(names).expect(201);
    expect(body.map(({ id, name, views }: Row) => [id, name, views])).to.deep.equal([
      [1, 'c', 5],
      [2, 'a', 5],
      [3, 'b', 5],
    ]);
    expect(headers).not.to.have.any.keys('location', 'etag');
    await send(agent, 'post', '/thing', names, { Prefer: 'return=minimal' })
      .expect(201, '')
      .expect('Preference-Applied', 'return=minimal');
    await agent.post('/thing').send({ name: 'one' }).expect(201).expect('Location', '/thing/7');
  });

  it('answers with the records when the key is hidden', async () => {
    class Hidden extends Bulk {
      static hidden = ['id', 'meta'];
    }
    const { agent } = serve(options(Hidden), tables);
    await send(agent, 'post', '/thing', [{ name: 'b' }, { name: 'a' }]).expect(201, [
      { name: 'b', views: null },
      { name: 'a', views: null },
    ]);
  });

  it('validates each record, with its position in errors', async () => {
    const { agent, models } = serve(options(Bulk), tables);
    const list = [{ name: 'a' }, { nmae: 'b' }, 7, { name: 'd', views: 'x', id: 1 }, null];
    const { body } = await agent.post('/thing').send(list).expect(422);
    expect(body.code).to.equal('E_VALIDATION');
    const single = async (item: object) =>
      (await agent.post('/thing').send(item).expect(422)).body.errors.map(({ pointer, message }: Row) => [
        pointer,
        message,
      ]);
    expect(body.errors.map(({ pointer }: Row) => pointer)).to.include.members([
      '/1/name',
      '/1/nmae',
      '/2',
      '/3/views',
      '/3/id',
      '/4/name',
    ]);
    const told = body.errors.filter(({ pointer }: { pointer: string }) => pointer.startsWith('/3'));
    expect(
      told.map(({ pointer, message }: { pointer: string; message: string }) => [pointer.slice(2), message]),
    ).to.deep.equal(await single(list[3] as object));
    expect(models.rows('thing')).to.deep.equal([]);
  });

  it('reports at most 100 errors, and those of the query once', async () => {
    const { agent } = serve(
      options(Bulk, { logics: { thing: defineLogic({ postAction: { body: fields, query: {} } }) } }),
      tables,
    );
    const { body } = await agent.post('/thing').send(Array(150).fill({})).expect(422);
    expect(body.errors).to.have.length(100);
    expect(body.errors[99].pointer).to.equal('/99/name');
    const asked = await send(agent, 'post', '/thing?x=1', [{ name: 'a' }, {}]).expect(400);
    expect(asked.body.errors.map((error: Row) => [error.in, error.pointer])).to.deep.equal([
      ['query', '/x'],
      ['body', '/1/name'],
    ]);
  });

  it('refuses an empty list, and a list over the limit', async () => {
    const { agent } = serve(options(Bulk, { limits: { items: 3 } }), tables);
    expect((await agent.post('/thing').send([]).expect(422)).body.errors[0]).to.include({
      pointer: '',
      rule: 'minItems',
    });
    await send(agent, 'post', '/thing', Array(4).fill({ name: 'a' })).expect(413);
    await send(agent, 'post', '/thing', Array(3).fill({ name: 'a' })).expect(201);
  });

  it('runs asynchronous rules and functions for each record', async () => {
    const free = defineRule('free', {
      on: 'string',
      testAsync: async (value, { environment }) =>
        (await environment.model('thing').where({ name: value }).count()) === 0,
      message: '{name} is taken',
    });
    const dynamic = defineLogic({
      rules: [free],
      postAction: {
        body: ({ body }: { body: Row }) => ({
          name: { required: true, string: true, free: true },
          ...(body.name === 'b' && { views: { required: true, int: true } }),
        }),
      },
    } as never);
    const { agent, models } = serve(options(Bulk, { logics: { thing: dynamic } }), tables);
    await models.repository('thing').insert({ name: 'taken' });
    const refused = await send(agent, 'post', '/thing', [{ name: 'a' }, { name: 'taken' }, { name: 'b' }]).expect(422);
    expect(refused.body.errors.map(({ pointer, rule }: Row) => [pointer, rule])).to.deep.equal([
      ['/1/name', 'free'],
      ['/2/views', 'required'],
    ]);
    const { body } = await send(agent, 'post', '/thing', [{ name: 'a' }, { name: 'b', views: 3 }]).expect(201);
    expect(body.map(({ views }: Row) => views)).to.deep.equal([null, 3]);
  });

  for (const [code, field, status, told] of [
    ['conflict', 'slug', 409, { pointer: '/1/slug', field: 'slug' }],
    ['conflict', undefined, 409, { pointer: '/1' }],
    ['foreign_key', undefined, 409, { pointer: '/1' }],
    ['invalid_value', 'name', 422, { pointer: '/1/name' }],
    ['not_null', undefined, 422, { pointer: '/1' }],
    ['unavailable', undefined, 503, {}],
  ] as const) {
    for (const [store, plain, placeIn] of [
      ['names it', false, () => ({ index: 1 })],
      ['does not name it', false, () => ({})],
      ['names the only one', false, ({ length }: readonly Row[]) => (length === 1 ? { index: 0 } : {})],
      ['inserts one by one', true, () => ({})],
    ] as const) {
      it(`names the record that the store refuses: ${code} ${field}, a store that ${store}`, async () => {
        const models = memoryModels(tables, plain);
        const check = (list: readonly Row[]) => {
          if (!list.some(({ name }) => name === 'b')) return;
          throw new DataError(code, 'refused', { ...(field !== undefined && { field }), ...placeIn(list) });
        };
        const model: ModelProvider = {
          ...models,
          repository: (name) => {
            const repository = models.repository(name);
            return {
              ...repository,
              insert: async (values) => {
                check([values]);
                return repository.insert(values);
              },
              ...(repository.insertRows && {
                insertRows: async (list) => {
                  check(list);
                  return insertRows(repository, list);
                },
              }),
            };
          },
          transaction: (work) => work(model),
        };
        const { agent } = serve(options(Bulk, { model }));
        const { body } = await send(agent, 'post', '/thing', [{ name: 'a' }, { name: 'b' }]).expect(status);
        expect(status === 422 ? body.errors[0] : body).to.include(told);
      });
    }
  }

  it('is refused without static bulk, even if a schema accepts lists', async () => {
    const { agent, models } = serve(options(Thing), tables);
    const { body } = await send(agent, 'post', '/thing', [{ name: 'a' }]).expect(422);
    expect(body.errors[0].pointer).to.equal('');
    const loose = {
      postAction: {
        body: {
          '~standard': {
            version: 1,
            vendor: 'test',
            jsonSchema: { input: () => ({ properties: { name: {} } }), output: () => ({}) },
            validate: (value: unknown) => ({ value }),
          },
        },
      },
    };
    await serve(options(Thing, { logics: { thing: loose as never } }), tables)
      .agent.post('/thing')
      .send([{ name: 'a' }])
      .expect(500);
    await serve(options(Bulk, { logics: {} }), tables)
      .agent.post('/thing')
      .send([{ name: 'a' }])
      .expect(500);
    expect(models.rows('thing')).to.deep.equal([]);
  });
});
