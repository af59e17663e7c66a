import { once } from 'node:events';
import { Readable } from 'node:stream';
import { defineLogic } from '@rest-gen/logic';
import { expect } from 'chai';
import { Controller, type ControllerClass, DataError, HttpError } from '../src/index.ts';
import { acting, onBothMajors } from './serve.ts';

const rules = [['/thing/:id?', 'rest']] as const;

/** Serve one class as `thing`. */
const thing = (Thing: ControllerClass) => ({ rules, controllers: { thing: Thing } });

onBothMajors('handleRequest: methods', (serve) => {
  class Full extends Controller {
    getAction = undefined as never;
    deleteAction() {}
  }
  class ReadOnly extends Controller {
    getAction() {
      return { id: this.id ?? null };
    }
  }
  class Writable extends ReadOnly {
    postAction() {
      return { id: 5 };
    }
    putAction() {
      return {};
    }
    patchAction() {
      return {};
    }
    deleteAction() {}
  }

  for (const [Thing, method, path, status, allow] of [
    [ReadOnly, 'post', '/thing', 405, 'GET, HEAD, OPTIONS'],
    [ReadOnly, 'put', '/thing/1', 405, 'GET, HEAD, OPTIONS'],
    [Writable, 'post', '/thing/1', 405, 'GET, HEAD, PUT, PATCH, DELETE, OPTIONS'],
    [Writable, 'put', '/thing', 405, 'GET, HEAD, POST, OPTIONS'],
    [Writable, 'patch', '/thing', 405, 'GET, HEAD, POST, OPTIONS'],
    [Writable, 'delete', '/thing', 405, 'GET, HEAD, POST, OPTIONS'],
    [Writable, 'delete', '/thing?id=7', 405, 'GET, HEAD, POST, OPTIONS'],
    [Writable, 'trace', '/thing', 405, 'GET, HEAD, POST, OPTIONS'],
    [Writable, 'options', '/thing', 204, 'GET, HEAD, POST, OPTIONS'],
    [Writable, 'options', '/thing/1', 204, 'GET, HEAD, PUT, PATCH, DELETE, OPTIONS'],
    [Full, 'get', '/thing', 405, 'OPTIONS'],
  ] as const) {
    it(`${method.toUpperCase()} ${path} of ${Thing.name} is ${status} with Allow: ${allow}`, async () => {
      const { agent } = serve(thing(Thing));
      const response = await agent[method](path).expect(status).expect('Allow', allow);
      if (status === 405) expect(response.body).to.include({ code: 'E_METHOD', status: 405 });
    });
  }

  it('lists the patch formats in OPTIONS of an item only', async () => {
    const { agent } = serve(thing(Writable));
    await agent.options('/thing/1').expect('Accept-Patch', 'application/merge-patch+json, application/json');
    expect((await agent.options('/thing')).headers).not.to.have.property('accept-patch');
  });

  it('calls __call for a method without an action', async () => {
    class Open extends ReadOnly {
      override __call() {
        return { called: this.req.method };
      }
    }
    const { agent } = serve(thing(Open));
    await agent.delete('/thing/1').expect(200, { called: 'DELETE' });
    await agent.get('/thing/1').expect(200, { id: '1' });
  });
});

