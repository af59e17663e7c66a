import { once } from 'node:events';
import { IncomingMessage, ServerResponse } from 'node:http';
import { expect } from 'chai';
import type { Express, NextFunction, Request, Response } from 'express';
import { createServer } from '../src/create-server.ts';
import { OptionError } from '../src/errors.ts';
import { closeAfterEach, listen, MAJORS, portOf, talk } from './serve.ts';

const get = async (port: number, path = '/', init: RequestInit = {}) => {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
  return { status: response.status, headers: response.headers, text: await response.text() };
};

describe('createServer', () => {
  closeAfterEach();

  for (const [name, express] of MAJORS) {
    describe(name, () => {
      /** An application that tells whether Express had anything to change in the requests that came in. */
      function inspected(): { app: Express; seen: boolean[] } {
        const app = express();
        const seen: boolean[] = [];
        app.get('/', (req, res) => res.json({ app: req.app === app && res.app === app }));
        return { app, seen };
      }

      function watch(server: NodeJS.EventEmitter, app: Express): boolean[] {
        const seen: boolean[] = [];
        server.prependListener('request', (req, res) => {
          seen.push(
            Object.getPrototypeOf(req) === app.request,
            Object.getPrototypeOf(res) === app.response,
            req instanceof IncomingMessage,
            res instanceof ServerResponse,
          );
        });
        return seen;
      }

      it('gives requests and responses the prototypes of the application before it runs', async () => {
        const { app } = inspected();
        const server = createServer(app);
        const seen = watch(server, app);
        expect((await get(await listen(server))).text).to.equal('{"app":true}');
        expect(seen).to.deep.equal([true, true, true, true]);
      });

      it('serves one application by two servers, and by app.listen beside them', async () => {
        const { app } = inspected();
        const before = [app.request, app.response];
        const servers = [createServer(app), createServer(app)];
        const seen = servers.map((server) => watch(server, app));
        const ports = await Promise.all(servers.map(listen));
        const plain = app.listen(0, '127.0.0.1');
        await once(plain, 'listening');
        ports.push((plain.address() as { port: number }).port);
        for (const port of ports) expect((await get(port)).text).to.equal('{"app":true}');
        plain.close();
        expect(seen).to.deep.equal([Array(4).fill(true), Array(4).fill(true)]);
        expect([app.request, app.response]).to.deep.equal(before);
      });

      it('sees what is added to app.request and app.response later', async () => {
        const { app } = inspected();
        app.get('/later', (req, res) => {
          (res as unknown as { answer(text: string): void }).answer((req as unknown as { word: string }).word);
        });
        const port = await listen(createServer(app));
        await get(port);
        Object.defineProperty(app.request, 'word', { get: () => 'hello', configurable: true });
        Object.assign(app.response, {
          answer(this: Response, text: string) {
            this.send(text);
          },
        });
        expect((await get(port, '/later')).text).to.equal('hello');
      });

      it('follows app.request and app.response that are replaced', async () => {
        const { app } = inspected();
        const server = createServer(app);
        const seen = watch(server, app);
        const replace = (word: string) => {
          app.request = Object.create(app.request, { word: { value: word } });
          app.response = Object.create(app.response);
        };
        app.get('/word', (req, res) => res.send((req as unknown as { word: string }).word));
        replace('first');
        const { send, until, socket } = await talk(await listen(server));
        send('GET /word HTTP/1.1\r\nHost: x\r\n\r\n');
        await until(/first$/);
        expect(seen.splice(0)).to.deep.equal([true, true, true, true]);
        // On a connection that is open already, Express sets them itself.
        replace('second');
        send('GET /word HTTP/1.1\r\nHost: x\r\n\r\n');
        await until(/second$/);
        expect(seen.splice(0)).to.deep.equal([false, false, true, true]);
        socket.destroy();
        const next = await talk(portOf(server));
        next.send('GET /word HTTP/1.1\r\nHost: x\r\n\r\n');
        await next.until(/second$/);
        expect(seen).to.deep.equal([true, true, true, true]);
        next.socket.destroy();
      });

      it('serves mounted applications, and goes back to the outer one', async () => {
        const [outer, inner, innermost] = [express(), express(), express()];
        const names = new Map<unknown, string>([
          [outer, 'outer'],
          [inner, 'inner'],
          [innermost, 'innermost'],
        ]);
        const where = (req: Request, res: Response, next: NextFunction) => {
          res.locals.path = `${res.locals.path ?? ''}/${names.get(req.app)}`;
          if (req.app !== res.app || Object.getPrototypeOf(req) !== (req.app as Express).request)
            throw new Error('prototype');
          next();
        };
        const server = createServer(outer);
        innermost.use(where);
        inner.use(where, innermost, where);
        outer.use(where, inner, where, (_req, res) => res.send(`${res.locals.path} ${res.get('X-Powered-By')}`));
        expect((await get(await listen(server))).text).to.equal('/outer/inner/innermost/inner/outer Express');
      });

      it('serves an application that is mounted in another one by itself too', async () => {
        const [outer, { app }] = [express(), inspected()];
        outer.use('/inner', app);
        const server = createServer(app);
        const seen = watch(server, app);
        const ports = await Promise.all([server, createServer(outer)].map(listen));
        expect((await get(ports[0] as number)).text).to.equal('{"app":true}');
        expect((await get(ports[1] as number, '/inner')).text).to.equal('{"app":true}');
        expect(seen).to.deep.equal([true, true, true, true]);
      });

      it('leaves errors of an application to Express', async () => {
        const app = express();
        app.get('/', () => {
          throw Object.assign(new Error('teapot'), { status: 418 });
        });
        app.use((error: Error, _req: Request, res: Response, _next: NextFunction) =>
          res.status(418).send(error.message),
        );
        const port = await listen(createServer(app));
        expect(await get(port)).to.include({ status: 418, text: 'teapot' });
        expect(await get(port, '/none')).to.deep.include({ status: 404 });
      });

      it('gives a router a next', async () => {
        const router = express.Router();
        router.get('/', (_req, res) => void res.end('found'));
        router.get('/error', (_req, _res, next) => next(Object.assign(new Error('Gone for good.'), { status: 410 })));
        router.get('/leave', (_req, _res, next) => next('router'));
        const port = await listen(createServer(router));
        expect((await get(port)).text).to.equal('found');
        for (const path of ['/none', '/leave']) {
          const { status, headers, text } = await get(port, path);
          expect(headers.get('content-type')).to.equal('application/problem+json; charset=utf-8');
          expect([status, JSON.parse(text)]).to.deep.equal([
            404,
            {
              type: 'about:blank',
              title: 'Not Found',
              status: 404,
              detail: 'There is nothing at this address.',
              code: 'E_NOT_FOUND',
            },
          ]);
        }
        const { status, text } = await get(port, '/error');
        expect([status, JSON.parse(text).detail]).to.deep.equal([410, 'Gone for good.']);
      });
    });
  }

  it('serves a handler with the classes of Node', async () => {
    const seen: unknown[] = [];
    const server = createServer((req, res) => {
      seen.push(Object.getPrototypeOf(req), Object.getPrototypeOf(res));
      res.end('plain');
    });
    expect((await get(await listen(server))).text).to.equal('plain');
    expect(seen).to.deep.equal([IncomingMessage.prototype, ServerResponse.prototype]);
  });

  it('emits request to further listeners, as every server of Node', async () => {
    const server = createServer(() => undefined);
    server.on('request', (_req, res) => res.end('second'));
    expect((await get(await listen(server))).text).to.equal('second');
  });

  for (const [what, app] of [
    ['nothing', undefined],
    ['an object', { request: {} }],
    ['a list', []],
    ['text', 'app'],
  ] as const) {
    it(`refuses ${what} in place of an application`, () => {
      expect(() => createServer(app as never))
        .to.throw(
          OptionError,
          /^E_OPTION: the application of createServer is .*\n {2}It must be an Express application/,
        )
        .that.is.instanceOf(TypeError)
        .with.property('code', 'E_OPTION');
    });
  }
});
