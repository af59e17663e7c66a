import { once } from 'node:events';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { defineLogic, defineRule, partial } from '@rest-gen/logic';
import { expect } from 'chai';
import Rest from '../../../test/fixture/rest.ts';
import type { ControllerClass, ModelProvider, RestRouterOptions, Row } from '../src/index.ts';
import { tables as orderTables } from './idempotency/orders.ts';
import type { memoryModels } from './memory-models.ts';
import { onBothMajors } from './serve.ts';

const tables = {
  ...orderTables,
  thing: { id: 'integer', name: 'string', meta: 'json?', vault: 'json?' },
} as const;
const fields = {
  name: { required: true, string: true },
  meta: { object: true, nullable: true },
  vault: { object: true, nullable: true, secret: true },
} as const;
const logic = defineLogic({ postAction: { body: fields }, patchAction: { body: partial(fields) } });
class Thing extends Rest<typeof logic> {}

const options = (thing: ControllerClass = Thing, more: RestRouterOptions = {}): RestRouterOptions => ({
  rules: [['/thing/:id?', 'rest']],
  controllers: { thing },
  logics: { thing: logic },
  ...more,
});

/** Models in memory that know how many of their transactions are open. */
function watched(models: ReturnType<typeof memoryModels>): ModelProvider & { open: number } {
  const provider = {
    ...models,
    open: 0,
    transaction: async <T>(work: (tx: ModelProvider) => Promise<T>): Promise<T> => {
      provider.open += 1;
      try {
        return await work(models);
      } finally {
        provider.open -= 1;
      }
    },
  };
  return provider;
}

async function until(holds: () => boolean): Promise<void> {
  for (let turn = 0; turn < 400 && !holds(); turn++) await sleep(5);
  expect(holds()).to.equal(true);
}

onBothMajors('writes with unusual input', (serve) => {
  it('ends a transaction at the deadline although its work does not end', async () => {
    class Hanging extends Thing {
      override async patchAction(): Promise<unknown> {
        return this.guard(
          () => this.record,
          () => new Promise(() => {}),
        );
      }
    }
    const { models } = serve({ rules: [], controllers: {} }, tables);
    await models.repository('thing').insert({ name: 'a' });
    const model = watched(models);
    const { agent } = serve(options(Hanging, { model, timeout: 50 }));
    await agent.patch('/thing/1').set('If-Match', '*').send({}).expect(503);
    await until(() => model.open === 0);
  });

  it('merges into secret JSON fields', async () => {
    const { agent, models } = serve(options(), tables);
    await models.repository('thing').insert({ name: 'a', vault: { kept: 1, gone: 2 } });
    const { body } = await agent
      .patch('/thing/1')
      .send({ vault: { gone: null, deep: { a: null, b: 1 } } })
      .expect(200);
    expect(body).to.deep.equal({ id: 1, name: 'a', meta: null });
    expect(models.rows('thing')[0]?.vault).to.deep.equal({ kept: 1, deep: { b: 1 } });
  });

  it('repeats a stored answer although its record would now fail a unique rule', async () => {
    const unique = defineRule('unique', {
      testAsync: async (value, { environment }) =>
        (await environment
          .model('thing')
          .where({ name: String(value) })
          .count()) === 0,
      message: '{name} is taken',
    });
    const careful = defineLogic({
      rules: [unique],
      postAction: { body: { name: { required: true, string: true, unique: true } } },
    });
    class Keyed extends Rest<typeof careful> {
      static idempotent = true;
    }
    const { agent, models } = serve(options(Keyed as ControllerClass, { logics: { thing: careful } }), tables);
    const send = (key: string, name: string) => agent.post('/thing').set('Idempotency-Key', key).send({ name });
    const first = await send('k1', 'a').expect(201);
    const again = await send('k1', 'a').expect(201).expect('Idempotent-Replayed', 'true');
    expect(again.body).to.deep.equal(first.body);
    await send('k1', 'b').expect(422);
    await send('k2', 'a').expect(422);
    expect(models.rows('thing')).to.have.length(1);
  });

  it('answers 404 for an invalid parent in lists, lines and POST', async () => {
    class Child extends Thing {
      static bulk = true;
    }
    const rules = [[/\/parent\/([^/]+)\/child(?:\/(\d+))?/, 'child?parent=:1&id=:2', 'rest']] as const;
    const own = { child: { id: 'integer', name: 'string', parent: 'integer' } } as const;
    const { agent } = serve({ rules, controllers: { child: Child }, logics: { child: logic } }, own);
    await agent.get('/parent/1/child').expect(200);
    await agent.get('/parent/x/child').expect(404);
    await agent.get('/parent/x/child').set('Accept', 'application/x-ndjson').expect(404);
    for (const body of [{ name: 'a' }, [{ name: 'a' }]]) await agent.post('/parent/x/child').send(body).expect(404);
  });

  it('does not name a hidden field that the client cannot set', async () => {
    class Child extends Thing {
      static bulk = true;
      static hidden = ['hash'];
    }
    const own = { child: { id: 'integer', name: 'string', hash: 'string' } } as const;
    const rules = [['/child/:id?', 'rest']] as const;
    process.env.NODE_ENV = 'production';
    // Failures of a server in production go to stderr.
    const { error } = console;
    console.error = () => {};
    try {
      const { agent } = serve({ rules, controllers: { child: Child }, logics: { child: logic } }, own);
      for (const body of [{ name: 'a' }, [{ name: 'a' }]]) {
        const { text } = await agent.post('/child').send(body).expect(500);
        expect(text).not.to.include('hash');
      }
    } finally {
      console.error = error;
    }
  });
});

onBothMajors('reads with unusual input', (serve) => {
  it('answers once when show fails synchronously and asynchronously', async () => {
    class Odd extends Thing {
      override show(record: Row): unknown {
        if (record.id === 2) throw new Error('at once');
        return sleep(5).then(() => this.fail(418));
      }
    }
    const { agent, models } = serve(options(Odd), tables);
    for (const name of ['a', 'b']) await models.repository('thing').insert({ name });
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', note);
    try {
      await agent.get('/thing').expect(500);
      await sleep(20);
      expect(unhandled).to.deep.equal([]);
    } finally {
      process.off('unhandledRejection', note);
    }
  });

  it('encodes the path in links', async () => {
    const rules = [[/\/in\/([^/]+)\/thing/, 'thing?name=:1', 'rest']] as const;
    const { app } = serve({ ...options(), rules }, tables);
    const server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const { port } = server.address() as AddressInfo;
      // Other clients encode these characters themselves.
      const [answer] = await once(get({ port, path: '/in/a>;rel="x",<b/thing', agent: false }), 'response');
      answer.resume();
      expect(answer.headers.link).to.equal('</in/a%3E;rel=%22x%22,%3Cb/thing>; rel="first"');
    } finally {
      server.close();
    }
  });
});
