import { defineLogic, defineRule, type Environment } from '@rest-gen/logic';
import { expect } from 'chai';
import Rest from '../../../../test/fixture/rest.ts';
import { Controller, DataError, HttpError, type RestRouterOptions } from '../../src/index.ts';
import { onBothMajors } from '../serve.ts';

const rules = [['/thing/:id?', 'rest']] as const;
const tables = { thing: { id: 'integer', name: 'string', slug: 'string?', views: 'integer?' } } as const;

/** Answers with what it gets. */
class Echo extends Controller {
  static forms = true;
  getAction({ query }: { query: unknown }) {
    return query;
  }
  postAction({ body }: { body: unknown }) {
    return { body };
  }
}
const echo = (thing: unknown, more: RestRouterOptions = {}): RestRouterOptions => ({
  rules,
  controllers: { thing: Echo },
  logics: { thing: thing as never },
  ...more,
});

const slug = defineRule('slug', {
  on: 'string',
  test: (value) => /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(value),
  message: { en: '{name} must be a slug', 'zh-CN': '{name}不是短名' },
});

onBothMajors('runLogic: lists in a form', (serve) => {
  const body = { tags: { array: true, uniqueItems: true } } as const;
  const logic = defineLogic({ postAction: { body } });
  const later = defineLogic({ postAction: async () => ({ body }) });

  for (const [what, declared] of [
    ['', logic],
    [', declared by a function', later],
  ] as const) {
    it(`have the limit of lists${what}`, async () => {
      const { agent } = serve(echo(declared, { limits: { items: 3 } }), tables);
      const send = (tags: string) => agent.post('/thing').type('form').send({ tags });
      expect((await send('a,b,c').expect(200)).body).to.deep.equal({ body: { tags: ['a', 'b', 'c'] } });
      expect((await send('a,b,c,d').expect(413)).body).to.include({ code: 'E_BODY_LIMIT' });
      await send('a,a,b,c').expect(422);
    });
  }
});

onBothMajors('runLogic: what a logic declares', (serve) => {
  const logic = defineLogic({
    rules: [slug],
    unknown: 'strip',
    getAction: { query: { tag: { array: true } } },
    postAction: {
      body: { name: { required: true, string: true, trim: true }, slug: { slug: true }, views: { int: true } },
    },
  });

  it('strips unknown fields when configured', async () => {
    const { agent } = serve(echo(logic));
    await agent
      .post('/thing')
      .send({ name: ' a ', extra: 1 })
      .expect(200, { body: { name: 'a' } });
    await agent.get('/thing?tag=a,b&extra=1').expect(200, { tag: ['a', 'b'] });
  });

  it('reads a list of the query with commas, repeated, and with brackets, where an item may have commas', async () => {
    const { agent } = serve(echo(logic));
    await agent.get('/thing?tag=a&tag=b').expect(200, { tag: ['a', 'b'] });
    await agent.get('/thing?tag[]=a,b').expect(200, { tag: ['a,b'] });
    await agent.get('/thing?tag[]=a&tag[]=b').expect(200, { tag: ['a', 'b'] });
    await agent.get('/thing?tag[1]=b&tag[0]=a').expect(200, { tag: ['a', 'b'] });
    await agent.get('/thing?tag=a&tag[]=b').expect(400);
  });

  it('accepts a list or a scalar as the body', async () => {
    const list = echo({ postAction: { body: { array: true, required: true, children: { int: true } } } });
    await serve(list)
      .agent.post('/thing')
      .send([1, 2])
      .expect(200, { body: [1, 2] });
    const { body } = await serve(list)
      .agent.post('/thing')
      .send([1, 'x'] as object)
      .expect(422);
    expect(body.errors).to.have.length(1);
    expect(body.errors[0]).to.include({ pointer: '/1', rule: 'int' });
    await serve(list).agent.post('/thing').expect(422);
    const text = echo({ postAction: { body: { string: true, length: { max: 3 } } } });
    await serve(text).agent.post('/thing').type('json').send('"abc"').expect(200, { body: 'abc' });
    await serve(text).agent.post('/thing').type('json').send('"abcd"').expect(422);
  });

  it('coerces forms and never JSON', async () => {
    const { agent } = serve(echo(logic));
    await agent
      .post('/thing')
      .type('form')
      .send('name=a&views=2')
      .expect(200, { body: { name: 'a', views: 2 } });
    const { body } = await agent.post('/thing').send({ name: 'a', views: '2' }).expect(422);
    expect(body.errors[0]).to.include({ pointer: '/views', rule: 'int' });
  });

  it('runs custom rules', async () => {
    const { agent } = serve(echo(logic));
    await agent.post('/thing').send({ name: 'a', slug: 'a-b' }).expect(200);
    const { body } = await agent.post('/thing').send({ name: 'a', slug: 'A b' }).expect(422);
    expect(body.errors).to.deep.equal([{ in: 'body', pointer: '/slug', rule: 'slug', message: 'slug must be a slug' }]);
  });
});

