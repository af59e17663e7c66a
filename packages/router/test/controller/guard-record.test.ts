import { defineLogic, partial } from '@rest-gen/logic';
import { expect } from 'chai';
import Rest from '../../../../test/fixture/rest.ts';
import {
  type ControllerClass,
  DataError,
  type ModelProvider,
  type RestRouterOptions,
  type Row,
} from '../../src/index.ts';
import { memoryModels } from '../memory-models.ts';
import { type Agent, onBothMajors, send } from '../serve.ts';

const tables = { thing: { id: 'integer', name: 'string?', views: 'integer?' } } as const;
const fields = { name: { required: true, string: true }, views: { int: true, nullable: true } } as const;
const logic = defineLogic({
  postAction: { body: fields },
  putAction: { body: fields },
  patchAction: { body: partial(fields) },
});
const rules = [['/thing/:id?', 'rest']] as const;
class Thing extends Rest<typeof logic> {}
class Careful extends Thing {
  static requirePrecondition = true;
}

const options = (thing: ControllerClass = Thing, more: RestRouterOptions = {}): RestRouterOptions => ({
  rules,
  controllers: { thing },
  logics: { thing: logic },
  ...more,
});

/** Counts the transactions of models in memory, which have none of their own. */
function countTransactions(models: ModelProvider): ModelProvider & { begun: number } {
  const counted = {
    ...models,
    begun: 0,
    transaction: <T>(work: (tx: ModelProvider) => Promise<T>): Promise<T> => {
      counted.begun += 1;
      return work(models);
    },
  };
  return counted;
}

async function tagOf(agent: Agent, path = '/thing/1'): Promise<string> {
  const tag = (await agent.get(path).expect(200)).headers.etag;
  expect(tag).to.match(/^"[\w-]{27}"$/);
  return tag as string;
}

/** Change the record with its current tag. */
async function rename(agent: Agent) {
  return send(agent, 'patch', '/thing/1', { name: 'b' }, { 'If-Match': await tagOf(agent) }).expect(200);
}

