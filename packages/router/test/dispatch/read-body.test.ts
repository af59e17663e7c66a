import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect } from 'chai';
import express, { type NextFunction, type Request } from 'express';
// @ts-expect-error: an alias of Express 4, whose types are not installed
import express4 from 'express4';
import { Controller } from '../../src/index.ts';
import { onBothMajors } from '../serve.ts';

class Thing extends Controller {
  static forms = true;
  postAction() {
    return { body: this.post() ?? null };
  }
  patchAction() {
    return { body: this.post() ?? null };
  }
}
const options = { rules: [['/thing/:id?', 'rest']] as const, controllers: { thing: Thing } };
const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

onBothMajors('readBody', (serve) => {
  for (const [type, text, status, code, body] of [
    ['application/json', '{"a":1}', 200, undefined, { a: 1 }],
    ['application/json; charset=utf-8', '{"a":"é"}', 200, undefined, { a: 'é' }],
    ['Application/JSON', '[1]', 200, undefined, [1]],
    ['application/vnd.api+json', '{"a":1}', 200, undefined, { a: 1 }],
    ['application/x-www-form-urlencoded', 'a=1&b=x+y', 200, undefined, { a: '1', b: 'x y' }],
    ['application/json', '{', 400, 'E_BAD_JSON', undefined],
    ['application/json', '{"a":[9007199254740993]}', 422, 'E_VALIDATION', undefined],
    ['application/json', '{"a":9007199254740993', 400, 'E_BAD_JSON', undefined],
    ['application/json', '{"a":{"__proto__":{"x":1}}}', 400, 'E_BAD_KEY', undefined],
    ['application/json', '{"a":{"\\u005f_proto__":1}}', 400, 'E_BAD_KEY', undefined],
    ['application/json; charset=klingon', '{}', 415, 'E_MEDIA_TYPE', undefined],
    ['text/plain', 'a', 415, 'E_MEDIA_TYPE', undefined],
    ['application/merge-patch+json', '{}', 415, 'E_MEDIA_TYPE', undefined],
    ['application/json-patch+json', '[]', 415, 'E_MEDIA_TYPE', undefined],
    ['multipart/form-data; boundary=x', '--x--', 415, 'E_MEDIA_TYPE', undefined],
  ] as const) {
    it(`answers ${text} as ${type} with ${code ?? status}`, async () => {
      const response = await serve(options).agent.post('/thing').set('Content-Type', type).send(text).expect(status);
      if (code) expect(response.body).to.include({ code, status });
      else expect(response.body.body).to.deep.equal(body);
    });
  }

  for (const [name, type, text, more] of [
    ['JSON', 'application/json', '{"a":"\xff"}', {}],
    ['JSON in chunks', 'application/json', '{"a":"\xc3"}', { 'Transfer-Encoding': 'chunked' }],
    ['a form', 'application/x-www-form-urlencoded', 'a=\xff', {}],
  ] as const) {
    it(`refuses ${name} that is not UTF-8`, async () => {
      const { agent } = serve(options);
      const asked = agent.post('/thing').set({ 'Content-Type': type, ...more });
      asked.write(Buffer.from(text, 'latin1'));
      const { body } = await asked.expect(400);
      expect(body.code).to.equal(name === 'a form' ? 'E_BAD_BODY' : 'E_BAD_JSON');
      expect(body.detail).to.include('UTF-8');
    });
  }

  describe('without static forms', () => {
    class Plain extends Thing {
      static override forms = false;
      putAction() {
        return this.postAction();
      }
    }
    const plain = { ...options, controllers: { thing: Plain } };
    const multipart = 'multipart/form-data; boundary=x';

    for (const [method, path, field, accepted] of [
      ['post', '/thing', 'Accept-Post', 'application/json'],
      ['put', '/thing/1', 'Accept', 'application/json'],
      ['patch', '/thing/1', 'Accept-Patch', 'application/merge-patch+json, application/json'],
    ] as const) {
      for (const type of ['application/x-www-form-urlencoded', multipart, 'text/plain', 'Text/Plain; charset=utf-8']) {
        it(`refuses ${type} in ${method.toUpperCase()}, also without content`, async () => {
          for (const text of ['a=1', '']) {
            const asked = serve(plain)
              .agent[method](path)
              .set('Content-Type', type)
              .set('Content-Length', `${text.length}`);
            const { body } = await asked.send(text).expect(415).expect(field, accepted);
            expect(body.code).to.equal('E_MEDIA_TYPE');
          }
        });
      }
    }

    it('refuses forms and text that a middleware has parsed', async () => {
      const { app } = serve({ rules: [], controllers: {} });
      app.use(express.urlencoded(), express.json({ type: () => true }));
      app.use(serve(plain).app);
      const { default: supertest } = await import('supertest');
      await supertest(app).post('/thing').type('form').send('a=1').expect(415);
      await supertest(app).post('/thing').set('Content-Type', 'text/plain').send('{"a":1}').expect(415);
      await supertest(app).post('/thing').send({ a: 1 }).expect(200);
    });
  });

  it('accepts merge patches for PATCH only, with Accept-Patch', async () => {
    const { agent } = serve(options);
    for (const type of ['application/merge-patch+json', 'application/json']) {
      await agent
        .patch('/thing/1')
        .set('Content-Type', type)
        .send('{"a":null}')
        .expect(200, { body: { a: null } });
    }
    await agent
      .patch('/thing/1')
      .set('Content-Type', 'application/json-patch+json')
      .send('[]')
      .expect(415)
      .expect('Accept-Patch', 'application/merge-patch+json, application/json, application/x-www-form-urlencoded');
  });

  it('accepts a request without a body', async () => {
    await serve(options).agent.post('/thing').expect(200, { body: null });
  });

  it('refuses a body without a media type', async () => {
    const { app } = serve(options);
    const server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const answer = await exchange(
      server.address() as { port: number },
      'POST /thing HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}',
    );
    server.close();
    expect(answer)
      .to.match(/^HTTP\/1\.1 415 /)
      .and.to.match(/The media type is missing/);
  });

  it('refuses a body by its Content-Length before it is received', async () => {
    const { app } = serve({ ...options, limits: { body: 10 } });
    const server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const head = 'POST /thing HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 11\r\n\r\n';
    const answer = await exchange(server.address() as { port: number }, head);
    server.close();
    expect(answer)
      .to.match(/^HTTP\/1\.1 413 /)
      .and.to.match(/Connection: close/)
      .and.to.match(/E_BODY_TOO_LARGE/);
  });

  for (const [name, text, limits, status, code] of [
    ['bytes', '"12345678"', { body: 10 }, 200, undefined],
    ['bytes', '"123456789"', { body: 10 }, 413, 'E_BODY_TOO_LARGE'],
    ['depth', deep(3), { depth: 3 }, 200, undefined],
    ['depth', deep(4), { depth: 3 }, 413, 'E_BODY_LIMIT'],
    ['depth', deep(40_000), {}, 413, 'E_BODY_LIMIT'],
    ['keys', '{"a":1,"b":2}', { keys: 2 }, 200, undefined],
    ['keys', '{"a":1,"b":2,"c":3}', { keys: 2 }, 413, 'E_BODY_LIMIT'],
    ['items', '[1,2]', { items: 2 }, 200, undefined],
    ['items', '{"a":[1,2,3]}', { items: 2 }, 413, 'E_BODY_LIMIT'],
  ] as const) {
    it(`enforces the limit of ${name} at ${text.slice(0, 20)} (${text.length} bytes): ${code ?? status}`, async () => {
      const response = await serve({ ...options, limits })
        .agent.post('/thing')
        .type('json')
        .send(text)
        .expect(status);
      if (code) expect(response.body.code).to.equal(code);
    });
  }

  it('accepts a body that a middleware has parsed, and enforces the limits', async () => {
    const { app } = serve({ rules: [], controllers: {} });
    app.use(express.json());
    const inner = serve({ ...options, limits: { items: 2 } });
    app.use(inner.app);
    const { default: supertest } = await import('supertest');
    await supertest(app)
      .post('/thing')
      .send([1, 2])
      .expect(200, { body: [1, 2] });
    await supertest(app).post('/thing').send([1, 2, 3]).expect(413);
  });

  for (const [name, type, text] of [
    ['JSON', 'application/json', '{"a":1}'],
    ['JSON with another charset', 'application/json; charset=utf-8; v=1', '{"a":1}'],
    ['a form', 'application/x-www-form-urlencoded', 'a=1'],
  ] as const) {
    it(`sets req.body for ${name} so that express.json() skips it`, async () => {
      let seen: unknown;
      class Later extends Controller {
        static forms = true;
        async postAction() {
          const { body } = this.req;
          for (const parse of [express.json(), express4.json(), express4.urlencoded({ extended: false })]) {
            await new Promise<void>((resolve, reject) => {
              parse(this.req, this.res, (error?: unknown) => (error === undefined ? resolve() : reject(error)));
            });
          }
          seen = this.req.body === body ? body : 'another one';
          return {};
        }
      }
      const { agent } = serve({ ...options, controllers: { thing: Later } });
      await agent.post('/thing').set('Content-Type', type).send(text).expect(200);
      expect(seen).to.deep.equal({ a: name === 'a form' ? '1' : 1 });
    });
  }

  for (const [name, touch, status] of [
    ['waited', (_req, next) => setImmediate(() => setImmediate(next)), 200],
    ['listened', (req, next) => next(req.on('data', () => {}) && undefined), 200],
    ['decoded', (req, next) => next(req.setEncoding('utf8') && undefined), 400],
    ['read it', (req, next) => req.resume().on('end', () => next()), 500],
    ['left an object', (req, next) => next(Object.assign(req, { body: { b: 2 } }) && undefined), 200],
  ] as const satisfies readonly (readonly [string, (req: Request, next: NextFunction) => unknown, number])[]) {
    it(`answers ${status} after a middleware has ${name}`, async () => {
      const { app } = serve({ rules: [], controllers: {} });
      app.use((req, _res, next) => touch(req, next));
      app.use(serve(options).app);
      const { default: supertest } = await import('supertest');
      const response = await supertest(app).post('/thing').send({ a: 1 }).expect(status);
      if (status === 200) expect(response.body).to.deep.equal({ body: { a: 1 } });
      else expect(response.body.code).to.equal(status === 400 ? 'E_BAD_BODY' : 'E_INTERNAL');
    });
  }

  it('answers Expect: 100-continue', async () => {
    const server = serve(options).app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const headers = { 'Content-Type': 'application/json', 'Content-Length': 7, Expect: '100-continue' };
    const asked = request({ port, host: '127.0.0.1', method: 'POST', path: '/thing', headers });
    asked.flushHeaders();
    await once(asked, 'continue');
    asked.end('{"a":1}');
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    response.resume();
    expect(response.statusCode).to.equal(200);
    server.close();
  });

  it('leaves no listeners on a reused connection', async () => {
    const server = serve(options).app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const [peer] = (await once(server, 'connection')) as [Socket];
    const counts: number[] = [];
    for (let i = 0; i < 20; i++) {
      client.write(
        'POST /thing HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 7\r\n\r\n{"a":1}',
      );
      expect(String(await once(client, 'data'))).to.match(/^HTTP\/1\.1 200 /);
      counts.push(peer.eventNames().reduce((sum, name) => sum + peer.listenerCount(name), 0));
    }
    client.destroy();
    server.close();
    expect(new Set(counts).size).to.equal(1);
  });

  it('reads no body for DELETE', async () => {
    class Gone extends Controller {
      deleteAction() {
        return { body: this.post() ?? null };
      }
    }
    const { agent } = serve({ ...options, controllers: { thing: Gone } });
    await agent.delete('/thing/1').type('json').send('{').expect(200, { body: null });
  });
});

/** Send bytes as they are, and give everything that comes back until the other side ends. */
async function exchange({ port }: { port: number }, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(text);
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  await once(socket, 'end');
  socket.destroy();
  return answer;
}
