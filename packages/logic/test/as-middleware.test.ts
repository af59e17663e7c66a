import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import express5, { type ErrorRequestHandler, type Request } from 'express';
import express4 from 'express4';
import supertest from 'supertest';
import { asMiddleware, type MiddlewareOptions } from '../src/as-middleware.ts';
import { defineLogic } from '../src/define-logic.ts';
import { defineRule } from '../src/define-rule.ts';
import { LogicError, ValidationError } from '../src/errors.ts';

const free = defineRule('free', {
  on: 'string',
  testAsync: async (value) => value !== 'taken',
  message: { en: '{name} is taken', 'zh-CN': '{name}已被占用' },
});
const failing = defineRule('failing', {
  on: 'string',
  testAsync: async (value) => {
    if (value === 'route') throw value;
    throw new TypeError('no store');
  },
  message: 'fails',
});

const logic = defineLogic({
  rules: [free, failing],
  params: { id: { int: { min: 1 } } },
  postAction: {
    query: { page: { int: true, default: 1 }, tag: { array: true }, 'views[gte]': { int: true } },
    headers: { 'X-Count': { int: true } },
    body: {
      name: { required: true, string: true, trim: true, free: true },
      views: { int: true },
      broken: { failing: true },
    },
    files: { photo: { file: true } },
  },
  putAction: ({ action, params, environment }) => ({
    body: { [`of${params?.id}${action}${Object.keys(environment).length}`]: { int: true, required: true } },
  }),
  deleteAction: {},
});

/** The type of Express 5 for both: the parts used here are the same. */
const MAJORS = [
  ['Express 5', express5],
  ['Express 4', express4 as unknown as typeof express5],
] as const;

