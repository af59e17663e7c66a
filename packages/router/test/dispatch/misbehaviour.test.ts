import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import { ReadableStream } from 'node:stream/web';
import { ValidationError } from '@rest-gen/logic';
import { expect } from 'chai';
import type { RequestHandler } from 'express';
import { Controller, type ControllerClass, HttpError, type RestRouterOptions } from '../../src/index.ts';
import { acting, onBothMajors } from '../serve.ts';
import { uncaught } from '../uncaught.ts';

const rules = [['/thing/:id?', 'rest']] as const;
const thing = (Thing: ControllerClass): RestRouterOptions => ({ rules, controllers: { thing: Thing } });

onBothMajors('errors while an error is answered', (serve) => {
  // biome-ignore format: a table
  for (const [name, action] of [
    ['a header that cannot be sent', () => { throw new HttpError(401, 'x', { headers: { 'WWW-Authenticate': 'realm="€"' } }); }],
    ['a header without a value', () => { throw new HttpError(503, 'x', { headers: { 'Retry-After': undefined as never } }); }],
    ['a header name that is none', () => { throw new HttpError(503, 'x', { headers: { 'a b': 'c' } }); }],
    ['a value without a prototype', () => { throw Object.create(null); }],
  ] as const) {
    // biome-ignore format: one action a line
    it(`answers ${name} with 500`, async () => {
      const { agent } = serve(thing(acting(action)));
      const left = await uncaught(async () => {
        const { body, headers } = await agent.get('/thing').expect(500);
        expect(body).to.include({ code: 'E_INTERNAL' });
        expect(headers).not.to.have.any.keys('www-authenticate', 'retry-after');
      });
      expect(left).to.deep.equal([]);
    });
  }

  // biome-ignore format: a table
  for (const [name, onError] of [
    ['throws', () => { throw new Error('from onError'); }],
    ['rejects', async () => { throw new Error('from onError'); }],
  ] as const) {
    // biome-ignore format: one handler a line
    it(`answers 500 when onError ${name}`, async () => {
      const { agent } = serve({ ...thing(acting(() => { throw new Error('first'); })), onError }); // biome-ignore format: short
      const left = await uncaught(() => agent.get('/thing').expect(500));
      expect(left).to.deep.equal([]);
    });
  }

  it('recognizes errors of another copy of the package', async () => {
    const strange = (error: object) => () => {
      throw Object.assign(new Error('told'), error);
    };
    const { agent } = serve(
      thing(acting(strange({ name: 'HttpError', status: 404, code: 'E_X', detail: 'told', headers: {}, extra: {} }))),
    );
    expect((await agent.get('/thing').expect(404)).body).to.include({ code: 'E_X', detail: 'told' });
    const errors = [{ in: 'body', pointer: '/a', rule: 'required', message: 'a is required' }];
    const other = serve(thing(acting(strange({ name: 'ValidationError', status: 422, code: 'E_VALIDATION', errors }))));
    expect((await other.agent.get('/thing').expect(422)).body.errors).to.deep.equal(errors);
    const own = serve(thing(acting(() => { throw new ValidationError(errors as never); }))); // biome-ignore format: short
    await own.agent.get('/thing').expect(422);
  });

  it('keeps the header fields of exposed errors', async () => {
    const error = Object.assign(new Error('log in'), {
      status: 401,
      expose: true,
      headers: { 'WWW-Authenticate': 'Basic' },
    });
    await serve(thing(acting(() => { throw error; }))).agent.get('/thing').expect(401).expect('WWW-Authenticate', 'Basic'); // biome-ignore format: short
  });

  it('sends the status message of the error', async () => {
    const { agent } = serve(thing(acting(function () { this.res.statusMessage = 'All Fine'; throw new Error('x'); }))); // biome-ignore format: short
    const response = await agent.get('/thing').expect(500);
    expect((response as unknown as { res: IncomingMessage }).res.statusMessage).to.equal('Internal Server Error');
  });
});

