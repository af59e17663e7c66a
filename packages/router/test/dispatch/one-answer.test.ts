import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import { expect } from 'chai';
import { Controller, DataError } from '../../src/index.ts';
import { onBothMajors } from '../serve.ts';

/** What an action does, and what its client gets: a status, or a connection that ends without a whole answer. */
type Behaviour = readonly [name: string, action: (this: Controller) => unknown, answer: number | 'broken'];

const DEADLINE = 60;
const late = (controller: Controller) => once(controller.signal, 'abort');
const failing = (message: string, ...pieces: string[]) =>
  Readable.from(
    (async function* () {
      yield* pieces;
      await sleep(5);
      throw new Error(message);
    })(),
    { objectMode: false },
  );

/** An error that cannot even be looked at. */
function evil(): object {
  const fail = () => {
    throw new Error('do not look');
  };
  const error = new Error('evil');
  for (const name of ['name', 'message', 'stack', 'status', 'code', 'expose', 'hint', inspect.custom]) {
    Object.defineProperty(error, name, { get: fail });
  }
  return error;
}

// biome-ignore format: a table
const behaviours: readonly Behaviour[] = [
  ['throws', () => { throw new Error('x'); }, 500],
  ['rejects', () => Promise.reject(new Error('x')), 500],
  ['rejects later', async () => { await sleep(5); throw new Error('x'); }, 500],
  ['throws null', () => { throw null; }, 500],
  ['rejects with nothing', () => Promise.reject(), 500],
  ['throws what cannot be looked at', () => { throw evil(); }, 500],
  ['throws what traps every access', () => { throw new Proxy(new Error('x'), { get: () => { throw new Error('trap'); }, getPrototypeOf: () => { throw new Error('trap'); } }); }, 500],
  ['throws that the store is unavailable', () => { throw new DataError('unavailable', 'x'); }, 503],
  ['throws that the store has given up', () => { throw new DataError('retry', 'x'); }, 503],
  ['never settles', () => new Promise(() => {}), 503],
  ['settles after the deadline', async function () { await late(this); return { late: true }; }, 503],
  ['rejects after the deadline', async function () { await late(this); throw null; }, 503],
  ['answers by itself after the deadline', async function () { await late(this); this.res.json({ late: true }); }, 503],
  ['ends the answer of the deadline again', async function () { await late(this); this.res.end('late'); this.res.write('later'); }, 503],
  ['destroys the answer of the deadline', async function () { await late(this); await sleep(5); this.res.destroy(); }, 503],
  ['succeeds twice', function () { this.success({ a: 1 }); return this.success({ a: 2 }); }, 200],
  ['succeeds and throws', function () { this.success({ a: 1 }); throw new Error('x'); }, 500],
  ['answers by itself and returns', function () { this.res.json({ a: 1 }); return { a: 2 }; }, 200],
  ['answers by itself and throws', function () { this.res.json({ a: 1 }); throw new Error('x'); }, 200],
  ['answers by itself and never settles', function () { this.res.json({ a: 1 }); return new Promise(() => {}); }, 200],
  ['ends, and fails after the deadline', async function () { this.res.end(); await sleep(DEADLINE * 2); throw new Error('x'); }, 200],
  ['writes and throws', function () { this.res.write('a'); throw new Error('x'); }, 'broken'],
  ['writes and rejects later', async function () { this.res.write('a'); await sleep(5); throw null; }, 'broken'],
  ['writes its head and throws', function () { this.res.writeHead(200, { 'Content-Length': '9' }); this.res.flushHeaders(); throw new Error('x'); }, 'broken'],
  ['writes, and stops at the deadline', async function () { this.res.write('a'); await late(this); throw this.signal.reason; }, 'broken'],
  ['destroys the answer', function () { this.res.destroy(); }, 'broken'],
  ['destroys the socket', function () { this.req.socket.destroy(); }, 'broken'],
  ['destroys the socket and returns later', async function () { this.req.socket.destroy(); await sleep(5); return { a: 1 }; }, 'broken'],
  ['destroys the socket and answers', async function () { this.req.socket.destroy(); await sleep(5); this.res.json({ a: 1 }); }, 'broken'],
  ['destroys the request', function () { this.req.destroy(); return { a: 1 }; }, 'broken'],
  ['returns a stream that fails at once', () => failing('x'), 500],
  ['returns a stream that has failed', () => new PassThrough().destroy(new Error('x')), 500],
  ['returns a stream that was destroyed', () => new PassThrough().destroy(), 500],
  ['returns a stream that fails in the middle', () => failing('x', 'some'), 'broken'],
  ['returns a stream that is closed in the middle', () => { const stream = new PassThrough(); stream.write('some'); setTimeout(() => stream.destroy(), 5); return stream; }, 'broken'],
  ['returns a stream that is destroyed before it begins', () => { const stream = new PassThrough(); setTimeout(() => stream.destroy(), 5); return stream; }, 500],
  ['returns an empty stream', () => Readable.from([], { objectMode: false }), 200],
  ['returns a stream that never begins', () => new PassThrough(), 503],
  ['returns data that cannot be written', () => ({ toJSON() { throw new Error('x'); } }), 500],
  // biome-ignore lint/suspicious/noThenProperty: that is what is tested
  ['returns a thenable that throws', () => ({ get then() { throw new Error('x'); } }), 500],
  // biome-ignore lint/suspicious/noThenProperty: that is what is tested
  ['returns a thenable that settles twice', () => ({ then(resolve: (value: unknown) => void, reject: (error: unknown) => void) { resolve({ a: 1 }); reject(new Error('x')); resolve({ a: 2 }); } }), 200],
  ['returns the response', function () { return this.res; }, 500],
  ['sets a header that cannot be sent', function () { return this.success({}, { headers: { 'X-A': 'a\nb' } }); }, 500],
];