onBothMajors('handleRequest: the answer of an action', (serve) => {
  const answers: readonly [string, (this: Controller) => unknown, number, unknown][] = [
    ['a returned object', () => ({ a: 1 }), 200, { a: 1 }],
    ['a promise', async () => [1], 200, [1]],
    ['null', () => null, 200, null],
    ['a number', () => 7, 200, 7],
    ['success with return', function () { return this.success({ a: 1 }); }, 200, { a: 1 }],
    ['success without return', function () { this.success({ a: 1 }); }, 200, { a: 1 }],
    ['success with a status', function () { return this.success({ a: 1 }, { status: 202 }); }, 202, { a: 1 }],
    ['success without data', function () { this.success(undefined); }, 204, {}],
    ['a big integer', () => ({ id: 9007199254740993n }), 200, { id: '9007199254740993' }],
    ['Express itself', function () { this.res.status(203).json({ own: true }); }, 203, { own: true }],
  ]; // biome-ignore format: one answer a line
  for (const [name, getAction, status, body] of answers) {
    it(`answers ${name}`, async () => {
      class Thing extends Controller {}
      Object.assign(Thing.prototype, { getAction });
      const response = await serve(thing(Thing)).agent.get('/thing').expect(status);
      expect(response.body).to.deep.equal(body);
    });
  }

  it('sets header fields, and overrides defaults', async () => {
    const Thing = acting((controller) =>
      controller.success('a,b', { headers: { 'Content-Type': 'text/csv', 'X-More': '1' } }),
    );
    await serve(thing(Thing))
      .agent.get('/thing')
      .expect('Content-Type', 'text/csv; charset=utf-8')
      .expect('X-More', '1');
  });

  it('sends streams and bytes unchanged', async () => {
    const Thing = acting((controller) => (controller.id ? Buffer.from('bytes') : Readable.from(['a', 'b'])));
    const { agent } = serve(thing(Thing));
    const stream = await agent.get('/thing').expect(200).expect('Content-Type', 'application/octet-stream');
    expect(stream.body.toString()).to.equal('ab');
    expect((await agent.get('/thing/1')).body.toString()).to.equal('bytes');
  });

  it('answers 204 when an action returns nothing, except for GET', async () => {
    class Thing extends Controller {
      getAction() {}
      postAction() {}
    }
    const { agent } = serve(thing(Thing));
    await agent.post('/thing').expect(204, '');
    const { body } = await agent.get('/thing').expect(500);
    expect(body).to.include({
      code: 'E_NO_ANSWER',
      hint: 'Return the data from getAction of the controller "thing", and wait there for what writes to res.',
    });
  });

  it('includes the mount path in the Location of created()', async () => {
    const Thing = acting((controller) => controller.created('a b', { id: 'a b' }));
    const { agent } = serve(thing(Thing), {}, '/base');
    await agent.post('/base/thing/?x=1').expect(201, { id: 'a b' }).expect('Location', '/base/thing/a%20b');
  });

  it('answers 201 with Location only for created()', async () => {
    const Thing = acting((controller) => (controller.post().creates ? controller.created(5, { id: 5 }) : { id: 5 }));
    const { agent } = serve(thing(Thing));
    const { headers } = await agent.post('/thing').send({}).expect(200, { id: 5 });
    expect(headers).not.to.have.property('location');
    await agent.post('/thing').send({ creates: true }).expect(201, { id: 5 }).expect('Location', '/thing/5');
  });

  for (const type of ['text/csv; charset=utf-8', 'text/html;Charset=utf-8', 'application/xml']) {
    it(`sends text of the type ${type} as it is`, async () => {
      class Report extends Controller {
        getAction() {
          if (this.get('own') === undefined) return this.success('ä;"b"', { headers: { 'content-type': type } });
          this.res.setHeader('Content-Type', type);
          return 'ä;"b"';
        }
      }
      const { agent } = serve({ ...thing(Report), envelope: (data) => ({ data }) });
      for (const path of ['/thing', '/thing?own=1']) {
        const { headers, body } = await agent.get(path).responseType('blob').expect(200).expect('Content-Type', type);
        expect(String(body)).to.equal('ä;"b"');
        await agent.get(path).set('If-None-Match', String(headers.etag)).expect(304);
      }
    });
  }

  it('says that text without a charset is UTF-8', async () => {
    const Thing = acting((controller) => controller.success('ä', { headers: { 'content-type': 'text/html' } }));
    await serve(thing(Thing)).agent.get('/thing').expect('Content-Type', 'text/html; charset=utf-8').expect('ä');
  });

  it('sends a string as JSON', async () => {
    const Thing = acting(() => 'x');
    expect((await serve(thing(Thing)).agent.get('/thing')).text).to.equal('"x"');
  });

  it('applies envelope to successful responses only', async () => {
    const Thing = acting((controller) => (controller.id ? controller.fail(404) : { a: 1 }));
    const { agent } = serve({
      ...thing(Thing),
      envelope: (data, { status, controller, action, req }) => ({ data, status, controller, action, url: req.url }),
    });
    await agent
      .get('/thing')
      .expect(200, { data: { a: 1 }, status: 200, controller: 'thing', action: 'getAction', url: '/thing' });
    expect((await agent.get('/thing/1').expect(404)).body.code).to.equal('E_NOT_FOUND');
  });
});

