import { once } from 'node:events';
import { IncomingMessage, ServerResponse } from 'node:http';
import { type ClientHttp2Session, connect, type OutgoingHttpHeaders } from 'node:http2';
import { get as getHttps } from 'node:https';
import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import type { Express, NextFunction, Request, Response } from 'express';
import { createServer } from '../src/create-server.ts';
import type { Http2Handler } from '../src/handler.ts';
import { closeAfterEach, listen, MAJORS, TLS } from './serve.ts';

describe('HTTP/2', () => {
  closeAfterEach();
  let session: ClientHttp2Session | undefined;
  afterEach(() => session?.destroy());

  async function open(app: Http2Handler, options: object = { http2: TLS }): Promise<number> {
    const port = await listen(createServer(app, options as { http2: true }));
    const scheme = 'http2' in options && options.http2 === true && !('https' in options) ? 'http' : 'https';
    session = connect(`${scheme}://localhost:${port}`, { ca: TLS.cert });
    session.on('error', () => undefined);
    return port;
  }

  async function send(
    headers: OutgoingHttpHeaders,
    body = '',
  ): Promise<{ headers: Record<string, unknown>; text: string }> {
    const stream = (session as ClientHttp2Session).request(headers, { endStream: body === '' });
    if (body !== '') stream.end(body);
    const [answer] = await once(stream, 'response');
    let text = '';
    for await (const chunk of stream.setEncoding('utf8')) text += chunk;
    return { headers: answer, text };
  }

  for (const [name, express] of MAJORS) {
    describe(name, () => {
      function createApp(): Express {
        const app = express();
        app.use(express.json());
        app.get('/json', (req, res) => void res.json({ version: req.httpVersion, host: req.hostname, ip: !!req.ip }));
        app.get(
          '/get',
          (req, res) => void res.json([req.get('X-Test'), req.query, req.protocol, req.secure, req.is('json')]),
        );
        app.post('/json', (req, res) => void res.status(201).location('/json/1').json(req.body));
        app.get('/redirect', (_req, res) => res.redirect('/json'));
        app.get('/cookie', (req, res) => void res.cookie('a', 'b').cookie('c', 'd').send(req.headers.cookie));
        app.get('/stream', (_req, res) => void Readable.from(['one', 'two', 'three']).pipe(res.type('text')));
        app.get('/file', (_req, res) => res.sendFile('cert.pem', { root: `${import.meta.dirname}/fixtures` }));
        app.get('/kinds', (req, res) => {
          res.json([req instanceof IncomingMessage, res instanceof ServerResponse, req.res === res, res.req === req]);
        });
        app.get('/head', (_req, res) => {
          res.writeHead(202, { 'X-Set': 'yes' });
          res.flushHeaders();
          res.write('a');
          res.end('b');
        });
        app.delete('/none', (_req, res) => res.sendStatus(204));
        app.get('/error', () => {
          throw new Error('broken');
        });
        const inner = express();
        inner.get(
          '/',
          (req, res) => void res.json([req.app === inner, req.baseUrl, req.originalUrl, res.app === inner]),
        );
        inner.get('/rest', (_req, _res, next) => next());
        app.use('/inner', inner);
        app.get('/inner/rest', (req, res) => void res.json(req.app === app && res.app === app));
        app.use((error: Error, _req: Request, res: Response, _next: NextFunction) =>
          res.status(500).send(error.message),
        );
        return app;
      }

      const ROWS: readonly [
        headers: OutgoingHttpHeaders,
        body: string,
        wanted: Record<string, unknown>,
        text: string,
      ][] = [
        [
          { ':path': '/json' },
          '',
          { ':status': 200, 'x-powered-by': 'Express' },
          '{"version":"2.0","host":"localhost","ip":true}',
        ],
        [{ ':path': '/get?a=1', 'x-test': 't' }, '', { ':status': 200 }, '["t",{"a":"1"},"https",true,null]'],
        [
          { ':path': '/json', ':method': 'POST', 'content-type': 'application/json' },
          '{"a":[1]}',
          { ':status': 201, location: '/json/1', 'content-type': 'application/json; charset=utf-8' },
          '{"a":[1]}',
        ],
        [
          { ':path': '/redirect', accept: 'text/plain' },
          '',
          { ':status': 302, location: '/json' },
          'Found. Redirecting to /json',
        ],
        [
          { ':path': '/cookie', cookie: 'x=1; y=2' },
          '',
          { ':status': 200, 'set-cookie': ['a=b; Path=/', 'c=d; Path=/'] },
          'x=1; y=2',
        ],
        [{ ':path': '/stream' }, '', { ':status': 200, 'content-type': 'text/plain; charset=utf-8' }, 'onetwothree'],
        [{ ':path': '/file' }, '', { ':status': 200, 'content-length': String(TLS.cert.length) }, String(TLS.cert)],
        [{ ':path': '/file', range: 'bytes=0-9' }, '', { ':status': 206, 'content-length': '10' }, '-----BEGIN'],
        [{ ':path': '/json', ':method': 'HEAD' }, '', { ':status': 200, 'content-length': '46' }, ''],
        [{ ':path': '/none', ':method': 'DELETE' }, '', { ':status': 204 }, ''],
        [{ ':path': '/kinds' }, '', { ':status': 200 }, '[true,true,true,true]'],
        [{ ':path': '/head' }, '', { ':status': 202, 'x-set': 'yes' }, 'ab'],
        [{ ':path': '/error' }, '', { ':status': 500 }, 'broken'],
        [{ ':path': '/missing' }, '', { ':status': 404 }, ''],
        [{ ':path': '/inner' }, '', { ':status': 200 }, '[true,"/inner","/inner",true]'],
        [{ ':path': '/inner/rest' }, '', { ':status': 200 }, 'true'],
      ];
      for (const [headers, body, wanted, text] of ROWS) {
        it(`${headers[':method'] ?? 'GET'} ${headers[':path']}${headers.range ? ', a range' : ''}`, async () => {
          await open(asHttp2(createApp()));
          const answer = await send(headers, body);
          expect(answer.headers).to.deep.include(wanted);
          if (wanted[':status'] !== 404) expect(answer.text).to.equal(text);
        });
      }

      it('answers 304', async () => {
        await open(asHttp2(createApp()));
        const { headers } = await send({ ':path': '/json' });
        const again = await send({ ':path': '/json', 'if-none-match': String(headers.etag) });
        expect([again.headers[':status'], again.text]).to.deep.equal([304, '']);
      });

      it('runs many requests on one connection', async () => {
        await open(asHttp2(createApp()));
        const answers = await Promise.all(Array.from({ length: 50 }, () => send({ ':path': '/inner' })));
        expect(answers.map(({ text }) => text)).to.deep.equal(Array(50).fill('[true,"/inner","/inner",true]'));
      });

      it('also serves HTTP/1.1 clients, with the prototypes of the application', async () => {
        const app = createApp();
        const seen: boolean[] = [];
        app.get('/one', (req, res) => void res.send(req.httpVersion));
        const server = createServer(app, { http2: TLS });
        server.prependListener('request', (req) => void seen.push(Object.getPrototypeOf(req) === app.request));
        const request = getHttps({
          port: await listen(server),
          path: '/one',
          ca: TLS.cert,
          host: 'localhost',
          agent: false,
        });
        const [response] = await once(request, 'response');
        expect(String(await response.setEncoding('utf8').toArray())).to.equal('1.1');
        expect(seen).to.deep.equal([true]);
      });

      it('works in clear text without a certificate', async () => {
        await open(asHttp2(createApp()), { http2: true });
        expect((await send({ ':path': '/get' })).text).to.equal('[null,{},"http",false,null]');
      });

      it('uses the certificate of the https option', async () => {
        await open(asHttp2(createApp()), { http2: true, https: TLS });
        expect((await send({ ':path': '/get' })).text).to.include('"https"');
      });
    });
  }

  it('refuses HTTP/1.1 with allowHTTP1: false', async () => {
    const port = await open(() => undefined, { http2: { ...TLS, allowHTTP1: false } });
    const request = getHttps({ port, ca: TLS.cert, host: 'localhost', agent: false });
    const [result] = await Promise.race([once(request, 'response'), once(request, 'error')]).catch((error) => [error]);
    expect(result instanceof Error || result.statusCode === 403).to.equal(true);
  });

  const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`h${index}`, '1']));
  for (const [sent, status] of [
    [1_000, 200],
    [1_001, 431],
  ] as const) {
    it(`answers ${status} to ${sent} header fields`, async () => {
      await open((req, res) => void res.end(String(req.rawHeaders.length)));
      const { headers } = await send({ ':path': '/', ...fields(sent) });
      expect(headers[':status']).to.equal(status);
    });
  }

  for (const [what, headers] of [
    ['2,000 header fields', fields(2_000)],
    [
      '32 KB of header fields',
      Object.fromEntries(Array.from({ length: 4 }, (_, index) => [`h${index}`, 'a'.repeat(8_000)])),
    ],
  ] as const) {
    it(`ends a request with ${what}`, async () => {
      await open((_req, res) => void res.end());
      // The client applies the limits only after it has received the settings of the server.
      await send({ ':path': '/' });
      const failure = await send({ ':path': '/', ...headers }).catch((error) => error);
      expect(failure).to.be.instanceOf(Error);
    });
  }

  it('closes a silent connection', async () => {
    await open(() => undefined, { http2: TLS, idleTimeout: 50 });
    const request = (session as ClientHttp2Session).request({ ':path': '/' }).on('error', () => undefined);
    await once(request, 'close');
  });

  for (const [what, settings, most] of [
    ['20', undefined, 20],
    ['as many as the settings allow', { maxConcurrentStreams: 30 }, 30],
  ] as const) {
    it(`runs ${what} of a connection's requests at a time`, async () => {
      const held: { end(text: string): void }[] = [];
      const server = createServer((_req, res) => void held.push(res), { http2: { settings } });
      const client = connect(`http://127.0.0.1:${await listen(server)}`);
      await once(client, 'remoteSettings');
      const answers = Array.from({ length: 50 }, () => {
        const stream = client.request();
        return stream.setEncoding('utf8').toArray();
      });
      while (held.length < most) await turn();
      const ping = new Promise((resolve) => client.ping(resolve));
      await ping;
      expect(held).to.have.length(most);
      for (let answered = 0; answered < 50; answered += 1) {
        while (held.length === 0) await turn();
        held.shift()?.end('.');
      }
      expect((await Promise.all(answers)).flat().join('')).to.equal('.'.repeat(50));
      client.close();
    });
  }
});

describe('HTTPS', () => {
  closeAfterEach();
  for (const [name, express] of MAJORS) {
    it(`gives requests the prototypes of an ${name} application`, async () => {
      const app = express();
      const seen: boolean[] = [];
      app.get('/', (req, res) => void res.json([req.protocol, req.secure]));
      const server = createServer(app, { https: TLS });
      server.prependListener('request', (req) => void seen.push(Object.getPrototypeOf(req) === app.request));
      const request = getHttps({ port: await listen(server), ca: TLS.cert, host: 'localhost', agent: false });
      const [response] = await once(request, 'response');
      expect(String(await response.setEncoding('utf8').toArray())).to.equal('["https",true]');
      expect(seen).to.deep.equal([true]);
    });
  }
});

// --- internal ---

/** The types of Express cover HTTP/1 only. */
function asHttp2(app: Express): Http2Handler {
  return app as unknown as Http2Handler;
}