interface Heard {
  statuses: number[];
  text: string;
}

/** Send two requests at once on one connection, so that whatever is written too much would be taken for the second answer. */
async function hear(port: number): Promise<Heard> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(
    'GET /thing HTTP/1.1\r\nHost: x\r\n\r\nGET /thing/well HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  );
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  // No answer at all has to fail the test, not to hold it.
  socket.setTimeout(3_000, () => socket.destroy());
  await once(socket, 'close');
  return { statuses: [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status)), text };
}

/** The first answer as the client has it, in its own bytes: complete by its length or its last chunk. */
function isWhole(text: string): boolean {
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (length !== undefined) return body.length >= Number(length);
  return /\r\n0\r\n\r\n/.test(text) || /^HTTP\/1\.1 204/.test(text);
}

for (const environment of ['test', 'production']) {
  onBothMajors(`exactly one response in ${environment}`, (serve) => {
    const { error: print } = console;
    const caught: unknown[] = [];
    const catching = (error: unknown) => caught.push(error);
    const events = ['uncaughtException', 'unhandledRejection'] as readonly string[] as readonly 'uncaughtException'[];
    const before = new Map(events.map((event) => [event, process.listeners(event)]));

    beforeEach(() => {
      process.env.NODE_ENV = environment;
      console.error = () => {};
      caught.splice(0);
      for (const event of events) {
        before.set(event, process.listeners(event));
        process.removeAllListeners(event).on(event, catching);
      }
    });
    afterEach(() => {
      console.error = print;
      for (const event of events) {
        process.removeAllListeners(event);
        for (const listener of before.get(event) ?? []) process.on(event, listener);
      }
    });

    for (const [name, action, answer] of behaviours) {
      it(`${answer}: an action that ${name}`, async () => {
        let settled: (value?: unknown) => void = () => {};
        const done = new Promise((resolve) => {
          settled = resolve;
        });
        class Thing extends Controller {
          getAction(): unknown {
            if (this.id === 'well') return { well: true };
            // A promise of the action itself, so that its end is known.
            try {
              const value = action.call(this);
              if (value instanceof Promise) value.then(settled, settled);
              else settled();
              return value;
            } catch (error) {
              settled();
              throw error;
            }
          }
        }
        const rules = [['/thing/:id?', 'rest']] as const;
        const { app } = serve({ rules, controllers: { thing: Thing }, timeout: DEADLINE });
        const server = app.listen(0, '127.0.0.1');
        await once(server, 'listening');
        const { statuses, text } = await hear((server.address() as AddressInfo).port).finally(() => server.close());
        if (!name.includes('never settles')) await done;
        await sleep(10);
        expect(caught, 'uncaught').to.deep.equal([]);
        if (answer === 'broken') {
          expect(statuses.length, text).to.be.at.most(1);
          expect(statuses.length === 1 && isWhole(text), text).to.equal(false);
        } else {
          expect(statuses, text).to.deep.equal([answer, 200]);
          if (answer === 503) expect(text).to.match(/\r\nRetry-After: \d+\r\n/);
          expect(text).to.match(/\{"well":true\}$/);
        }
      });
    }
  });
}