onBothMajors('handleRequest: errors', (serve) => {
  const cycle: Record<string, unknown> = {};
  cycle.self = cycle;
  const failures: readonly [string, (this: Controller) => unknown, number, string][] = [
    ['fail(404)', function () { this.fail(404); }, 404, 'E_NOT_FOUND'],
    ['fail(418)', function () { this.fail(418, 'short and stout'); }, 418, 'E_I_M_A_TEAPOT'],
    ['fail with members that are not JSON', function () { this.fail(409, 'x', { cycle }); }, 409, 'E_CONFLICT'],
    ['an HttpError', () => { throw new HttpError(403, 'no', { code: 'E_OWN' }); }, 403, 'E_OWN'],
    ['an error made to be shown', () => { throw Object.assign(new Error('paid only'), { status: 402, expose: true }); }, 402, 'E_PAYMENT_REQUIRED'],
    ['an error with a hidden message', () => { throw Object.assign(new Error('secret'), { status: 410, expose: false }); }, 410, 'E_GONE'],
    ['an error with a hidden status', () => { throw Object.assign(new Error('x'), { status: 402 }); }, 500, 'E_INTERNAL'],
    ['a plain error', () => { throw new Error('secret'); }, 500, 'E_INTERNAL'],
    ['a rejection', async () => { throw new TypeError('secret'); }, 500, 'E_INTERNAL'],
    ['throw null', () => { throw null; }, 500, 'E_INTERNAL'],
    ['throw undefined', () => { throw undefined; }, 500, 'E_INTERNAL'],
    ['a cycle', () => cycle, 500, 'E_INTERNAL'],
    ['a function', () => () => 1, 500, 'E_NO_ANSWER'],
    ['a header that cannot be sent', function () { return this.success(1, { headers: { 'X-A': 'a\nb' } }); }, 500, 'E_INTERNAL'],
    ['a status that is not a good one', function () { return this.success(1, { status: 500 }); }, 500, 'E_INTERNAL'],
    ['unavailable', () => { throw new DataError('unavailable', 'x'); }, 503, 'E_UNAVAILABLE'],
    ['retry', () => { throw Object.assign(new Error('x'), { name: 'DataError', code: 'retry' }); }, 503, 'E_UNAVAILABLE'],
    ['a missing model', function () { return this.model('a').select(); }, 500, 'E_NO_TABLE'],
  ]; // biome-ignore format: one failure a line
  for (const [name, getAction, status, code] of failures) {
    it(`answers ${name} with ${status} ${code}`, async () => {
      class Thing extends Controller {}
      Object.assign(Thing.prototype, { getAction });
      const { agent } = serve(thing(Thing));
      const response = await agent
        .get('/thing?a=1')
        .expect(status)
        .expect('Content-Type', 'application/problem+json; charset=utf-8');
      expect(response.body).to.include({ type: 'about:blank', status, code, instance: '/thing' });
      expect(response.body.title).to.be.a('string');
      if (status === 503) expect(response.headers['retry-after']).to.equal('1');
    });
  }

  it('hides the message of an error in production', async () => {
    const before = process.env.NODE_ENV;
    process.env.NODE_ENV = 'production';
    try {
      class Thing extends Controller {
        getAction() {
          throw new Error('secret');
        }
      }
      const served = serve(thing(Thing));
      process.env.NODE_ENV = 'test';
      const { text } = await served.agent.get('/thing').expect(500);
      expect(JSON.parse(text)).to.deep.equal({
        type: 'about:blank',
        title: 'Internal Server Error',
        status: 500,
        detail: 'The server failed.',
        instance: '/thing',
        code: 'E_INTERNAL',
      });
    } finally {
      process.env.NODE_ENV = before;
    }
  });

  it('shows the message of an error outside production', async () => {
    class Thing extends Controller {
      getAction() {
        throw new TypeError('told');
      }
    }
    expect((await serve(thing(Thing)).agent.get('/thing')).body.detail).to.equal('TypeError: told');
  });

  it('passes errors to onError', async () => {
    const Thing = acting((controller) => controller.fail(409, 'own way'));
    const { agent, app } = serve({ ...thing(Thing), onError: (error, _req, _res, next) => next(error) });
    app.use(((
      error: HttpError,
      _req: unknown,
      res: { status(code: number): { send(text: string): void } },
      _next: unknown,
    ) => {
      res.status(error.status).send(`express: ${error.message}`);
    }) as never);
    await agent.get('/thing').expect(409, 'express: own way');
  });

  it('removes header fields of a successful response', async () => {
    class Thing extends Controller {
      getAction() {
        this.res.setHeader('ETag', '"x"').setHeader('Cache-Control', 'public').setHeader('Expires', '0');
        this.res.setHeader('Content-Disposition', 'attachment').setHeader('Transfer-Encoding', 'chunked');
        this.fail(404);
      }
    }
    const { headers } = await serve(thing(Thing)).agent.get('/thing').expect(404);
    expect(headers).not.to.have.any.keys(
      ...['etag', 'cache-control', 'expires', 'content-disposition', 'transfer-encoding'],
    );
  });
});

