import { Buffer } from 'node:buffer';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import express from 'express';
import supertest from 'supertest';
import { Controller, createRestRouter } from '../src/index.ts';
import { keepQuiet, onBothMajors } from './serve.ts';

class Hook extends Controller {
  static body = 'raw' as const;
  postAction({ body }: { readonly body?: unknown }) {
    return { bytes: Buffer.isBuffer(body), hex: (body as Buffer).toString('hex') };
  }
}
class Note extends Controller {
  static body = 'text' as const;
  postAction({ body }: { readonly body?: unknown }) {
    return { text: body };
  }
}
const options = {
  rules: [
    ['/hook', 'rest'],
    ['/note', 'rest'],
  ] as const,
  controllers: { hook: Hook, note: Note },
  limits: { body: 100 },
};

onBothMajors('static body', (serve) => {
  keepQuiet();
  const post = (path: string, type: string | undefined, body: string | Buffer, headers = {}) => {
    const test = serve(options).agent.post(path).set(headers);
    if (type !== undefined) test.set('Content-Type', type);
    return test.serialize((sent) => sent as string).send(body);
  };

  for (const type of ['application/json', 'image/png', 'text/plain', 'application/x-www-form-urlencoded', undefined]) {
    it(`raw: takes the bytes of ${type}`, async () => {
      const bytes = Buffer.from('{ "a" : 1.0 }\n');
      const { body } = await post('/hook', type, bytes).expect(200);
      expect(body).to.deep.equal({ bytes: true, hex: bytes.toString('hex') });
    });
  }

  it('text: takes text in its charset', async () => {
    await post('/note', 'text/csv', 'ä;1').expect(200, { text: 'ä;1' });
    await post('/note', 'text/csv; charset=latin1', Buffer.from('ä;1', 'latin1')).expect(200, { text: 'ä;1' });
    await post('/note', 'application/xml', gzipSync('<a/>'), { 'Content-Encoding': 'gzip' }).expect(200, {
      text: '<a/>',
    });
  });

  it('takes no body as an empty one', async () => {
    const { agent } = serve(options);
    await agent.post('/hook').expect(200, { bytes: true, hex: '' });
    await agent.post('/note').expect(200, { text: '' });
  });

  it('keeps the limit of bytes', async () => {
    await post('/hook', 'image/png', Buffer.alloc(100)).expect(200);
    const { body } = await post('/hook', 'image/png', Buffer.alloc(101)).expect(413);
    expect(body.code).to.equal('E_BODY_TOO_LARGE');
    await post('/note', 'text/plain', gzipSync('a'.repeat(5_000)), { 'Content-Encoding': 'gzip' }).expect(413);
  });
});

describe('static body behind express.json()', () => {
  keepQuiet();
  const send = (parser: ReturnType<typeof express.json>) =>
    supertest(express().use(parser, createRestRouter(options)))
      .post('/hook')
      .send({ a: 1 });

  it('uses the bytes that verify has kept', async () => {
    const verify = (req: object, _res: unknown, bytes: Buffer) => void Object.assign(req, { rawBody: bytes });
    const { body } = await send(express.json({ verify })).expect(200);
    expect(body.hex).to.equal(Buffer.from('{"a":1}').toString('hex'));
  });

  it('fails without them, and says why', async () => {
    const { body } = await send(express.json()).expect(500);
    expect(body).to.include({ code: 'E_INTERNAL' });
    expect(body.hint).to.contain('express').and.to.contain('verify');
  });

  it('uses what express.raw() has read', async () => {
    const { body } = await send(express.raw({ type: () => true }) as never).expect(200);
    expect(body.hex).to.equal(Buffer.from('{"a":1}').toString('hex'));
  });
});
