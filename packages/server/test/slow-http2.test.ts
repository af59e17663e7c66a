import { once } from 'node:events';
import type { Http2ServerResponse } from 'node:http2';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { createServer } from '../src/create-server.ts';
import type { Http2Handler } from '../src/handler.ts';
import type { ServerLimits } from '../src/options.ts';
import { type FrameClient, HEADERS, speakFrames } from './frames.ts';
import { closeAfterEach, listen, TLS } from './serve.ts';

const ENDLESS = 2 ** 31 - 1;
const hurried = { idleTimeout: 200 };

describe('slow clients of HTTP/2', () => {
  closeAfterEach();
  let clients: FrameClient[] = [];
  afterEach(() => {
    for (const { socket } of clients) socket.destroy();
    clients = [];
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

  for (const isTls of [false, true]) {
    const way = isTls ? 'TLS' : 'clear text';
    for (const [answer, body] of [
      ['a stream', pieces],
      ['one piece', () => [Buffer.alloc(300 * SIZE)]],
    ] as const) {
      it(`a connection of which nothing is read is closed: the answer is ${answer} (${way})`, async () => {
        const client = await open((_req, res) => send(res, body()), hurried, ENDLESS, isTls);
        client.socket.pause();
        client.open(0, ENDLESS - 65_535);
        client.request(1, 'GET');
        if (!client.peer.destroyed) await once(client.peer, 'close');
      });
    }

    it(`a connection on which nothing happens is closed (${way})`, async () => {
      const client = await open(() => undefined, hurried, 0, isTls);
      client.request(1, 'POST', false);
      if (!client.peer.destroyed) await once(client.peer, 'close');
    });
  }

  it('0 is no limit', async () => {
    const none = await open((_req, res) => void res.write('waits'), { ...hurried, idleTimeout: 0 });
    none.request(1, 'GET');
    const clock = await open(() => undefined, hurried);
    if (!clock.peer.destroyed) await once(clock.peer, 'close');
    none.request(3, 'GET');
    await none.until(({ type, stream }) => type === HEADERS && stream === 3);
  });
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