for (const [major, express] of MAJORS) {
  describe(`asMiddleware (${major})`, () => {
    const answer: ErrorRequestHandler = (error, _req, res, _next) => {
      if (!(error instanceof ValidationError)) return void res.status(500).json({ thrown: String(error) });
      res.status(error.status).set('Content-Language', error.language).type('application/problem+json');
      res.send(JSON.stringify(error.toProblem()));
    };
    const serve = (options: MiddlewareOptions = {}) => {
      const app = express();
      app.use(express.json(), express.urlencoded({ extended: true }));
      app.post('/thing/:id', asMiddleware(logic, 'postAction', options), (_req, res) => {
        res.json(res.locals.input);
      });
      app.put('/thing/:id', asMiddleware(logic, 'putAction', options), (_req, res) => {
        res.json(res.locals.input.body);
      });
      app.delete('/thing/:id', asMiddleware(logic, 'deleteAction', options), (_req, res) => {
        res.json(res.locals.input.params);
      });
      app.use(answer);
      return supertest(app);
    };

    it('sets res.locals.input to the validated input', async () => {
      const sent = { name: ' a ', views: 2 };
      const { body } = await serve()
        .post('/thing/7?tag=a&tag=b&views[gte]=3')
        .set('X-Count', '4')
        .send(sent)
        .expect(200);
      expect(body).to.deep.equal({
        params: { id: 7 },
        query: { page: 1, tag: ['a', 'b'], 'views[gte]': 3 },
        headers: { 'X-Count': 4 },
        body: { name: 'a', views: 2 },
        files: {},
      });
    });

    it('coerces forms but not JSON', async () => {
      const form = await serve().post('/thing/7').type('form').send('name=a&views=2').expect(200);
      expect(form.body.body).to.deep.equal({ name: 'a', views: 2 });
      const json = await serve().post('/thing/7').send({ name: 'a', views: '2' }).expect(422);
      expect(json.body.errors).to.deep.equal([
        { in: 'body', pointer: '/views', rule: 'int', message: 'views must be a whole number' },
      ]);
    });

    it('treats an unread body as absent', async () => {
      const app = express();
      app.post('/thing', asMiddleware(logic, 'postAction'));
      app.use(answer);
      const { body } = await supertest(app).post('/thing').send({ name: 'a' }).expect(422);
      expect(body.errors[0]).to.include({ pointer: '/name', rule: 'required' });
    });

    it('passes ValidationError to the error handler', async () => {
      const { body } = await serve()
        .post('/thing/0?pag=1')
        .send({ name: '' })
        .expect(400)
        .expect('Content-Type', /^application\/problem\+json/);
      expect(body).to.include({ type: 'about:blank', title: 'Bad Request', status: 400, code: 'E_QUERY' });
      expect(body.detail).to.contain('id must be a whole number at least 1; ').and.to.contain('; name is required');
      expect(body.errors.map(({ in: section, rule }: { in: string; rule: string }) => [section, rule])).to.deep.equal([
        ['params', 'int'],
        ['query', 'unknown'],
        ['body', 'required'],
      ]);
    });

    it('works with the default error handler of Express', async () => {
      const app = express();
      // Express prints what it answers by itself.
      app.set('env', 'test');
      app.post('/thing', express.json(), asMiddleware(logic, 'postAction'));
      await supertest(app).post('/thing').send({}).expect(422);
    });

    it('waits for asynchronous rules', async () => {
      await serve().post('/thing/7').send({ name: 'free' }).expect(200);
      const { body } = await serve().post('/thing/7').send({ name: 'taken' }).expect(422);
      expect(body).to.include({ title: 'Unprocessable Entity', detail: 'name is taken' });
    });

    it('passes on errors of rules and does not interpret "route"', async () => {
      const { body } = await serve().post('/thing/7').send({ name: 'a', broken: 'x' }).expect(500);
      expect(body.thrown).to.equal('TypeError: no store');
      const route = await serve().post('/thing/7').send({ name: 'a', broken: 'route' }).expect(500);
      expect(route.body.thrown).to.equal('Error: The logic threw a value that is not an error.');
    });

    it('calls functions for each request', async () => {
      expect((await serve().put('/thing/7').send({ of7putAction1: 1 }).expect(200)).body).to.deep.equal({
        of7putAction1: 1,
      });
      expect((await serve().put('/thing/8').send({ of7putAction1: 1 }).expect(422)).body.detail).to.contain(
        'of8putAction1',
      );
    });

    it('passes undeclared sections unchanged', async () => {
      expect((await serve().delete('/thing/7').expect(200)).body).to.deep.equal({ id: 7 });
      const app = express();
      const nothing = defineLogic({ getAction: {} });
      app.get('/:a', asMiddleware(nothing, 'getAction'), (_req, res) => {
        const { params, query, body = null, files } = res.locals.input;
        res.json({ params, query, body, files });
      });
      const { body } = await supertest(app).get('/1?x=2&__proto__=3').expect(200);
      expect(JSON.stringify(body.query)).to.equal('{"x":"2","__proto__":"3"}');
      expect(body.params).to.deep.equal({ a: '1' });
      expect(body.files).to.deep.equal({});
    });

    it('uses the language of the client and the messages of the program', async () => {
      const messages = { 'zh-CN': { required: '请填写{name}' }, '*': { free: '{name}?' } };
      for (const [sent, language, detail] of [
        [{}, 'zh-CN', '请填写name'],
        [{ name: 'taken' }, 'zh-CN', 'name?'],
        [{ name: 'a', views: 1.5 }, 'zh-CN', 'views 必须是整数'],
      ] as const) {
        const response = await serve({ messages })
          .post('/thing/7')
          .set('Accept-Language', 'zh-CN, en;q=0.5')
          .send(sent)
          .expect(422)
          .expect('Content-Language', language);
        expect(response.body.detail).to.equal(detail);
      }
    });

    it('passes the environment to rules and functions', async () => {
      const seen: unknown[] = [];
      const looking = defineLogic({
        getAction: ({ environment }) => {
          seen.push(environment);
          return {};
        },
      });
      const own = { host: 'x' } as object;
      for (const environment of [own, (req: Request) => ({ host: req.hostname }) as object]) {
        const app = express();
        app.get('/', asMiddleware(looking, 'getAction', { environment }), (_req, res) => {
          res.end();
        });
        await supertest(app).get('/').set('Host', 'x').expect(200);
      }
      expect(seen).to.have.length(2);
      for (const environment of seen) {
        expect(environment).to.include({ host: 'x' });
        expect((environment as { signal: AbortSignal }).signal).to.be.instanceOf(AbortSignal);
      }
    });

    it('aborts the signal when the client disconnects', async () => {
      const signals: AbortSignal[] = [];
      let arrived = () => {};
      const waiting = defineRule('waiting', {
        on: 'string',
        testAsync: async (value, { signal }) => {
          signals.push(signal);
          arrived();
          if (value === 'wait' && !signal.aborted) await once(signal, 'abort');
          return true;
        },
        message: 'waits',
      });
      const slow = defineLogic({ rules: [waiting], getAction: { query: { q: { waiting: true } } } });
      const app = express();
      let reached = () => {};
      app.get('/gone', (_req, res, next) => {
        res.destroy();
        res.once('close', () => next());
      });
      app.use(asMiddleware(slow, 'getAction'), (_req, res) => {
        reached();
        res.end();
      });
      const server = app.listen(0);
      const { port } = server.address() as AddressInfo;
      try {
        expect((await fetch(`http://127.0.0.1:${port}/?q=now`)).status).to.equal(200);
        const came = new Promise<void>((resolve) => {
          arrived = resolve;
        });
        const passed = new Promise<void>((resolve) => {
          reached = resolve;
        });
        const client = request({ port, path: '/?q=wait' }).on('error', () => {});
        client.end();
        await came;
        client.destroy();
        await passed;
        expect(signals.map(({ aborted }) => aborted)).to.deep.equal([false, true]);
        const again = new Promise<void>((resolve) => {
          reached = resolve;
        });
        await fetch(`http://127.0.0.1:${port}/gone?q=wait`).catch(() => {});
        await again;
        expect(signals[2]?.aborted).to.equal(true);
      } finally {
        server.closeAllConnections();
        server.close();
        await once(server, 'close');
      }
    });
  });
}

