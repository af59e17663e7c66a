import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import { Controller, createRestRouter, DataError, HttpError } from '../src/index.ts';
import { listenRaw, type RawServer, WAYS } from './raw-http.ts';
import { keepQuiet } from './serve.ts';

/** What an action or a hook does, and the status of GET and of POST; the action of a row may be run in any {@link FORMS form}. */
type Row = readonly [name: string, action: (this: Controller) => unknown, get: number, post: number];

const cycle: Record<string, unknown> = {};
cycle.self = cycle;

// biome-ignore format: a table
const ROWS: readonly Row[] = [
  ['gives an object', () => ({ id: 7, title: 'a' }), 200, 200],
  ['gives an object beyond ASCII', () => ({ id: 'é', title: '日本 💩' }), 200, 200],
  ['gives an empty list', () => [], 200, 200],
  ['gives null', () => null, 200, 200],
  ['gives a big integer', () => ({ n: 2n ** 70n }), 200, 200],
  ['gives nothing', () => undefined, 500, 204],
  ['gives bytes', () => Buffer.from('é'), 200, 200],
  ['gives a stream', () => Readable.from(['a', 'b'], { objectMode: false }), 200, 200],
  ['gives a function', () => () => 1, 500, 500],
  ['gives a cycle', () => cycle, 500, 500],
  ['gives what is thenable and fails', () => Object.defineProperty({}, 'then', { get: () => { throw new HttpError(409); } }), 409, 409],
  ['succeeds', function () { return this.success({ a: 1 }, { status: 202, headers: { 'X-A': 'b', 'x-a': 'c', 'content-type': 'text/plain' } }); }, 202, 202],
  ['succeeds without return', function () { this.success({ a: 1 }); }, 200, 200],
  ['succeeds without data', function () { this.success(); }, 204, 204],
  ['succeeds with 205', function () { this.success({ a: 1 }, { status: 205 }); }, 205, 205],
  ['succeeds with a field that cannot be sent', function () { this.success({}, { headers: { 'X-A': 'a\nb' } }); }, 500, 500],
  ['sets fields', function () { this.res.setHeader('ETag', '"own"'); this.res.setHeader('Content-Type', 'application/vnd.a+json'); return { id: 1 }; }, 200, 200],
  ['sets a status', function () { this.res.statusCode = 418; return { id: 1 }; }, 200, 200],
  ['sets a phrase that cannot be sent', function () { this.res.statusMessage = 'a\nb'; return { id: 1 }; }, 500, 500],
  ['fails', function () { this.fail(404); }, 404, 404],
  ['throws an HttpError with fields', () => { throw new HttpError(503, 'x', { headers: { 'Retry-After': '7', Vary: 'Origin' } }); }, 503, 503],
  ['throws an error', () => { throw new Error('x'); }, 500, 500],
  ['throws null', () => { throw null; }, 500, 500],
  ['throws a conflict', () => { throw new DataError('conflict', 'x', { field: 'title' }); }, 500, 409],
  ['answers by itself', function () { this.res.writeHead(203, { 'X-Own': '1' }).end('own'); }, 203, 203],
  ['answers by itself and gives an object', function () { this.res.writeHead(203).end('own'); return { a: 1 }; }, 203, 203],
  ['answers by itself and throws', function () { this.res.writeHead(203).end('own'); throw new Error('x'); }, 203, 203],
];

/** The ways in which the same thing is done at once, soon, or later. */
const FORMS: Record<string, (work: () => unknown) => unknown> = {
  sync: (work) => work(),
  async: async (work) => work(),
  later: async (work) => {
    await turn();
    return work();
  },
  thenable: (work) => ({
    // biome-ignore lint/suspicious/noThenProperty: builders of queries have it
    then(resolve: (value: unknown) => void, reject: (error: unknown) => void) {
      try {
        resolve(work());
      } catch (error) {
        reject(error);
      }
    },
  }),
};

/** `/thing/3` runs row 3 in the form that the header names, as the action or as a hook. */
class Thing extends Controller {
  #run(place: string): unknown {
    const work = ROWS[Number(this.id ?? this.req.headers['x-row'])]?.[1] as (this: Controller) => unknown;
    const form = FORMS[this.header('X-Form') ?? 'sync'] as (work: () => unknown) => unknown;
    if (this.header('X-Place') === place) return form(() => work.call(this));
    return place === 'action' ? form(() => ({ done: true })) : form(() => undefined);
  }
  override __before() {
    return this.#run('before');
  }
  getAction() {
    return this.#run('action');
  }
  postAction() {
    return this.#run('action');
  }
  override __after() {
    return this.#run('after');
  }
}

for (const [way, listenerOf] of WAYS) {
  describe(`synchronous and asynchronous actions and hooks (${way})`, () => {
    keepQuiet();
    let server: RawServer;
    before(async () => {
      const router = createRestRouter({ rules: [['/thing/:id?', 'rest']], controllers: { thing: Thing } });
      server = await listenRaw(listenerOf(router));
    });
    after(() => server.close());

    for (const [index, [name, , get, post]] of ROWS.entries()) {
      for (const place of ['action', 'before', 'after']) {
        it(`answers the same in every form when ${place} ${name}`, async () => {
          const ask = (form: string, method: string) => {
            const path = method === 'POST' ? '/thing' : `/thing/${index}`;
            return server.ask([
              `${method} ${path} HTTP/1.1`,
              `X-Form: ${form}`,
              `X-Place: ${place}`,
              `X-Row: ${index}`,
            ]);
          };
          for (const method of ['GET', 'HEAD', 'POST']) {
            const sync = await ask('sync', method);
            if (place === 'action') expect(sync.status).to.equal(method === 'POST' ? post : get);
            for (const form of ['async', 'later', 'thenable']) {
              expect(joinChunks((await ask(form, method)).text), `${form} ${method}`).to.equal(joinChunks(sync.text));
            }
          }
        });
      }
    }
  });
}

/** Where a chunk of a stream ends depends on the time. */
function joinChunks(text: string): string {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  if (!/^transfer-encoding: chunked$/im.test(head)) return text;
  const body = rest.join('\r\n\r\n').replace(/[0-9a-f]+\r\n([\s\S]*?)\r\n/g, '$1');
  return `${head}\r\n\r\n${body}`;
}
