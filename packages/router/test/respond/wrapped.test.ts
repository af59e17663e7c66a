import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { expect } from 'chai';
import type { RequestHandler } from 'express';
import supertest from 'supertest';
import { Controller, createRestRouter } from '../../src/index.ts';
import { keepQuiet, MAJORS } from '../serve.ts';

class Thing extends Controller {
  getAction() {
    if (this.id === 'missing') this.fail(404);
    if (this.id === 'stream') return Readable.from(['{}']);
    if (this.id === 'bytes') return Buffer.from('{}');
    if (this.id === 'text') return this.success('a;b', { headers: { 'Content-Type': 'text/csv' } });
    return { id: 1, big: 9_007_199_254_740_993n, title: 'é' };
  }
  postAction() {
    return this.created(1, { id: 1 });
  }
  putAction() {
    return { id: 1 };
  }
}

const SHOWN = { id: 1, big: '9007199254740993', title: 'é' };
const tagOf = (text: string) => `"${createHash('sha1').update(text).digest('base64url')}"`;

for (const [major, create] of MAJORS) {
  describe(`middleware that replaces res.json and res.send (${major})`, () => {
    keepQuiet();
    const serve = (...before: RequestHandler[]) => {
      const router = createRestRouter({ rules: [['/thing/:id?', 'rest']], controllers: { thing: Thing }, log: false });
      const app = create();
      if (before.length > 0) app.use(...before);
      return supertest(app.use(router, router.notFound, router.errors));
    };

    /** As express-openapi-validator does. */
    const watched = (seen: unknown[], method: 'json' | 'send'): RequestHandler => {
      return (_req, res, next) => {
        const original = res[method];
        res[method] = ((body: unknown) => {
          seen.push(body);
          return original.call(res, body);
        }) as typeof original;
        next();
      };
    };

    it('sees JSON, and the answer stays what it is', async () => {
      const plain = await serve().get('/thing/1').expect(200);
      for (const method of ['json', 'send'] as const) {
        const seen: unknown[] = [];
        const agent = serve(watched(seen, method));
        const { text, headers } = await agent.get('/thing/1').expect(200);
        expect(seen[0]).to.deep.equal(method === 'json' ? SHOWN : plain.text);
        expect(text).to.equal(plain.text);
        expect(headers.etag).to.equal(plain.headers.etag);
        await agent.get('/thing/1').set('If-None-Match', String(headers.etag)).expect(304);
        await agent.post('/thing').send({}).expect(201, { id: 1 }).expect('Location', '/thing/1');
      }
    });

    it('sees text', async () => {
      const seen: unknown[] = [];
      const { text } = await serve(watched(seen, 'send'))
        .get('/thing/text')
        .expect(200)
        .expect('Content-Type', /^text.csv/);
      expect([text, ...seen]).to.deep.equal(['a;b', 'a;b']);
    });

    it('leaves text as it is where res.json alone is replaced', async () => {
      const { headers } = await serve(watched([], 'json')).get('/thing/text').expect(200, 'a;b');
      expect(headers['content-type']).to.equal('text/csv; charset=utf-8');
    });

    it('does not see errors, HEAD, 304, streams and bytes', async () => {
      const seen: unknown[] = [];
      const agent = serve(watched(seen, 'json'), watched(seen, 'send'));
      const { headers } = await agent.head('/thing/1').expect(200);
      await agent.get('/thing/1').set('If-None-Match', String(headers.etag)).expect(304);
      for (const path of ['/thing/stream', '/thing/bytes']) await agent.get(path).expect(200);
      for (const path of ['/thing/missing', '/nothing']) await agent.get(path).expect(404);
      expect(seen).to.deep.equal([]);
    });

    it('changes the body, which has the ETag of what is sent', async () => {
      const change: RequestHandler = (_req, res, next) => {
        const { json } = res;
        res.json = (body) => json.call(res, { ...body, changed: true });
        next();
      };
      const { text, headers } = await serve(change)
        .get('/thing/1')
        .expect(200, { ...SHOWN, changed: true });
      expect(headers.etag).to.equal(tagOf(text));
      expect(headers['content-length']).to.equal(String(Buffer.byteLength(text)));
    });

    it('adds no ETag to an answer that has none', async () => {
      const agent = serve(watched([], 'json'), watched([], 'send'));
      const { headers } = await agent.put('/thing/1').send({}).expect(200, { id: 1 });
      expect(headers).not.to.have.property('etag');
    });

    it('answers later', async () => {
      const change: RequestHandler = (_req, res, next) => {
        const { json } = res;
        res.json = (body) => {
          setImmediate(() => json.call(res, { later: body.id }));
          return res;
        };
        next();
      };
      await serve(change).get('/thing/1').expect(200, { later: 1 });
    });

    it('fails the request by an error, also a later one', async () => {
      const fail = () => {
        throw new Error('The answer is not what the document says');
      };
      for (const json of [fail, async () => fail()]) {
        const refuse: RequestHandler = (_req, res, next) => {
          res.json = json as never;
          next();
        };
        const { body, headers } = await serve(refuse).get('/thing/1').expect(500);
        expect(body.code).to.equal('E_INTERNAL');
        expect(headers).not.to.have.property('etag');
      }
    });
  });
}