onBothMajors('guard', (serve) => {
  const start = async (thing?: ControllerClass, more?: RestRouterOptions) => {
    const served = serve(options(thing, more), tables);
    await served.models.repository('thing').insert({ name: 'a', views: 1 });
    return served;
  };

  it('allows writes when If-Match has the current tag', async () => {
    const { agent, models } = await start();
    await rename(agent);
    await send(agent, 'put', '/thing/1', { name: 'c' }, { 'If-Match': await tagOf(agent) }).expect(200);
    await agent
      .delete('/thing/1')
      .set('If-Match', await tagOf(agent))
      .expect(204);
    expect(models.rows('thing')).to.deep.equal([]);
  });

  it('answers 412 to an outdated If-Match', async () => {
    const { agent, models } = await start();
    const tag = await tagOf(agent);
    await agent.patch('/thing/1').send({ name: 'b' }).expect(200);
    const kept = structuredClone(models.rows('thing'));
    for (const send of [
      agent.patch('/thing/1').send({ name: 'c' }),
      agent.put('/thing/1').send({ name: 'c' }),
      agent.delete('/thing/1'),
    ]) {
      const { body } = await send.set('If-Match', tag).expect(412);
      expect(body.code).to.equal('E_PRECONDITION_FAILED');
    }
    expect(models.rows('thing')).to.deep.equal(kept);
  });

  for (const [what, header, id, status] of [
    ['one of several', (tag: string) => ({ 'If-Match': `"x,y", ${tag} , "z"` }), 1, 200],
    ['any', () => ({ 'If-Match': '*' }), 1, 200],
    ['a weak tag: the comparison is strong', (tag: string) => ({ 'If-Match': `W/${tag}` }), 1, 412],
    ['none', () => ({ 'If-Match': '' }), 1, 412],
    ['any of a record that is missing', () => ({ 'If-Match': '*' }), 2, 412],
    ['one of a record that is missing', (tag: string) => ({ 'If-Match': tag }), 2, 412],
    ['one of an id that cannot be', (tag: string) => ({ 'If-Match': tag }), 'x', 412],
    ['no quotes', () => ({ 'If-Match': 'abc' }), 1, 400],
    ['one, but not without', (tag: string) => ({ 'If-Match': tag, 'If-None-Match': 'abc' }), 1, 400],
    ['not this one', (tag: string) => ({ 'If-None-Match': `"x", ${tag}` }), 1, 412],
    ['not this one, weakly', (tag: string) => ({ 'If-None-Match': `W/${tag}` }), 1, 412],
    ['nothing there', () => ({ 'If-None-Match': '*' }), 1, 412],
    ['nothing there, and nothing is', () => ({ 'If-None-Match': '*' }), 2, 404],
    ['both', (tag: string) => ({ 'If-Match': tag, 'If-None-Match': '"x"' }), 1, 200],
    ['both, of which the second fails', (tag: string) => ({ 'If-Match': tag, 'If-None-Match': tag }), 1, 412],
  ] as const) {
    it(`If-Match or If-None-Match with ${what}: ${status}`, async () => {
      const { agent } = await start();
      const headers = header(await tagOf(agent));
      await agent.patch(`/thing/${id}`).set(headers).send({ name: 'b' }).expect(status);
    });
  }

  it('answers PATCH with the new ETag, and PUT without one (RFC 9110 section 9.3.4)', async () => {
    const { agent } = await start();
    const patched = await agent.patch('/thing/1').send({ name: 'b' }).expect(200);
    expect(patched.headers.etag).to.equal(await tagOf(agent));
    const put = await agent.put('/thing/1').send({ name: 'c' }).expect(200);
    expect(put.headers).not.to.have.property('etag');
    const made = await agent.post('/thing').send({ name: 'd' }).expect(201);
    expect(made.headers.etag).to.equal(await tagOf(agent, '/thing/2'));
  });

  it('compares the tag of the envelope', async () => {
    const envelope = async (data: unknown, { status, action }: { status: number; action: string }) => ({
      data,
      status,
      action,
    });
    const { agent } = await start(Thing, { envelope });
    const { headers, body } = await rename(agent);
    expect(body.action).to.equal('patchAction');
    expect(headers.etag).to.equal(await tagOf(agent));
  });

  it('compares the tag of the result of show', async () => {
    let likes = 1;
    class Shown extends Thing {
      override async show({ name }: Row) {
        return { name, likes };
      }
    }
    const { agent } = await start(Shown);
    const tag = await tagOf(agent);
    likes = 2;
    await agent.patch('/thing/1').set('If-Match', tag).send({ name: 'b' }).expect(412);
    const { body, headers } = await rename(agent);
    expect(body).to.deep.equal({ name: 'b', likes: 2 });
    expect(headers.etag).to.equal(await tagOf(agent));
  });

  it('answers 412 when getAction returns another representation', async () => {
    class Other extends Thing {
      override async getAction(): Promise<unknown> {
        return { ...(await this.record.find()), comments: [] };
      }
    }
    const { agent } = await start(Other);
    const tag = await tagOf(agent);
    await agent.patch('/thing/1').set('If-Match', tag).send({ name: 'b' }).expect(412);
    await agent.delete('/thing/1').set('If-Match', tag).expect(412);
  });

  it('answers 428 when requirePrecondition is set', async () => {
    const { agent } = await start(Careful);
    const { body } = await agent.patch('/thing/1').send({ name: 'b' }).expect(428);
    expect(body.code).to.equal('E_PRECONDITION_REQUIRED');
    await agent.put('/thing/1').send({ name: 'b' }).expect(428);
    await agent.delete('/thing/1').expect(428);
    await agent.patch('/thing/1').set('If-None-Match', '"x"').send({ name: 'b' }).expect(428);
    await agent.patch('/thing/1').set('If-None-Match', '*').send({ name: 'b' }).expect(428);
    await agent.put('/thing/1').set('If-None-Match', '*').send({ name: 'b' }).expect(412);
    await rename(agent);
    await agent.post('/thing').send({ name: 'b' }).expect(201);
  });

  it('opens a transaction only for a precondition', async () => {
    const models = countTransactions(memoryModels(tables));
    const { agent } = serve(options(Thing, { model: models }));
    await models.repository('thing').insert({ name: 'a' });
    await agent.patch('/thing/1').send({ name: 'b' }).expect(200);
    await agent.put('/thing/1').send({ name: 'b' }).expect(200);
    expect(models.begun).to.equal(0);
    await agent.patch('/thing/1').set('If-Match', '*').send({ name: 'c' }).expect(200);
    expect(models.begun).to.equal(1);
    await agent.delete('/thing/1').expect(204);
    expect(models.begun).to.equal(1);
  });

  it('uses the models of the transaction, with a lock, until it ends', async () => {
    const inside = memoryModels(tables);
    const outside = memoryModels(tables);
    await inside.repository('thing').insert({ name: 'inside' });
    await outside.repository('thing').insert({ name: 'outside' });
    const locks: unknown[] = [];
    const transaction: ModelProvider = {
      ...inside,
      repository: (name) => {
        const repository = inside.repository(name);
        return {
          ...repository,
          findOne: (query) => {
            locks.push(query.lock);
            return repository.findOne(query);
          },
        };
      },
    };
    const model: ModelProvider = { ...outside, transaction: (work) => work(transaction) };
    const seen: unknown[] = [];
    class Looking extends Thing {
      override async patchAction(input: never): Promise<unknown> {
        const answer = await super.patchAction(input);
        seen.push((await this.record.find())?.name);
        return answer;
      }
    }
    const { agent } = serve(options(Looking, { model }));
    const { body } = await agent.patch('/thing/1').set('If-Match', '*').send({ views: 5 }).expect(200);
    expect(body.name).to.equal('inside');
    expect(seen).to.deep.equal(['outside']);
    expect(locks[0]).to.equal(true);
    expect(outside.rows('thing')[0]?.views).to.equal(null);
  });

  it('restores the state of the request when the store repeats the transaction', async () => {
    const models = memoryModels(tables);
    await models.repository('thing').insert({ name: 'a' });
    const answers: unknown[] = [];
    const model: ModelProvider = {
      ...models,
      transaction: async (work) => {
        await work(models);
        return work(models);
      },
    };
    class Looking extends Thing {
      override async change(values: Row): Promise<unknown> {
        return this.guard(
          () => this.record,
          async (record) => {
            await record.increment('views');
            answers.push(values);
            return this.success({ runs: answers.length });
          },
        );
      }
    }
    const { agent } = serve(options(Looking, { model }));
    await agent.patch('/thing/1').set('If-Match', '*').send({ views: 1 }).expect(200, { runs: 2 });
    expect(answers).to.deep.equal([{ views: 1 }, { views: 1 }]);
  });

  it('does not send an answer that was rolled back', async () => {
    const models = memoryModels(tables);
    await models.repository('thing').insert({ name: 'a' });
    const model: ModelProvider = {
      ...models,
      transaction: async (work) => {
        await work(models);
        throw new DataError('retry', 'lost');
      },
    };
    class Catching extends Thing {
      override async patchAction(input: never): Promise<unknown> {
        return super.patchAction(input).catch(() => ({ lost: true }));
      }
    }
    const { agent } = serve(options(Catching, { model }));
    await agent.patch('/thing/1').set('If-Match', '*').send({ name: 'b' }).expect(200, { lost: true });
    const plain = serve(options(Thing, { model }));
    await plain.agent.patch('/thing/1').set('If-Match', '*').send({ name: 'b' }).expect(503);
  });

  it('checks the precondition once per request', async () => {
    class Twice extends Thing {
      override async patchAction(input: { body: Row }): Promise<unknown> {
        return this.guard(
          () => this.record,
          async () => {
            await this.change({ name: 'first' });
            return this.change(input.body);
          },
        );
      }
    }
    const { agent } = await start(Twice as never);
    await send(agent, 'patch', '/thing/1', { views: 7 }, { 'If-Match': await tagOf(agent) }).expect(200, {
      id: 1,
      name: 'first',
      views: 7,
    });
  });

  it('answers 500 when there is no model', async () => {
    const { agent } = serve({ ...options(), model: undefined as never });
    expect((await agent.delete('/thing/1').set('If-Match', '*').expect(500)).body.code).to.equal('E_NO_MODEL');
  });
});