describe('asMiddleware: without a router', () => {
  it('accepts a request without params and body', () => {
    const res = { locals: {} as Record<string, unknown>, destroyed: false, writableEnded: false, once: () => {} };
    const errors: unknown[] = [];
    const nothing = asMiddleware(defineLogic({ getAction: {} }), 'getAction');
    nothing({ url: '/?a=1', headers: {} }, res, (error) => errors.push(error));
    expect(errors).to.deep.equal([undefined]);
    expect(res.locals.input).to.deep.include({ params: {}, headers: {}, body: undefined });
  });
});

describe('asMiddleware: at start', () => {
  for (const [what, make, message] of [
    [
      'an action that is not declared',
      () => asMiddleware(logic, 'pstAction' as 'postAction'),
      /"pstAction" is not declared; did you mean "postAction"\?/,
    ],
    [
      'an action that is nothing like one',
      () => asMiddleware(logic, 'x' as 'postAction'),
      /"x" is not declared; the actions are postAction, putAction, deleteAction/,
    ],
    [
      'a wrong logic',
      () => asMiddleware({ getAction: { body: { a: { strng: true } } } } as never, 'getAction' as never),
      /did you mean "string"\?/,
    ],
    [
      'wrong messages',
      () => asMiddleware(logic, 'postAction', { messages: { en: { fre: 'x' } } }),
      /^asMiddleware: messages has en: "fre".*did you mean "free"\?/,
    ],
  ] as const) {
    it(`refuses ${what}`, () => {
      expect(make).to.throw(LogicError, message);
    });
  }
});
