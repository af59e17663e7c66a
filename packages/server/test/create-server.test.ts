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
      /** An application, and whether requests had its prototypes before it ran. */
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

      it('creates requests and responses with the prototypes of the application', async () => {
        const { app } = inspected();
        const server = createServer(app);
        const seen = watch(server, app);
        expect((await get(await listen(server))).text).to.equal('{"app":true}');
        expect(seen).to.deep.equal([true, true, true, true]);
      });

      it('supports members added to app.request and app.response later', async () => {
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

      it('uses a replaced app.request and app.response for new connections', async () => {
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
        // On an open connection Express sets the new prototypes itself.
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

      it('restores the prototypes after a mounted application', async () => {
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

      it('leaves the errors of an application to Express', async () => {
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

      it('answers what a router passes to next', async () => {
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

  it('uses the classes of Node for a handler without Express', async () => {
    const seen: unknown[] = [];
    const server = createServer((req, res) => {
      seen.push(Object.getPrototypeOf(req), Object.getPrototypeOf(res));
      res.end('plain');
    });
    expect((await get(await listen(server))).text).to.equal('plain');
    expect(seen).to.deep.equal([IncomingMessage.prototype, ServerResponse.prototype]);
  });

  it('emits request to further listeners', async () => {
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
    it(`refuses ${what} as an application`, () => {
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
