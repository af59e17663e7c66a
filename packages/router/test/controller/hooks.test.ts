import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { defineLogic, partial } from '@rest-gen/logic';
import { expect } from 'chai';
import Rest from '../../../../test/fixture/rest.ts';
import type { AfterWrite, BeforeWrite, Controller, ControllerClass, ModelProvider, Row } from '../../src/index.ts';
import { memoryModels } from '../memory-models.ts';
import { rollingBack } from '../rolling-back.ts';
import { onBothMajors, send } from '../serve.ts';

const tables = {
  thing: { id: 'integer', name: 'string?', views: 'integer?', secret: 'string?', meta: 'json?' },
  audit: { id: 'integer', action: 'string', name: 'string?' },
  idempotency_key: {
    id: 'string',
    fingerprint: 'string',
    status: 'integer?',
    headers: 'json?',
    body: 'string?',
    locked_until: 'datetime',
    created_at: 'datetime',
  },
} as const;
const fields = { name: { required: true, string: true }, meta: { object: true }, secret: { string: true } } as const;
const logic = defineLogic({
  postAction: { body: fields },
  putAction: { body: fields },
  patchAction: { body: partial(fields) },
});

class Thing extends Rest<typeof logic> {
  static upsert = true;
  static bulk = true;
  static idempotent = true;
  static hidden = ['secret'];
}

/** `create - a`, `update a b`: what a hook was called with. */
const said = ({ action, before, after }: AfterWrite) => `${action} ${before?.name ?? '-'} ${after?.name ?? '-'}`;

/** A class that notes its hooks. */
function noting(log: string[]) {
  return class extends Thing {
    override beforeWrite({ action, values, before }: BeforeWrite) {
      log.push(`before ${action} ${before?.name ?? '-'} ${values.name ?? '-'}`);
    }
    override afterWrite(write: AfterWrite) {
      log.push(`after ${said(write)}`);
    }
    override afterCommit(write: AfterWrite) {
      log.push(`commit ${said(write)}`);
    }
  };
}

const three = (action: string, before: string, values: string, after = values) => [
  `before ${action} ${before} ${values}`,
  `after ${action} ${before} ${after}`,
  `commit ${action} ${before} ${after}`,
];

