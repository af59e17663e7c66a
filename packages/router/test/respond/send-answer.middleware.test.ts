import type { RequestListener, ServerResponse } from 'node:http';
import { createGzip, gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import express from 'express';
import { Controller, createRestRouter, type RestRouter } from '../../src/index.ts';
import { askOnce } from '../raw-http.ts';
import { keepQuiet } from '../serve.ts';

const RECORDS: Record<string, unknown> = {
  ascii: { id: 1, title: 'plain' },
  wide: { title: 'é 日本 💩' },
  long: { title: 'a'.repeat(100_000) },
  bytes: Buffer.from('bytes'),
};

class Thing extends Controller {
  getAction() {
    return this.found(RECORDS[this.id]);
  }
}

const router = () => createRestRouter({ rules: [['/thing/:id', 'rest']], controllers: { thing: Thing } });

/** Middleware for node:http that imitates well-known packages. */
type Middleware = (req: object, res: ServerResponse, next: () => void) => void;

/** Like on-headers, which compression, morgan, express-session and response-time use. */
function onHeaders(res: ServerResponse, listener: () => void): void {
  const { writeHead } = res;
  let told = false;
  res.writeHead = ((status: number, ...rest: unknown[]) => {
    const fields = rest.at(-1);
    if (typeof fields === 'object')
      for (const [name, value] of Object.entries(fields ?? {})) res.setHeader(name, value);
    res.statusCode = status;
    if (!told) listener();
    told = true;
    return writeHead.call(res, res.statusCode);
  }) as typeof writeHead;
}

/** Like compression. */
const compress: Middleware = (_req, res, next) => {
  const gzip = createGzip();
  const { end, write } = res;
  onHeaders(res, () => {
    res.removeHeader('Content-Length');
    res.setHeader('Content-Encoding', 'gzip');
  });
  gzip.on('data', (chunk) => write.call(res, chunk, 'utf8')).on('end', () => end.call(res, null, 'utf8'));
  res.write = ((chunk: string, encoding: BufferEncoding) => gzip.write(Buffer.from(chunk, encoding))) as typeof write;
  res.end = ((chunk: string | Buffer, encoding: BufferEncoding) => {
    if (!res.headersSent) res.writeHead(res.statusCode);
    gzip.end(typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk);
    return res;
  }) as typeof end;
  next();
};

/** Like express-session: the last byte waits for the store. */
const session: Middleware = (_req, res, next) => {
  const { end, write } = res;
  onHeaders(res, () => res.setHeader('Set-Cookie', 'sid=1'));
  res.end = ((chunk: string | Buffer, encoding: BufferEncoding) => {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk;
    write.call(res, bytes.subarray(0, -1), 'utf8');
    setImmediate(() => end.call(res, bytes.subarray(-1), 'utf8'));
    return res;
  }) as typeof end;
  next();
};

describe('middleware that uses the response', () => {
  keepQuiet();
  const logged: unknown[] = [];
  /** Like morgan: `res.getHeader` on finish. */
  const log: Middleware = (_req, res, next) => {
    res.on('finish', () => logged.push(res.statusCode, String(res.getHeader('Content-Length')), res.getHeader('ETag')));
    next();
  };
  const secure: Middleware = (_req, res, next) => {
    res.setHeader('X-Frame-Options', 'DENY');
    next();
  };
  beforeEach(() => void logged.splice(0));

  const hosts: readonly (readonly [string, (...uses: Middleware[]) => RequestListener])[] = [
    ['an application', (...uses) => express().use(...(uses as []), router())],
    ['an application without X-Powered-By', (...uses) => express().disable('x-powered-by').use(...(uses as []), router())],
    ['the router itself, by node:http', (...uses) => {
      const served: RestRouter = router();
      served.use(...(uses as []));
      return served as never;
    }],
  ]; // biome-ignore format: short
  for (const [host, make] of hosts) {
    it(`can read the header fields afterwards: ${host}`, async () => {
      for (const path of ['ascii', 'wide', 'bytes']) {
        const { fields } = await askOnce(make(log), [`GET /thing/${path} HTTP/1.1`]);
        expect(logged.splice(0)).to.deep.equal([200, fields.get('content-length'), fields.get('etag')]);
      }
      const { fields } = await askOnce(make(log), ['GET /thing/none HTTP/1.1']);
      expect(logged.splice(0)).to.deep.equal([404, fields.get('content-length'), undefined]);
    });

    it(`can compress: ${host}`, async () => {
      for (const path of ['ascii', 'wide', 'long']) {
        const { text, fields } = await askOnce(make(secure, compress), [`GET /thing/${path} HTTP/1.0`]);
        expect(Object.fromEntries(fields)).to.include({ 'content-encoding': 'gzip', 'x-frame-options': 'DENY' });
        const bytes = Buffer.from(text.slice(text.indexOf('\r\n\r\n') + 4), 'latin1');
        expect(JSON.parse(gunzipSync(bytes).toString())).to.deep.equal(RECORDS[path]);
      }
    });

    it(`can delay the end and set a cookie: ${host}`, async () => {
      for (const path of ['ascii', 'wide']) {
        const { body, fields } = await askOnce(make(session, log), [`GET /thing/${path} HTTP/1.1`]);
        expect(JSON.parse(body)).to.deep.equal(RECORDS[path]);
        expect(fields.get('set-cookie')).to.equal('sid=1');
        expect(logged.splice(0)[1]).to.equal(fields.get('content-length'));
      }
    });
  }
});