onBothMajors('conditional GET', (serve) => {
  for (const [header, status] of [
    [(tag: string) => ({ 'If-None-Match': tag }), 304],
    [(tag: string) => ({ 'If-None-Match': `W/${tag}` }), 304],
    [(tag: string) => ({ 'If-None-Match': `"a,b",, ${tag}` }), 304],
    [() => ({ 'If-None-Match': '*' }), 304],
    [() => ({ 'If-None-Match': '"x"' }), 200],
    // A tag within another tag does not match, and a malformed field is ignored.
    [(tag: string) => ({ 'If-None-Match': `"x,${tag.slice(1)}` }), 200],
    [(tag: string) => ({ 'If-None-Match': `${tag}, x` }), 200],
    [(tag: string) => ({ 'If-Match': tag }), 200],
    [() => ({ 'If-Match': '*' }), 200],
    [(tag: string) => ({ 'If-Match': `W/${tag}` }), 412],
    [(tag: string) => ({ 'If-Match': '"x"', 'If-None-Match': tag }), 412],
  ] as const) {
    it(`${header('"…"') && JSON.stringify(header('"…"'))} is ${status}`, async () => {
      const { agent, models } = serve(options(), tables);
      await models.repository('thing').insert({ name: 'a' });
      const headers = header(await tagOf(agent));
      const answer = await agent.get('/thing/1').set(headers).expect(status);
      if (status !== 412) expect(answer.headers.etag).to.equal(await tagOf(agent));
      if (status === 304) expect(answer.headers).not.to.have.any.keys('content-type', 'content-length');
      await agent.head('/thing/1').set(headers).expect(status);
    });
  }

  it('uses an ETag that the action has set', async () => {
    class Own extends Thing {
      override async getAction(): Promise<unknown> {
        if (this.id === undefined) this.res.setHeader('ETag', 'W/"own"');
        return this.success({ a: 1 }, this.id === undefined ? {} : { headers: { etag: '"given"' } });
      }
    }
    const { agent } = serve(options(Own), tables);
    await agent.get('/thing').set('If-None-Match', '"own"').expect(304).expect('ETag', 'W/"own"');
    await agent.get('/thing').set('If-Match', 'W/"own"').expect(412);
    await agent.get('/thing/1').set('If-None-Match', '"given"').expect(304).expect('ETag', '"given"');
    await agent.get('/thing/1').set('If-Match', '"given"').expect(200).expect('ETag', '"given"');
  });
});