onBothMajors('handleRequest: order of the steps', (serve) => {
  const logic = defineLogic({ postAction: { body: { a: { required: true, int: true } } } });

  function recorder(stop?: 'false' | 'answer' | 'success' | 'throw') {
    const steps: string[] = [];
    class Thing extends Controller {
      override async __before() {
        steps.push(`before ${this.post('a')}`);
        if (stop === 'answer') this.res.status(401).send('own');
        if (stop === 'success') this.success({ early: true });
        if (stop === 'throw') this.fail(401);
        return stop !== 'false';
      }
      postAction() {
        steps.push(`action ${this.post('a')}`);
        return {};
      }
      override __after() {
        steps.push('after');
      }
    }
    return { steps, options: { ...thing(Thing), logics: { thing: logic } } };
  }

  it('runs __before, logic, action, __after', async () => {
    const { steps, options } = recorder();
    await serve(options).agent.post('/thing').send({ a: 1 }).expect(200);
    expect(steps).to.deep.equal(['before undefined', 'action 1', 'after']);
  });

  it('stops before the action when the logic refuses', async () => {
    const { steps, options } = recorder();
    await serve(options).agent.post('/thing').send({ a: 'x' }).expect(422);
    expect(steps).to.deep.equal(['before undefined']);
  });

  for (const [stop, status] of [
    ['false', 403],
    ['answer', 401],
    ['success', 200],
    ['throw', 401],
  ] as const) {
    it(`stops when __before ends with ${stop}, without reading the body`, async () => {
      const { steps, options } = recorder(stop);
      // Malformed: had it been read, the answer would be 400.
      const response = await serve(options).agent.post('/thing').set('Content-Type', 'application/json').send('{');
      expect(response.status).to.equal(status);
      expect(steps).to.deep.equal(['before undefined']);
    });
  }

  it('throws when the constructor accesses the request', async () => {
    class Thing extends Controller {
      readonly early = this.req;
      getAction() {
        return 1;
      }
    }
    expect((await serve(thing(Thing)).agent.get('/thing').expect(500)).body.detail).to.match(/begin in __before/);
  });
});

onBothMajors('handleRequest: time', (serve) => {
  it('answers 503 at the deadline, aborts the signal, and drops the late answer', async () => {
    let reason: unknown;
    let finish: (value: unknown) => void = () => {};
    const late = new Promise((resolve) => {
      finish = resolve;
    });
    class Thing extends Controller {
      async getAction() {
        await once(this.signal, 'abort');
        reason = this.signal.reason;
        await late;
        return { late: true };
      }
    }
    const { agent } = serve({ ...thing(Thing), timeout: 20 });
    const { body } = await agent.get('/thing').expect(503).expect('Retry-After', '1');
    expect(body.code).to.equal('E_TIMEOUT');
    expect(reason).to.be.an('error').with.property('message', 'The request took longer than 20 ms.');
    finish(undefined);
  });

  it('does not interrupt a response that has begun', async () => {
    class Thing extends Controller {
      async getAction() {
        this.res.write('begun ');
        await new Promise((resolve) => setTimeout(resolve, 40));
        this.res.end('done');
      }
    }
    const { text } = await serve({ ...thing(Thing), timeout: 5 })
      .agent.get('/thing')
      .expect(200);
    expect(text).to.equal('begun done');
  });
});