onBothMajors('streams as answers', (serve) => {
  it('destroys a stream that is not sent', async () => {
    const streams: Readable[] = [];
    const open = () => {
      const stream = createReadStream('/no/such/file');
      streams.push(stream);
      return stream;
    };
    class Failing extends Controller {
      getAction() {
        return this.id === 'head' ? this.success(open(), { headers: { 'x y': '1' } }) : open();
      }
      override __after() {
        if (this.id === 'after') throw new Error('after');
      }
    }
    const left = await uncaught(async () => {
      const { agent } = serve(thing(Failing));
      await agent.get('/thing/after').expect(500);
      await agent.get('/thing/head').expect(500);
      await Promise.all(
        streams.map((stream) => stream.closed || new Promise((resolve) => stream.once('close', resolve))),
      );
    });
    expect(left).to.deep.equal([]);
    expect(streams.map(({ destroyed }) => destroyed)).to.deep.equal([true, true]);
  });

  it('destroys a stream that is returned after the deadline', async () => {
    const stream = new PassThrough();
    const { agent } = serve({
      ...thing(
        acting(async function () {
          await once(this.signal, 'abort');
          return stream;
        }),
      ),
      timeout: 10,
    });
    const closed = once(stream, 'close');
    await agent.get('/thing').expect(503);
    await closed;
  });

  it('cancels a web stream that never begins', async () => {
    let cancel: (reason: unknown) => void = () => {};
    const cancelled = new Promise((resolve) => {
      cancel = resolve;
    });
    const action = acting(() => new ReadableStream({ cancel }));
    const left = await uncaught(async () => {
      await serve({ ...thing(action), timeout: 10 })
        .agent.get('/thing')
        .expect(503);
      await cancelled;
    });
    expect(left).to.deep.equal([]);
  });

  it('refuses streams of objects without an uncaught error', async () => {
    const left = await uncaught(async () => {
      const { body } = await serve(thing(acting(() => Readable.from([{ a: 1 }]))))
        .agent.get('/thing')
        .expect(500);
      expect(body).to.include({
        code: 'E_NO_ANSWER',
        hint: 'The action returned a stream of objects; return one of text or bytes.',
      });
    });
    expect(left).to.deep.equal([]);
  });

  it('sends web streams and streams of other implementations', async () => {
    const web = serve(thing(acting(() => new Blob(['web']).stream())));
    expect((await web.agent.get('/thing').expect(200)).body.toString()).to.equal('web');
    const foreign = new Proxy(Readable.from(['other'], { objectMode: false }), {
      getPrototypeOf: () => Object.prototype,
    });
    expect(foreign).not.to.be.instanceOf(Readable);
    const { body } = await serve(thing(acting(() => foreign))).agent.get('/thing');
    expect(body.toString()).to.equal('other');
  });
});

onBothMajors('envelopes, statuses and Location of an answer', (serve) => {
  it('sends no body with status 204', async () => {
    class Before extends Controller {
      override __before() {
        this.success();
      }
      getAction() {}
    }
    await serve(thing(Before)).agent.get('/thing').expect(204);
    const { headers } = await serve(thing(acting(function () { return this.success({ a: 1 }, { status: 204 }); }))).agent.get('/thing').expect(204, ''); // biome-ignore format: short
    expect(headers).not.to.have.property('content-length');
  });

  it('keeps the Location of an action', async () => {
    const given = acting(function () { return this.success({ id: 7 }, { headers: { location: '/elsewhere' } }); }); // biome-ignore format: short
    await serve(thing(given)).agent.post('/thing').expect(200).expect('Location', '/elsewhere');
    const set = acting(function () { this.res.setHeader('Location', '/set'); return { id: 7 }; }); // biome-ignore format: short
    await serve(thing(set)).agent.post('/thing').expect(200).expect('Location', '/set');
  });

  it('awaits an async envelope, and reports one that returns nothing', async () => {
    const answering = thing(acting(() => 1));
    await serve({ ...answering, envelope: async (data) => ({ data }) })
      .agent.get('/thing')
      .expect(200, { data: 1 });
    const { body } = await serve({ ...answering, envelope: () => undefined })
      .agent.get('/thing')
      .expect(500);
    expect(body.hint).to.match(/envelope/);
  });
});

