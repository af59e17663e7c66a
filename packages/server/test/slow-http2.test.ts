import { EventEmitter, once } from 'node:events';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { expect } from 'chai';
import { createServer } from '../src/create-server.ts';
import type { Http2Handler } from '../src/handler.ts';
import type { ServerLimits } from '../src/options.ts';
import { DATA, END_STREAM, type FrameClient, HEADERS, RST_STREAM, speakFrames } from './frames.ts';
import { closeAfterEach, listen, MAJORS, TLS } from './serve.ts';

const CANCEL = 8;
const NO_ERROR = 0;
const ENDLESS = 2 ** 31 - 1;
/** Of tests whose client must not be late, in a process that may be. */
const PATIENT = 800;
const hurried = { requestTimeout: 200, idleTimeout: 200, connectionsCheckingInterval: 10 };

type Exchange = [req: Http2ServerRequest, res: Http2ServerResponse];

describe('slow clients of HTTP/2', () => {
  closeAfterEach();
  let clients: FrameClient[] = [];
  let timers: NodeJS.Timeout[] = [];
  afterEach(() => {
    for (const timer of timers) clearInterval(timer);
    for (const { socket } of clients) socket.destroy();
    clients = [];
    timers = [];
  });

  async function open(
    app: Http2Handler,
    limits: ServerLimits,
    window = 0,
    isTls = false,
  ): Promise<FrameClient & { peer: Socket }> {
    const server = createServer(app, { http2: isTls ? TLS : true, ...limits });
    const port = await listen(server);
    const accepted = once(server, 'connection');
    const client = await speakFrames(port, window, isTls ? { ca: TLS.cert, host: 'localhost' } : undefined);
    clients.push(client);
    const [peer] = await accepted;
    return { ...client, peer };
  }

  function often(work: () => void, pause = 20): void {
    timers.push(setInterval(work, pause));
  }

  const handlers: [string, (handler: (...all: Exchange) => void) => Http2Handler][] = [
    ['a handler', (handler) => handler],
    ...MAJORS.map(([name, express]): [string, (handler: (...all: Exchange) => void) => Http2Handler] => [
      name,
      (handler) => express().use(handler as never) as unknown as Http2Handler,
    ]),
  ];
  for (const [name, create] of handlers) {
    it(`an answer that nobody reads is ended, whatever pings come, and the connection goes on (${name})`, async () => {
      const events = new EventEmitter();
      const app = create(({ method }, res) => {
        res.on('close', () => events.emit('closed', res.writableFinished));
        if (method === 'GET') send(res, pieces());
        else res.end();
      });
      const { request, ping, reset, until } = await open(app, hurried);
      const closed = once(events, 'closed');
      often(ping);
      request(1, 'GET');
      expect(await reset(1)).to.equal(CANCEL);
      expect(await closed).to.deep.equal([false]);
      request(3, 'DELETE');
      await until(({ type, stream }) => type === HEADERS && stream === 3);
    });

    it(`a body that goes on is ended, and its handler may answer too late (${name})`, async () => {
      const events = new EventEmitter();
      const app = create((req, res) => {
        // What is given back is what a handler sees of it.
        res.on('close', () => {
          try {
            res.statusCode = 400;
            res.setHeader('X-Late', 'yes');
            res.end('too late');
            events.emit('closed', req.complete && !req.aborted);
          } catch (error) {
            events.emit('closed', error);
          }
        });
        req.resume();
      });
      const { request, data, reset, frames } = await open(app, { ...hurried, idleTimeout: 0 });
      const closed = once(events, 'closed');
      request(1, 'POST', false);
      often(() => data(1, 'a'));
      expect(await reset(1)).to.equal(CANCEL);
      expect(await closed).to.deep.equal([false]);
      expect(frames.filter(({ type }) => type === HEADERS)).to.deep.equal([]);
    });
  }

  it('a body that goes on behind a whole answer is ended, and the answer stays good', async () => {
    const { request, data, reset, until } = await open(
      (req, res) => void res.end(req.resume().method),
      hurried,
      ENDLESS,
    );
    request(1, 'POST', false);
    often(() => data(1, 'a'));
    await until(({ type, flags }) => type === DATA && flags === END_STREAM);
    expect(await reset(1)).to.equal(NO_ERROR);
  });

  it('an answer whose body has wholly come may take longer than that', async () => {
    const events = new EventEmitter();
    const app = ({ method }: Http2ServerRequest, res: Http2ServerResponse) =>
      void (method === 'GET' ? once(events, 'go').then(() => res.end()) : undefined);
    const { request, reset, until, frames } = await open(app, { ...hurried, idleTimeout: 0 });
    request(1, 'GET');
    request(3, 'POST', false);
    await reset(3);
    events.emit('go');
    await until(({ type, stream }) => type === HEADERS && stream === 1);
    expect(frames.filter(({ type, stream }) => type === RST_STREAM && stream === 1)).to.deep.equal([]);
  });

  it('a stream of which a piece leaves now and then goes on, and one beside it does not', async () => {
    const app = (_req: unknown, res: Http2ServerResponse) => send(res, pieces());
    const { request, open: grant, reset, frames, until } = await open(app, { ...hurried, idleTimeout: PATIENT });
    request(1, 'GET');
    request(3, 'GET');
    // Of the same size each time: what waits is always as much as before.
    often(() => {
      grant(0, SIZE);
      grant(1, SIZE);
    }, 50);
    expect(await reset(3)).to.equal(CANCEL);
    const had = frames.length;
    request(5, 'GET');
    expect(await reset(5)).to.equal(CANCEL);
    await until((frame) => frame.type === DATA && frames.indexOf(frame) > had);
    expect(frames.filter(({ type, stream }) => type === RST_STREAM && stream === 1)).to.deep.equal([]);
  });

  it('what an application goes on to write is no movement', async () => {
    const app = (_req: unknown, res: Http2ServerResponse) => often(() => res.write('event'));
    const { request, ping, reset } = await open(app, hurried);
    often(ping);
    request(1, 'GET');
    expect(await reset(1)).to.equal(CANCEL);
  });

  it('a large piece has more time: nobody sees how much of it has left', async () => {
    const app = ({ method }: Http2ServerRequest, res: Http2ServerResponse) =>
      void res.end(Buffer.alloc(method === 'GET' ? 16 * SIZE : 1));
    const { request, open: grant, until } = await open(app, { ...hurried, idleTimeout: PATIENT });
    request(1, 'GET');
    often(() => {
      grant(0, SIZE);
      grant(1, SIZE);
    }, PATIENT / 8);
    await until(({ type, flags, stream }) => type === DATA && flags === END_STREAM && stream === 1);
  });

  it('a tunnel has no limits', async () => {
    const server = createServer(() => undefined, { http2: true, ...hurried });
    server.on('connect', (_req: Http2ServerRequest, res: Http2ServerResponse) => void res.write('hello'));
    const client = await speakFrames(await listen(server), 0);
    clients.push(client);
    client.request(1, 'CONNECT', false);
    for (const stream of [3, 5]) {
      client.request(stream, 'POST', false);
      await client.reset(stream);
    }
    expect(client.frames.filter(({ type, stream }) => type === RST_STREAM && stream === 1)).to.deep.equal([]);
  });

  it('0 is no limit', async () => {
    const app = (_req: unknown, res: Http2ServerResponse) => void res.write('waits');
    const none = await open(app, { ...hurried, requestTimeout: 0, headersTimeout: 0, idleTimeout: 0 });
    const clock = await open(app, hurried);
    for (const { request, ping } of [none, clock]) {
      request(1, 'GET');
      request(3, 'POST', false);
      often(ping);
    }
    await clock.reset(1);
    await clock.reset(3);
    none.request(5, 'GET');
    await none.until(({ type, stream }) => type === HEADERS && stream === 5);
    expect(none.frames.filter(({ type }) => type === RST_STREAM)).to.deep.equal([]);
  });

  for (const isTls of [false, true]) {
    for (const [what, work] of [
      ['is silent', undefined],
      ['sends pings', ({ ping }: FrameClient) => ping()],
      ['sends settings', ({ settings }: FrameClient) => settings()],
    ] as const) {
      for (const [answer, body] of [
        ['a stream', pieces],
        ['one piece', () => [Buffer.alloc(300 * SIZE)]],
      ] as const) {
        it(`a connection of which nothing is read is closed: its client ${what}, the answer is ${answer} (${isTls ? 'TLS' : 'clear text'})`, async () => {
          const client = await open((_req, res) => send(res, body()), hurried, ENDLESS, isTls);
          client.socket.pause();
          client.open(0, ENDLESS - 65_535);
          client.request(1, 'GET');
          if (work) often(() => work(client));
          if (!client.peer.destroyed) await once(client.peer, 'close');
        });
      }
    }
  }

  for (const isTls of [false, true]) {
    it(`an answer that the system has and that is read slowly comes whole (${isTls ? 'TLS' : 'clear text'})`, async () => {
      const app = (_req: unknown, res: Http2ServerResponse) => void res.end(Buffer.alloc(500 * SIZE));
      const client = await open(app, { ...hurried, idleTimeout: 400 }, ENDLESS, isTls);
      const { socket } = client;
      client.open(0, ENDLESS - 65_535);
      client.request(1, 'GET');
      // Longer than Node gives a connection to which nothing is written.
      socket.on('data', () => {
        socket.pause();
        timers.push(setTimeout(() => socket.resume(), isTls ? 0 : 2));
      });
      await client.until(({ type, flags }) => type === DATA && flags === END_STREAM);
    });
  }
});

// --- internal ---

/** Bytes of a piece: the window that a stream begins with. */
const SIZE = 65_535;

function send(res: Http2ServerResponse, body: Iterable<Buffer>): void {
  // A stream that is ended early.
  Readable.from(body)
    .on('error', () => undefined)
    .pipe(res);
}

function* pieces(): Generator<Buffer> {
  for (;;) yield Buffer.alloc(SIZE);
}