onBothMajors('hooks of a controller', (serve) => {
  /** Serve a class, and `act` as POST of `/own` for the same table. */
  function open(Class: ControllerClass, options: Options = {}) {
    const { plain = false, runs = 1, timeout = 30_000, act = () => ({}) } = options;
    const models = memoryModels(tables, plain);
    const provider = rollingBack(models, Object.keys(tables), runs);
    class Own extends (Class as typeof Thing) {
      override async postAction() {
        return act(this);
      }
    }
    const { agent } = serve({
      rules: [
        ['/thing/:id?', 'rest'],
        ['/own', 'own/thing', 'rest'],
      ],
      controllers: { thing: Class, 'own/thing': Own },
      logics: { thing: logic },
      model: provider,
      timeout,
    });
    const names = (table = 'thing') => models.rows(table).map(({ name }) => name);
    return { agent, models, provider, names };
  }

  for (const plain of [false, true]) {
    it(`are called for each record on every path, ${plain ? 'without' : 'with'} insertRows`, async () => {
      const log: string[] = [];
      const act = async (controller: Controller) => {
        await controller
          .model()
          .where({ name: ['d', 'e'] })
          .update({ name: 'f' });
        await controller.model().addMany([{ name: 'g' }, { name: 'h' }]);
        await controller.model('thing').add({ name: 'unseen' });
        return {};
      };
      const { agent, names } = open(noting(log), { plain, act });
      const check = async (request: Promise<unknown>, ...expected: string[][]) => {
        await request;
        expect(log.splice(0)).to.have.members(expected.flat());
      };
      const post = (body: object) => agent.post('/thing').send(body).expect(201);
      await check(post({ name: 'a' }), three('create', '-', 'a'));
      await check(post([{ name: 'b' }, { name: 'c' }]), three('create', '-', 'b'), three('create', '-', 'c'));
      await check(agent.put('/thing/1').send({ name: 'd' }).expect(200), three('update', 'a', 'd'));
      await check(agent.put('/thing/9').send({ name: 'e' }).expect(201), three('create', '-', 'e'));
      await check(agent.patch('/thing/3').send({ name: 'e' }).expect(200), three('update', 'c', 'e'));
      const merged = agent.patch('/thing/2').send({ meta: { deep: { a: 1 } } });
      await check(merged.expect(200), three('update', 'b', '-', 'b'));
      await check(agent.delete('/thing/2').expect(204), three('delete', 'b', '-'));
      await check(agent.patch('/thing/2').send({ name: 'd' }).expect(404));
      await check(agent.delete('/thing/2').expect(404));
      const updates = ['d', 'e', 'e'].map((name) => three('update', name, 'f'));
      await check(agent.post('/own').expect(200), ...updates, three('create', '-', 'g'), three('create', '-', 'h'));
      expect(names()).to.deep.equal(['f', 'f', 'f', 'g', 'h', 'unseen']);
    });
  }

  it('run in one transaction with the write; without hooks there is none', async () => {
    const none = open(Thing);
    await none.agent
      .post('/thing')
      .send([{ name: 'a' }, { name: 'b' }])
      .expect(201);
    await none.agent.put('/thing/1').send({ name: 'b' }).expect(200);
    await none.agent.patch('/thing/1').send({ name: 'b' }).expect(200);
    await none.agent.delete('/thing/1').expect(204);
    expect(none.provider.begun).to.equal(0);
    const one = open(noting([]));
    await one.agent
      .post('/thing')
      .send([{ name: 'a' }, { name: 'b' }])
      .expect(201);
    await one.agent.patch('/thing/1').send({ name: 'b' }).expect(200);
    await one.agent.delete('/thing/1').expect(204);
    expect(one.provider.begun).to.equal(3);
    class Mailing extends Thing {
      override afterCommit() {}
    }
    const mail = open(Mailing);
    await mail.agent.post('/thing').send({ name: 'a' }).expect(201);
    expect(mail.provider.begun).to.equal(0);
  });

  it('can change what is written', async () => {
    class Setting extends Thing {
      override async beforeWrite({ action, values }: BeforeWrite) {
        await sleep(1);
        values.views = action === 'create' ? 1 : 2;
      }
    }
    const { agent } = open(Setting);
    const given = [{ name: 'a' }, { name: 'b' }];
    const made = await agent.post('/thing').send(given).expect(201);
    expect(made.body.map(({ views }: Row) => views)).to.deep.equal([1, 1]);
    expect((await agent.patch('/thing/1').send({ name: 'c' }).expect(200)).body).to.include({ name: 'c', views: 2 });
  });

  it('see the records of a list that come before', async () => {
    class Numbering extends Thing {
      override async beforeWrite({ values }: BeforeWrite) {
        const last = await this.model().order('-views').find();
        if (values.name === 'refused') this.fail(422, 'No');
        values.views = Number(last?.views ?? 0) + 1;
      }
    }
    const { agent, names } = open(Numbering);
    const list = ['a', 'b', 'c'].map((name) => ({ name }));
    const made = await agent.post('/thing').send(list).expect(201);
    expect(made.body.map(({ name, views }: Row) => [name, views])).to.deep.equal([
      ['a', 1],
      ['b', 2],
      ['c', 3],
    ]);
    const refused = await agent.post('/thing').send([{ name: 'd' }, { name: 'refused' }]);
    expect([refused.status, refused.body.pointer]).to.deep.equal([422, '/1']);
    expect(names()).to.deep.equal(['a', 'b', 'c']);
  });

  for (const hook of ['beforeWrite', 'afterWrite', 'afterCommit'] as const) {
    it(`end when ${hook} writes through its own model again and again`, async () => {
      class Endless extends Thing {}
      Object.defineProperty(Endless.prototype, hook, {
        async value(this: Thing) {
          await this.model().add({ name: 'again' });
        },
      });
      const { agent, names } = open(Endless);
      const { status, body } = await agent.post('/thing').send({ name: 'a' });
      // Only what is stored already can be written again.
      expect([status, names().length]).to.deep.equal(hook === 'afterCommit' ? [201, 21] : [500, 0]);
      if (status === 500) expect(body.hint).to.match(/uses this\.model\('thing'\)/);
    });
  }

  it('need one statement for many records without beforeWrite', async () => {
    const log: string[] = [];
    class Logging extends Thing {
      override afterWrite(write: AfterWrite) {
        log.push(said(write));
      }
    }
    const act = async (controller: Controller) => {
      await controller.model().addMany(Array.from({ length: 600 }, (_, index) => ({ name: `n${index}` })));
      await controller
        .model()
        .where({ name: { ne: null } })
        .update({ name: 'new' });
      return controller.model().where({ name: 'new' }).delete();
    };
    const { agent, models } = open(Logging, { act });
    await agent.post('/own').expect(200, '600');
    expect(log).to.have.length(1800);
    expect(log.slice(600, 602)).to.deep.equal(['update n0 new', 'update n1 new']);
    expect(log.at(-1)).to.equal('delete new -');
    // An insert of the models in memory counts each record.
    expect(models.calls - 600).to.be.below(50);
  });

  it('have all columns; the answer has not', async () => {
    const seen: unknown[] = [];
    class See extends Thing {
      override afterWrite({ before, after }: AfterWrite) {
        seen.push(before?.secret, after?.secret);
        if (after) after.name = 'changed by the hook';
      }
    }
    const { agent } = open(See);
    const { body } = await agent.post('/thing').send({ name: 'a', secret: 'x' }).expect(201);
    expect(body).to.deep.equal({ id: 1, name: 'a', views: null, meta: null });
    await agent.patch('/thing/1').send({ secret: 'y' }).expect(200);
    expect(seen).to.deep.equal([undefined, 'x', 'x', 'y']);
  });

  for (const hook of ['beforeWrite', 'afterWrite'] as const) {
    it(`refuse a write: ${hook}`, async () => {
      const log: string[] = [];
      class Refusing extends Thing {
        override async afterCommit(write: AfterWrite) {
          log.push(said(write));
        }
      }
      Object.defineProperty(Refusing.prototype, hook, {
        async value(this: Controller, { action, values, after }: BeforeWrite & AfterWrite) {
          await this.model('audit').add({ action });
          if (action === 'delete' || (values ?? after).name === 'no') this.fail(409, 'Not this one.');
        },
      });
      const { agent, names, models } = open(Refusing);
      await agent.post('/thing').send({ name: 'a' }).expect(201);
      const single = await agent.post('/thing').send({ name: 'no' }).expect(409);
      expect(single.body).not.to.have.property('pointer');
      const { body } = await agent
        .post('/thing')
        .send([{ name: 'b' }, { name: 'no' }])
        .expect(409);
      expect(body).to.include({ detail: 'Not this one.', pointer: '/1' });
      await agent.patch('/thing/1').send({ name: 'no' }).expect(409);
      await agent.put('/thing/1').send({ name: 'no' }).expect(409);
      await agent.put('/thing/9').send({ name: 'no' }).expect(409);
      await agent.delete('/thing/1').expect(409);
      expect(names()).to.deep.equal(['a']);
      expect(models.rows('audit').map(({ action }) => action)).to.deep.equal(['create']);
      expect(log).to.deep.equal(['create - a']);
    });
  }

  it('name the record of a list that the store refuses', async () => {
    const log: string[] = [];
    class Clash extends noting(log) {
      override beforeWrite(write: BeforeWrite) {
        super.beforeWrite(write);
        if (write.values.name === 'd') write.values.id = 1;
      }
    }
    const { agent, names } = open(Clash);
    await agent.post('/thing').send({ name: 'a' }).expect(201);
    log.length = 0;
    const list = [{ name: 'b' }, { name: 'c' }, { name: 'd' }];
    const { body } = await agent.post('/thing').send(list).expect(409);
    expect(body.pointer).to.equal('/2/id');
    expect(names()).to.deep.equal(['a']);
    expect(log.filter((line) => line.startsWith('commit'))).to.deep.equal([]);
  });

  describe('afterCommit', () => {
    it('runs after a write without a transaction', async () => {
      const log: string[] = [];
      class Mailing extends Thing {
        override async afterCommit(write: AfterWrite) {
          log.push(`${said(write)}, ${await this.model().count()} stored`);
        }
      }
      const { agent } = open(Mailing);
      await agent
        .post('/thing')
        .send([{ name: 'a' }, { name: 'b' }])
        .expect(201);
      await agent.delete('/thing/1').expect(204);
      expect(log).to.deep.equal(['create - a, 2 stored', 'create - b, 2 stored', 'delete a -, 1 stored']);
    });

    it('runs once when the transaction is repeated', async () => {
      const log: string[] = [];
      const { agent, names } = open(noting(log), { runs: 3 });
      await agent.post('/thing').send({ name: 'a' }).expect(201);
      expect(log.filter((line) => line.startsWith('after'))).to.have.length(3);
      expect(log.filter((line) => line.startsWith('commit'))).to.deep.equal(['commit create - a']);
      expect(names()).to.deep.equal(['a']);
    });

    it('runs after the outermost transaction, unless it is rolled back', async () => {
      const log: string[] = [];
      let mayEnd = true;
      const act = (controller: Controller) =>
        controller.transaction(async () => {
          await controller.model().add({ name: 'a' });
          const inner = controller.transaction(async () => {
            await controller.model().add({ name: 'b' });
            controller.fail(409);
          });
          await inner.catch(() => log.push('caught'));
          await controller.model().add({ name: 'c' });
          log.push('end');
          return mayEnd ? {} : controller.fail(418);
        });
      const { agent, names } = open(noting(log), { act });
      await agent.post('/own').expect(200);
      expect(log.slice(-3)).to.deep.equal(['end', 'commit create - a', 'commit create - c']);
      expect(names()).to.deep.equal(['a', 'c']);
      mayEnd = false;
      log.length = 0;
      await agent.post('/own').expect(418);
      expect(log.at(-1)).to.equal('end');
      expect(names()).to.deep.equal(['a', 'c']);
    });

    it('runs with If-Match after the transaction of guard', async () => {
      const log: string[] = [];
      const { agent, models } = open(noting(log));
      await models.repository('thing').insert({ name: 'a' });
      const { etag = '' } = (await agent.get('/thing/1').expect(200)).headers;
      await agent.patch('/thing/1').set('If-Match', etag).send({ name: 'b' }).expect(200);
      await agent.patch('/thing/1').set('If-Match', etag).send({ name: 'c' }).expect(412);
      expect(log).to.deep.equal(three('update', 'a', 'b'));
    });

    it('runs once for an Idempotency-Key, however often its transaction or request is repeated', async () => {
      const log: string[] = [];
      const { agent, names } = open(noting(log), { runs: 2 });
      const again = () => send(agent, 'post', '/thing', { name: 'a' }, { 'Idempotency-Key': '"k"' });
      const first = await again().expect(201);
      expect((await again().expect(201).expect('Idempotent-Replayed', 'true')).body).to.deep.equal(first.body);
      expect(log.filter((line) => line.startsWith('commit'))).to.deep.equal(['commit create - a']);
      expect(names()).to.deep.equal(['a']);
    });

    it('does not run for an Idempotency-Key when the answer is an error', async () => {
      const log: string[] = [];
      class Late extends noting(log) {
        override __after() {
          this.fail(418);
        }
      }
      const { agent, names } = open(Late);
      await send(agent, 'post', '/thing', { name: 'a' }, { 'Idempotency-Key': '"k"' }).expect(418);
      expect([names(), log.filter((line) => line.startsWith('commit'))]).to.deep.equal([[], []]);
    });

    it('does not change the answer when it fails: its error is logged', async () => {
      class Failing extends Thing {
        override afterCommit({ action }: AfterWrite) {
          if (action === 'create') throw new Error('no mail');
          return Promise.reject(new Error('no mail either'));
        }
      }
      const { agent, names } = open(Failing);
      const { env } = process;
      const { error } = console;
      const logged: string[] = [];
      const before = env.NODE_ENV;
      console.error = (text: string) => logged.push(text);
      env.NODE_ENV = 'production';
      try {
        await agent.post('/thing').send({ name: 'a' }).expect(201);
        await agent.patch('/thing/1').send({ name: 'b' }).expect(200);
      } finally {
        env.NODE_ENV = before;
        console.error = error;
      }
      expect(names()).to.deep.equal(['b']);
      expect(logged).to.have.length(2);
      expect(logged[0]).to.match(
        /^POST \/thing: E_INTERNAL: afterCommit has failed; the record is stored\.\nError: no mail\n/,
      );
    });
  });

  it('belong to the transaction of their own write, when two run at once', async () => {
    class Audited extends Thing {
      override async beforeWrite({ values }: BeforeWrite) {
        await sleep(values.name === 'slow' ? 20 : 5);
      }
      override async afterWrite({ action, after }: AfterWrite) {
        await this.model('audit').add({ action, name: after?.name });
      }
    }
    const inside: string[] = [];
    const models = memoryModels(tables);
    let count = 0;
    const provider: ModelProvider = {
      ...models,
      transaction: (work) => {
        const number = ++count;
        return work({
          ...models,
          repository: (name) => {
            const repository = models.repository(name);
            return {
              ...repository,
              insert: async (values) => {
                inside.push(`${number} ${name} ${values.name}`);
                return repository.insert(values);
              },
              insertRows: async (list) => {
                inside.push(`${number} ${name} ${list[0]?.name}`);
                return (repository as Required<typeof repository>).insertRows(list);
              },
            };
          },
        });
      },
    };
    class Both extends Audited {
      override async postAction() {
        await Promise.all(['slow', 'fast'].map((name) => this.model().add({ name })));
        return this.model('thing').count();
      }
    }
    const { agent } = serve({ rules: [['/thing', 'rest']], controllers: { thing: Both }, model: provider });
    await agent.post('/thing').expect(200, '2');
    expect(inside).to.have.members(['1 thing slow', '1 audit slow', '2 thing fast', '2 audit fast']);
  });
});