onBothMajors('misbehaving clients and middleware', (serve) => {
  async function listen(options: RestRouterOptions, prepare?: (app: ReturnType<typeof serve>['app']) => void) {
    const outer = serve({ rules: [], controllers: {} });
    prepare?.(outer.app);
    outer.app.use(serve(options).app);
    const server = outer.app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return { server, port: (server.address() as AddressInfo).port };
  }
  const read = async (socket: Socket): Promise<string> => {
    let text = '';
    for await (const chunk of socket) text += chunk;
    return text;
  };

  it('reads a request that a middleware has paused', async () => {
    const pause: RequestHandler = (req, _res, next) => {
      req.pause();
      setImmediate(next);
    };
    const echo = acting(function () { return this.post(); }); // biome-ignore format: short
    Object.assign(echo, { forms: true });
    const { server, port } = await listen({ ...thing(echo), timeout: 1_000 }, (app) => app.use(pause));
    for (const body of ['{"a":1}', 'a=1']) {
      const type = body === 'a=1' ? 'application/x-www-form-urlencoded' : 'application/json';
      const socket = connect(port, '127.0.0.1');
      socket.write(
        `POST /thing HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
      expect(await read(socket)).to.match(/^HTTP\/1\.1 200 .*\{"a":"?1"?\}$/s);
    }
    server.close();
  });

  it('refuses an endless chunked body at the limit', async () => {
    const { server, port } = await listen({ ...thing(acting(() => 1)), limits: { body: 1_000 } });
    const socket = connect(port, '127.0.0.1');
    socket.write(
      'POST /thing HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
    );
    socket.write(`400\r\n${'1'.repeat(1024)}\r\n`);
    expect(await read(socket))
      .to.match(/^HTTP\/1\.1 413 /)
      .and.to.match(/Connection: close/);
    server.close();
  });

  it('answers 408 when the body is not received in time', async () => {
    const { server, port } = await listen({ ...thing(acting(() => 1)), timeout: 30 });
    const socket = connect(port, '127.0.0.1');
    socket.write('POST /thing HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{');
    expect(await read(socket))
      .to.match(/^HTTP\/1\.1 408 /)
      .and.to.match(/E_BODY_TIMEOUT/);
    server.close();
  });

  it('runs no action for a client that has disconnected during a middleware', async () => {
    let ran = false;
    let passed: (value: unknown) => void = () => {};
    const done = new Promise((resolve) => {
      passed = resolve;
    });
    const { server, port } = await listen(
      thing(
        acting(() => {
          ran = true;
        }),
      ),
      (
        app, // biome-ignore format: short
      ) =>
        app.use(async (_req, res, next) => {
          await once(res, 'close');
          next();
          setImmediate(passed);
        }),
    );
    const client = request({ port, host: '127.0.0.1', path: '/thing' }).on('error', () => {});
    client.end();
    await once(client, 'finish');
    await once(server, 'request').catch(() => {});
    client.destroy();
    await done;
    expect(ran).to.equal(false);
    server.close();
  });

  it('counts the bytes of express.raw() as one value, and each field of a form', async () => {
    const { default: express } = await import('express');
    const { default: supertest } = await import('supertest');
    const size = acting(function () { return { size: (this.post() as Buffer).length }; }); // biome-ignore format: short
    const { server } = await listen(thing(size), (app) => app.use(express.raw()));
    const { body } = await supertest(server)
      .post('/thing')
      .type('application/octet-stream')
      .send(Buffer.alloc(2_000))
      .expect(200);
    expect(body).to.deep.equal({ size: 2_000 });
    server.close();
    const form = Array.from({ length: 1_001 }, (_, index) => `f${index}=1`).join('&');
    expect(
      (
        await serve(thing(Object.assign(size, { forms: true })))
          .agent.post('/thing')
          .type('form')
          .send(form)
          .expect(413)
      ).body.code,
    ).to.equal('E_BODY_LIMIT');
  });

  it('accepts long lists within the limits', async () => {
    const options = { ...thing(acting(() => ({}))), limits: { items: 300_000, body: 1_000_000 } };
    await serve(options).agent.post('/thing').send(new Array(200_000).fill(1)).expect(200);
  });
});
