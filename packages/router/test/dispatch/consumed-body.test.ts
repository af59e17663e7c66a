import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { Writable } from 'node:stream';
import { expect } from 'chai';
import express, { type RequestHandler } from 'express';
// @ts-expect-error: an alias of Express 4, whose types are not installed
import express4 from 'express4';
import supertest from 'supertest';
import { Controller } from '../../src/index.ts';
import { onBothMajors } from '../serve.ts';

class Thing extends Controller {
  static forms = true;
  getAction() {
    return { body: null };
  }
  postAction() {
    return { body: this.post() ?? null };
  }
  putAction() {
    return this.postAction();
  }
  patchAction() {
    return this.postAction();
  }
  deleteAction() {
    return { body: null };
  }
  publishAction() {
    return this.postAction();
  }
}
const options = {
  rules: [
    ['/thing/:id/publish', 'thing#publish', 'rest'],
    ['/thing/:id?', 'rest'],
  ] as const,
  controllers: { thing: Thing },
};

/** Middleware that read a body and keep it elsewhere, such as a check of a signature or express-formidable. */
const readers: Readonly<Record<string, RequestHandler>> = {
  events: (req, _res, next) => {
    const chunks: Buffer[] = [];
    req
      .on('data', (chunk) => chunks.push(chunk))
      .on('end', () => {
        Object.assign(req, { rawBody: Buffer.concat(chunks) });
        next();
      });
  },
  iteration: async (req, _res, next) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk);
    Object.assign(req, { fields: {}, files: {} });
    next();
  },
  pipe: (req, _res, next) => {
    req.pipe(new Writable({ write: (_chunk, _encoding, done) => done() })).on('finish', () => next());
  },
};

const parsed =
  (value: unknown): RequestHandler =>
  (req, res, next) =>
    readers.events?.(req, res, () => next(Object.assign(req, { body: value }) && undefined));

onBothMajors('a body that a middleware has read', (serve) => {
  const behind = (...before: readonly RequestHandler[]) => {
    const { app } = serve({ rules: [], controllers: {} });
    for (const one of before) app.use(one);
    app.use(serve(options).app);
    return supertest(app);
  };
  const parsers = 'lazyrouter' in serve(options).app ? express4 : express;

  for (const [name, reader] of Object.entries(readers)) {
    for (const [method, path, type, text] of [
      ['post', '/thing', 'application/json', '{"a":1}'],
      ['put', '/thing/1', 'application/json', '{"a":1}'],
      ['patch', '/thing/1', 'application/merge-patch+json', '{"a":1}'],
      ['post', '/thing/1/publish', 'application/json', '{}'],
      ['post', '/thing', 'application/x-www-form-urlencoded', 'a=1'],
      ['post', '/thing', 'multipart/form-data; boundary=x', '--x--'],
    ] as const) {
      for (const framing of ['Content-Length', 'chunked']) {
        it(`is no empty body: ${method} ${path}, ${type}, ${framing}, read by ${name}`, async () => {
          const asked = behind(reader)[method](path).set('Content-Type', type);
          if (framing === 'chunked') asked.set('Transfer-Encoding', 'chunked').write(text);
          const { body } = await asked.send(framing === 'chunked' ? undefined : text).expect(500);
          expect(body.code).to.equal('E_INTERNAL');
          expect(body.hint).to.include('A middleware before the router has read the body without setting req.body');
        });
      }
    }

    it(`is empty without content: ${name}`, async () => {
      const agent = behind(reader);
      await agent.get('/thing/1').expect(200);
      await agent.head('/thing/1').expect(200);
      await agent.delete('/thing/1').expect(200);
      await agent.delete('/thing/1').send({ a: 1 }).expect(200);
      await agent.post('/thing').expect(200, { body: null });
      await agent.post('/thing').set('Content-Length', '0').expect(200, { body: null });
      await agent.post('/thing/1/publish').expect(200, { body: null });
      const chunked = agent.post('/thing').type('json').set('Transfer-Encoding', 'chunked');
      await chunked.expect(200, { body: null });
    });
  }

  for (const [name, parse, type, text, value] of [
    ['express.json()', () => parsers.json(), 'application/json', '{"a":1}', { a: 1 }],
    ['express.json() as {}', () => parsers.json(), 'application/json', '{ \n }', {}],
    [
      'express.urlencoded()',
      () => parsers.urlencoded({ extended: false }),
      'application/x-www-form-urlencoded',
      'a=1',
      { a: '1' },
    ],
    ['express.text()', () => parsers.text({ type: '*/*' }), 'application/json', '"a"', '"a"'],
    ['express.raw()', () => parsers.raw({ type: '*/*' }), 'application/json', '[]', { type: 'Buffer', data: [91, 93] }],
    ['a middleware', () => parsed({ a: 1 }), 'application/json', '{"b":1}', { a: 1 }],
    ['a middleware as {}', () => parsed({}), 'application/json', '{}', {}],
    ['a middleware as null', () => parsed(null), 'application/json', 'null', null],
  ] as const) {
    it(`is used where it was parsed: ${name}`, async () => {
      await behind(parse()).post('/thing').set('Content-Type', type).send(text).expect(200, { body: value });
    });
  }

  it('is no empty body where a parser of another type has left {}', async () => {
    for (const order of [0, 1]) {
      const before = [readers.events as RequestHandler, parsers.urlencoded({ extended: false })];
      const agent = behind(...(order === 0 ? before : before.reverse()));
      const { body } = await agent.patch('/thing/1').send({ a: 1 }).expect(500);
      expect(body.code).to.equal('E_INTERNAL');
      await agent.post('/thing').expect(200);
    }
  });

  it('does not affect the next request on the connection', async () => {
    const { app } = serve({ rules: [], controllers: {} });
    app.use((req, res, next) => (req.headers.read === undefined ? next() : readers.events?.(req, res, next)));
    app.use(serve(options).app);
    const server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const request = (more: string) =>
      `POST /thing HTTP/1.1\r\nHost: x\r\n${more}Content-Type: application/json\r\nContent-Length: 7\r\n\r\n{"a":1}`;
    socket.write(request('Read: 1\r\n') + request('') + request('Read: 1\r\nConnection: close\r\n'));
    const answers = (await socket.setEncoding('utf8').toArray()).join('');
    server.close();
    expect(answers.match(/HTTP\/1\.1 \d+/g)).to.deep.equal(['HTTP/1.1 500', 'HTTP/1.1 200', 'HTTP/1.1 500']);
  });
});
