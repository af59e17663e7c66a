import { createServer as createPlain } from 'node:http';
import { expect } from 'chai';
import type { Express, NextFunction, Request, RequestHandler, Response } from 'express';
import { createServer } from '../src/create-server.ts';
import { closeAfterEach, exchange, listen, MAJORS } from './serve.ts';

const CLOSE = 'Connection: close\r\n';
const GET = (path: string, more = '', version = '1.1') => `GET ${path} HTTP/${version}\r\nHost: x\r\n${more}\r\n`;

/** Each ends its connection, by itself or by the answer. */
const REQUESTS: readonly [what: string, text: string, status: RegExp][] = [
  ['GET', GET('/json', CLOSE), /^HTTP\/1.1 200 /],
  ['HEAD', GET('/json', CLOSE).replace('GET', 'HEAD'), /^HTTP\/1.1 200 /],
  ['HTTP/1.0', GET('/json', '', '1.0'), /^HTTP\/1.1 200 /],
  ['HTTP/1.0 without Host', 'GET /json HTTP/1.0\r\n\r\n', /^HTTP\/1.1 200 /],
  ['HTTP/1.0 kept alive', GET('/json', 'Connection: keep-alive\r\n', '1.0') + GET('/json', CLOSE), /200 [\s\S]*200 /],
  ['HTTP/1.1 without Host', 'GET /json HTTP/1.1\r\n\r\n', /^HTTP\/1.1 400 /],
  ['one request after the other', GET('/json') + GET('/text', CLOSE), /200 [\s\S]*200 /],
  [
    'three at once, the first one slow',
    GET('/slow') + GET('/json') + GET('/text', CLOSE),
    /slow[\s\S]*json[\s\S]*text/,
  ],
  [
    'a body',
    `POST /json HTTP/1.1\r\nHost: x\r\n${CLOSE}Content-Type: application/json\r\nContent-Length: 7\r\n\r\n{"a":1}`,
    /201 [\s\S]*\{"a":1\}/,
  ],
  [
    'a body in chunks',
    `POST /json HTTP/1.1\r\nHost: x\r\n${CLOSE}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n7\r\n{"a":1}\r\n0\r\n\r\n`,
    /201 [\s\S]*\{"a":1\}/,
  ],
  [
    'Expect: 100-continue',
    `POST /json HTTP/1.1\r\nHost: x\r\n${CLOSE}Expect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: 7\r\n\r\n{"a":1}`,
    /^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 201 /,
  ],
  ['another Expect', GET('/json', `${CLOSE}Expect: wonders\r\n`), /^HTTP\/1.1 417 /],
  [
    'an upgrade that nobody takes',
    GET('/json', 'Connection: Upgrade, close\r\nUpgrade: websocket\r\n'),
    /^HTTP\/1.1 200 /,
  ],
  ['CONNECT', 'CONNECT x:80 HTTP/1.1\r\nHost: x\r\n\r\n', /^$/],
  ['no HTTP', 'hello\r\n\r\n', /^HTTP\/1.1 400 /],
  ['a wrong length', `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: a\r\n\r\n`, /^HTTP\/1.1 400 /],
  ['two lengths', `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n`, /^HTTP\/1.1 400 /],
  [
    'a length and chunks',
    `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`,
    /^HTTP\/1.1 400 /,
  ],
  ['a header of 100 KB', GET('/json', `A: ${'a'.repeat(100_000)}\r\n`), /^HTTP\/1.1 431 /],
  ['a path of 100 KB', GET(`/${'a'.repeat(100_000)}`), /^HTTP\/1.1 431 /],
  [
    'doubled headers',
    GET('/headers', `${CLOSE}Host: y\r\nCookie: a\r\nCookie: b\r\nX: 1\r\nX: 2\r\nSet-Cookie: c\r\n`),
    /a; b/,
  ],
  ['headers of prototypes', GET('/headers', `${CLOSE}__proto__: x\r\nconstructor: y\r\n`), /"constructor":"y"/],
  ['an error', GET('/error', CLOSE), /^HTTP\/1.1 500 /],
  ['an error of a promise', GET('/reject', CLOSE), /^HTTP\/1.1 500 /],
  ['no such path', GET('/none', CLOSE), /^HTTP\/1.1 404 /],
  ['an escape that is none', GET('/id/%', CLOSE), /^HTTP\/1.1 400 /],
  ['304', GET('/json', `${CLOSE}If-None-Match: *\r\n`), /^HTTP\/1.1 304 /],
  ['trailers', GET('/trailers', CLOSE), /X-Trailer: end/],
];

describe('createServer answers as app.listen does', () => {
  closeAfterEach();

  for (const [name, express] of MAJORS) {
    for (const [what, request, status] of REQUESTS) {
      it(`${what} (${name})`, async () => {
        const app = fill(express(), express.json());
        const [plain, ours] = await Promise.all([createPlain(app), createServer(app)].map(listen));
        const [expected, answer] = await Promise.all([
          exchange(plain as number, request),
          exchange(ours as number, request),
        ]);
        expect(answer).to.match(status);
        expect(normalize(answer)).to.equal(normalize(expected));
      });
    }
  }
});

// --- internal ---

function fill(app: Express, json: RequestHandler): Express {
  app.set('env', 'test');
  app.use(json);
  app.get('/json', (_req, res) => void res.json({ json: true }));
  app.post('/json', (req, res) => void res.status(201).json(req.body));
  app.get('/text', (_req, res) => void res.send('text'));
  app.get('/slow', (_req, res) => void setTimeout(() => res.send('slow'), 20));
  app.get('/headers', (req, res) => void res.json([req.headers, req.rawHeaders]));
  app.get('/id/:id', (_req, res) => void res.end());
  app.get('/error', () => {
    throw new Error('broken');
  });
  app.get('/reject', (_req, _res, next) => Promise.reject(new Error('broken')).catch(next));
  app.get('/trailers', (_req, res) => {
    res.setHeader('Trailer', 'X-Trailer');
    res.write('body');
    res.addTrailers({ 'X-Trailer': 'end' });
    res.end();
  });
  app.use((error: Error, _req: Request, _res: Response, next: NextFunction) => {
    // Express answers with the stack, which has the listener of the server in it.
    error.stack = String(error);
    next(error);
  });
  return app;
}

/** What differs by intention, or by time. */
function normalize(text: string): string {
  return text.replaceAll(/^Date: .*$/gm, 'Date').replaceAll(/^Keep-Alive: .*$/gm, 'Keep-Alive');
}
