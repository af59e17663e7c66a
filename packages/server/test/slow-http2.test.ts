import { once } from 'node:events';
import type { Http2ServerResponse } from 'node:http2';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import { expect } from 'chai';
import { createServer } from '../src/create-server.ts';
import type { Http2Handler } from '../src/handler.ts';
import type { ServerLimits } from '../src/options.ts';
import { closeAfterEach, listen, TLS } from './serve.ts';

const ENDLESS = 2 ** 31 - 1;
const hurried = { idleTimeout: 200 };

describe('idleTimeout over HTTP/2', () => {
  closeAfterEach();
  const clients: Socket[] = [];
  afterEach(() => {
    for (const socket of clients.splice(0)) socket.destroy();
  });

  async function open(app: Http2Handler, limits: ServerLimits, window = 0, isTls = false): Promise<Client> {
    const server = createServer(app, { http2: isTls ? TLS : true, ...limits });
    const port = await listen(server);
    const accepted = once(server, 'connection');
    const client = await connectRaw(port, window, isTls);
    clients.push(client.socket);
    const [peer] = await accepted;
    return { ...client, peer };
  }

  for (const isTls of [false, true]) {
    const way = isTls ? 'TLS' : 'clear text';
    for (const [answer, body] of [
      ['a streamed response', pieces],
      ['a response in one piece', () => [Buffer.alloc(300 * SIZE)]],
    ] as const) {
      it(`closes the connection of a client that reads nothing of ${answer} (${way})`, async () => {
        const client = await open((_req, res) => send(res, body()), hurried, ENDLESS, isTls);
        client.socket.pause();
        client.open(0, ENDLESS - 65_535);
        client.request(1, 'GET');
        if (!client.peer.destroyed) await once(client.peer, 'close');
      });
    }

    it(`closes a silent connection (${way})`, async () => {
      const client = await open(() => undefined, hurried, 0, isTls);
      client.request(1, 'POST', END_HEADERS);
      if (!client.peer.destroyed) await once(client.peer, 'close');
    });
  }

  it('does not apply when it is 0', async () => {
    const none = await open((_req, res) => void res.write('waits'), { ...hurried, idleTimeout: 0 }, ENDLESS);
    none.request(1, 'GET');
    const clock = await open(() => undefined, hurried);
    if (!clock.peer.destroyed) await once(clock.peer, 'close');
    expect(none.peer.destroyed).to.equal(false);
  });
});

// --- internal ---

/** Bytes of a piece: the initial window of a stream. */
const SIZE = 65_535;

function send(res: Http2ServerResponse, body: Iterable<Buffer>): void {
  // The stream may end early.
  Readable.from(body)
    .on('error', () => undefined)
    .pipe(res);
}

function* pieces(): Generator<Buffer> {
  for (;;) yield Buffer.alloc(SIZE);
}

/** A client that writes frames itself (RFC 9113), because the one of Node always reads. */
interface Client {
  readonly socket: Socket;
  readonly peer: Socket;
  request(stream: number, method: string, flags?: number): void;
  /** Open the window of a stream, or of the connection for 0. */
  open(stream: number, bytes: number): void;
}

const END_HEADERS = 4;
const END_STREAM = 1;

async function connectRaw(port: number, window: number, isTls: boolean): Promise<Omit<Client, 'peer'>> {
  const socket = isTls
    ? connectTls({ port, ca: TLS.cert, host: 'localhost', ALPNProtocols: ['h2'] })
    : connect(port, '127.0.0.1');
  socket.on('error', () => undefined).resume();
  await once(socket, isTls ? 'secureConnect' : 'connect');
  const write = (type: number, flags: number, stream: number, payload: Buffer) => {
    const head = Buffer.from([0, 0, payload.length, type, flags, 0, 0, 0, stream]);
    socket.write(Buffer.concat([head, payload]));
  };
  socket.write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
  // SETTINGS: the initial window of streams.
  write(4, 0, 0, Buffer.concat([Buffer.from([0, 4]), number32(window)]));
  return {
    socket,
    request: (stream, method, flags = END_HEADERS | END_STREAM) => write(1, flags, stream, encodeHeaders(method)),
    open: (stream, bytes) => write(8, 0, stream, number32(bytes)),
  };
}

function number32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** Header fields in HPACK, without compression. */
function encodeHeaders(method: string): Buffer {
  const fields = Object.entries({ ':method': method, ':authority': 'x', ':scheme': 'http', ':path': '/' });
  const encode = (text: string) => [Buffer.from([text.length]), Buffer.from(text)];
  return Buffer.concat(fields.flatMap(([name, value]) => [Buffer.from([0]), ...encode(name), ...encode(value)]));
}
