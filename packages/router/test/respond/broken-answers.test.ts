import { once } from 'node:events';
import { createServer as createHttp } from 'node:http';
import { type AddressInfo, connect, type Server } from 'node:net';
import { Readable } from 'node:stream';
import { expect } from 'chai';
import { Controller, createRestRouter, type RestRouterOptions } from '../../src/index.ts';
import { keepQuiet } from '../serve.ts';

/** Resolves when the client has read the first half. Otherwise libuv may report a reset as an end. */
let half: Promise<unknown>;

async function* failing(): AsyncGenerator<string> {
  yield 'half';
  await half;
  throw new Error('in the middle');
}

/** How many pieces of a stream without end were read. */
let read = 0;

class Streamed extends Controller {
  getAction(): unknown {
    if (this.get('fails')) return Readable.from(failing(), { objectMode: false });
    return new Readable({ read() { read += 1; setImmediate(() => this.push('more')); } }); // biome-ignore format: short
  }
}

class Written extends Controller {
  async getAction(): Promise<never> {
    this.res.write('half');
    await half;
    throw new Error('in the middle');
  }
}

class Handed extends Controller {
  getAction(): never {
    throw new Error('at once');
  }
}

const HALVES: readonly (readonly [what: string, path: string, options: RestRouterOptions])[] = [
  ['a stream that fails', '/streamed?fails=1', {}],
  ['an action that writes and throws', '/written', {}],
  ['an onError that writes and hands on', '/handed', { onError: (error, _req, res, next) => { res.write('half'); void half.then(() => next(error)); } }], // biome-ignore format: short
];

let server: Server;

async function serve(create: (listener: never) => Server, options: RestRouterOptions = {}): Promise<number> {
  const controllers = { streamed: Streamed, written: Written, handed: Handed };
  const rules = [['/:controller', ':1', 'rest']] as const;
  server = create(createRestRouter({ rules, controllers, log: false, ...options }) as never).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

describe('a truncated response', () => {
  keepQuiet();
  afterEach(() => server.close());

  for (const [what, path, options] of HALVES) {
    it(`resets an HTTP/1.0 connection: ${what}`, async () => {
      const socket = connect(await serve(createHttp, options), '127.0.0.1');
      half = once(socket, 'data');
      socket.write(`GET ${path} HTTP/1.0\r\n\r\n`);
      const failure = await once(socket, 'end').then(() => undefined, (error: Error) => error); // biome-ignore format: short
      expect(failure).to.include({ code: 'ECONNRESET' });
    });
  }
});

describe('HEAD of a stream', () => {
  afterEach(() => server.close());

  it('has the header fields, and reads only the first chunk', async () => {
    read = 0;
    const socket = connect(await serve(createHttp), '127.0.0.1');
    socket.write('HEAD /streamed HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    const head = Buffer.concat(await socket.toArray()).toString();
    expect(head).to.match(/^HTTP\/1\.1 200 .*\r\nContent-Type: application\/octet-stream\r\n/s);
    expect(head).not.to.match(/Content-Length/i);
    expect(read).to.be.below(20);
  });
});