onBothMajors('this.transaction', (serve) => {
  const start = (act: (controller: Controller) => unknown, timeout = 30_000) => {
    class Own extends Rest {
      override async postAction() {
        return act(this);
      }
    }
    const models = memoryModels(tables);
    const model = rollingBack(models, ['thing', 'audit']);
    const { agent, app } = serve({ rules: [['/thing', 'rest']], controllers: { thing: Own }, model, timeout });
    return { agent, app, count: () => models.rows('thing').length + models.rows('audit').length };
  };

  it('commits the writes of all models, or none', async () => {
    let fails = false;
    const { agent, count } = start((controller) =>
      controller.transaction(async () => {
        await controller.model().add({ name: 'a' });
        await controller.model('audit').add({ action: 'add' });
        return fails ? controller.fail(409) : controller.success({ done: true });
      }),
    );
    await agent.post('/thing').expect(200, { done: true });
    expect(count()).to.equal(2);
    fails = true;
    await agent.post('/thing').expect(409);
    expect(count()).to.equal(2);
  });

  it('forgets the answer of work that was rolled back', async () => {
    const { agent } = start(async (controller) => {
      const work = async () => {
        controller.success({ wrong: true });
        controller.fail(409);
      };
      await controller.transaction(work).catch(() => {});
      return { right: true };
    });
    await agent.post('/thing').expect(200, { right: true });
  });

  it('rolls back at the deadline', async () => {
    const { agent, count } = start(
      (controller) =>
        controller.transaction(async () => {
          await controller.model().add({ name: 'a' });
          await sleep(60);
          await controller.model().add({ name: 'b' });
        }),
      30,
    );
    await agent.post('/thing').expect(503);
    expect(count()).to.equal(0);
    await sleep(60);
    expect(count()).to.equal(0);
  });

  it('rolls back when the client leaves', async () => {
    let begin: () => void = () => {};
    const begun = new Promise<void>((resolve) => { begin = resolve; }); // biome-ignore format: short
    let aborted: Promise<unknown> = Promise.resolve();
    const { app, count } = start((controller) => {
      aborted = once(controller.signal, 'abort');
      return controller.transaction(async () => {
        await controller.model().add({ name: 'a' });
        begin();
        await new Promise(() => {});
      });
    });
    const server = app.listen(0);
    await once(server, 'listening');
    const client = request({ port: (server.address() as AddressInfo).port, path: '/thing', method: 'POST' });
    client.on('error', () => {}).end();
    await begun;
    expect(count()).to.equal(1);
    client.destroy();
    await aborted;
    await sleep(1);
    expect(count()).to.equal(0);
    server.close();
  });
});

// --- internal ---

interface Options {
  readonly plain?: boolean;
  readonly runs?: number;
  readonly timeout?: number;
  readonly act?: (controller: Controller) => unknown;
}