onBothMajors('runLogic: languages', (serve) => {
  const logic = defineLogic({
    rules: [slug],
    messages: { 'zh-CN': { '/name': { length: '名称太长' } } },
    postAction: {
      body: {
        name: { required: true, string: true, length: { max: 3 } },
        slug: { slug: true },
        views: { int: { min: 1 } },
      },
    },
  });

  for (const [header, language, message] of [
    [undefined, 'en', 'name is required'],
    ['fr', 'en', 'name is required'],
    ['zh-CN,zh;q=0.9,en;q=0.8', 'zh-CN', 'name 不能为空'],
    ['en;q=0.1, zh-Hans', 'zh-CN', 'name 不能为空'],
  ] as const) {
    it(`answers ${header ?? 'no Accept-Language'} in ${language}`, async () => {
      const { agent } = serve(echo(logic));
      const sent = agent.post('/thing').send({});
      if (header !== undefined) sent.set('Accept-Language', header);
      const { body } = await sent.expect(422).expect('Content-Language', language).expect('Vary', 'Accept-Language');
      expect(body).to.include({ code: 'E_VALIDATION', detail: message });
      expect(body.errors).to.deep.equal([{ in: 'body', pointer: '/name', rule: 'required', message }]);
    });
  }

  it('keeps other fields of Vary', async () => {
    const { default: supertest } = await import('supertest');
    const { default: express } = await import('express');
    const app = express();
    app.use((_req, res, next) => next(void res.set('Vary', 'Origin')));
    app.use(serve(echo(logic)).app);
    await supertest(app).post('/thing').send({}).expect(422).expect('Vary', 'Origin, Accept-Language');
  });

  it('prefers messages of the logic, then of the options, then of the rules', async () => {
    const messages = { 'zh-CN': { length: '太长', int: '要{args}' }, '*': { slug: '{name}!' } };
    const { agent } = serve(echo(logic, { messages }));
    const { body } = await agent
      .post('/thing')
      .set('Accept-Language', 'zh-CN')
      .send({ name: 'long', slug: 'A', views: 0 })
      .expect(422);
    expect(body.errors.map(({ message }: { message: string }) => message)).to.deep.equal([
      '名称太长',
      'slug!',
      '要至少 1',
    ]);
    expect(body.errors[2].expected).to.deep.equal({ min: 1 });
  });

  it('accepts a function for all messages', async () => {
    const { agent } = serve(echo(logic, { messages: ({ name, rule, language }) => `${language}:${name}:${rule}` }));
    const { body } = await agent.post('/thing').set('Accept-Language', 'zh').send({}).expect(422);
    expect(body.detail).to.equal('zh-CN:name:required');
  });

  it('sets no Content-Language for other errors', async () => {
    const { headers } = await serve(echo(logic)).agent.put('/thing').set('Accept-Language', 'zh').expect(405);
    expect(headers).not.to.have.property('content-language');
  });
});

onBothMajors('runLogic: the environment', (serve) => {
  it('has the request, its signal and the models, for functions and asynchronous rules', async () => {
    const seen: Environment[] = [];
    const free = defineRule('free', {
      on: 'string',
      testAsync: async (value, { name, environment, signal }) => {
        seen.push(environment);
        expect(signal).to.equal(environment.signal);
        return (
          (await environment
            .model('thing')
            .where({ [name]: value })
            .count()) === 0
        );
      },
      message: '{name} is taken',
    });
    const logic = defineLogic({
      rules: [free],
      postAction: ({ environment }) => {
        seen.push(environment);
        const name = { required: true, string: true, free: true } as const;
        return { body: environment.req.headers['x-any'] === 'yes' ? { name, slug: { string: true } } : { name } };
      },
    });
    class Thing extends Rest {}
    const { agent, models } = serve(
      { rules, controllers: { thing: Thing }, logics: { thing: logic as never } },
      tables,
    );
    await agent.post('/thing').send({ name: 'a' }).expect(201);
    const { body } = await agent.post('/thing').send({ name: 'a' }).expect(422);
    expect(body.errors).to.deep.equal([{ in: 'body', pointer: '/name', rule: 'free', message: 'name is taken' }]);
    // What the function declares for a request is what its action may write.
    await agent.post('/thing').send({ name: 'b', slug: 'x' }).expect(422);
    await agent.post('/thing').set('X-Any', 'yes').send({ name: 'b', slug: 'x' }).expect(201);
    expect(models.rows('thing').map(({ slug: written }) => written)).to.deep.equal([null, 'x']);
    expect(seen[0]).to.equal(seen[1]);
    expect(seen[0]?.signal).to.be.instanceOf(AbortSignal);
  });

  it('can be destructured', async () => {
    const logic = defineLogic({
      getAction: async ({ environment: { model } }) => ({
        query: { name: { in: (await model('thing').select()).map(({ name }) => String(name)) } },
      }),
    });
    class Thing extends Rest {}
    const { agent, models } = serve(
      { rules, controllers: { thing: Thing }, logics: { thing: logic as never } },
      tables,
    );
    for (const name of ['a', 'b']) await models.repository('thing').insert({ name });
    // What a function declares for the query filters the list.
    expect((await agent.get('/thing?name=b').expect(200)).body).to.have.length(1);
    const { body } = await agent.get('/thing?name=c').expect(422);
    expect(body.errors[0]).to.deep.include({ in: 'query', pointer: '/name', rule: 'in', expected: ['a', 'b'] });
  });

  it('aborts asynchronous rules at the deadline', async () => {
    let stopped: unknown;
    const slow = defineRule('slow', {
      on: 'string',
      testAsync: async (_value, { signal }) => {
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
        stopped = signal.reason;
        return true;
      },
      message: 'x',
    });
    const logic = { rules: [slow], postAction: { body: { name: { slow: true } } } };
    const { agent } = serve(echo(logic, { timeout: 20 }));
    expect((await agent.post('/thing').send({ name: 'a' }).expect(503)).body.code).to.equal('E_TIMEOUT');
    expect(stopped).to.match(/longer than 20 ms/);
  });
});

onBothMajors('runLogic: errors of functions', (serve) => {
  const thrown: readonly [string, () => unknown, number, string, RegExp | undefined][] = [
    ['an error', () => { throw new TypeError('mine'); }, 500, 'E_INTERNAL', undefined],
    ['a rejection', async () => { throw new TypeError('mine'); }, 500, 'E_INTERNAL', undefined],
    ['nothing', () => { throw undefined; }, 500, 'E_INTERNAL', undefined],
    ['an error that knows better', () => { throw Object.assign(new Error('x'), { hint: 'Do this.' }); }, 500, 'E_INTERNAL', /^Do this\.$/],
    ['an answer', () => { throw new HttpError(403); }, 403, 'E_FORBIDDEN', undefined],
    ['a failure on purpose', () => { throw new HttpError(500); }, 500, 'E_INTERNAL', undefined],
    ['what may be shown', () => { throw Object.assign(new Error('pay'), { status: 402, expose: true }); }, 402, 'E_PAYMENT_REQUIRED', undefined],
    ['an error of the store', () => { throw new DataError('unavailable', 'x'); }, 503, 'E_UNAVAILABLE', /x/],
    ['a column that is not there', () => { throw new DataError('unknown_field', 'no "emial"'); }, 500, 'E_INTERNAL', /no "emial"/],
    ['no shape', () => 7, 500, 'E_INTERNAL', undefined],
  ]; // biome-ignore format: one a line
  for (const [what, postAction, status, code, hint] of thrown) {
    it(`answers ${what} with ${status}`, async () => {
      const { body } = await serve(echo({ postAction })).agent.post('/thing').send({}).expect(status);
      expect(body).to.include({ status, code });
      if (hint === undefined) expect(body).not.to.have.property('hint');
      else expect(body.hint).to.match(hint);
    });
  }

  it('names the position of an invalid declaration', async () => {
    const logic = { postAction: () => ({ body: { a: { strng: true } } }) };
    const { body } = await serve(echo(logic)).agent.post('/thing').send({}).expect(500);
    expect(body.detail).to.match(/the logic "thing": postAction\.body\.a: .*did you mean "string"\?/);
  });
});
