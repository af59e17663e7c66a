import { EventEmitter, once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { Worker } from 'node:worker_threads';
import { expect } from 'chai';
import { createServer } from '../src/create-server.ts';
import { OptionError } from '../src/errors.ts';
import { gracefulShutdown } from '../src/graceful-shutdown.ts';
import { captureErrors, closeAfterEach, converse, listen, TLS, talk } from './serve.ts';

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

/** A handler that answers when it is released, except for `/now`. */
function createGate() {
  const waiting: (() => void)[] = [];
  let arrived: (() => void) | undefined;
  let isOpen = false;
  return {
    handler: (req: IncomingMessage, res: ServerResponse) => {
      if (req.url === '/now') res.end('now');
      else if (isOpen) res.end(`answer to ${req.url}`);
      else waiting.push(() => res.end(`answer to ${req.url}`));
      arrived?.();
    },
    async count(wanted: number): Promise<void> {
      while (waiting.length < wanted) {
        await new Promise<void>((resolve) => {
          arrived = resolve;
        });
      }
    },
    release() {
      isOpen = true;
      for (const answer of waiting.splice(0)) answer();
    },
  };
}

describe('gracefulShutdown', () => {
  closeAfterEach();

  it('finishes pending requests with Connection: close, closes idle connections, then calls close() in order', async () => {
    const gate = createGate();
    const server = createServer(gate.handler);
    const order: string[] = [];
    const { stop } = gracefulShutdown(server, {
      // A router is a function too.
      close: [
        Object.assign(() => fail('is not called'), { close: () => order.push('router') }),
        async () => order.push('models'),
      ],
    });
    const port = await listen(server);
    const [busy, idle, silent, begun] = await Promise.all([talk(port), talk(port), talk(port), talk(port)]);
    busy.send(GET);
    idle.send(GET.replace('/', '/now'));
    await idle.until(/now$/);
    begun.send('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nab');
    await gate.count(2);
    const stopped = stop();
    await Promise.all([idle.closed(), silent.closed()]);
    expect(order).to.deep.equal([]);
    begun.send('cd');
    gate.release();
    expect(await busy.closed()).to.match(/^HTTP\/1.1 200 [\s\S]*\r\nConnection: close\r\n[\s\S]*answer to \/$/);
    expect(await begun.closed()).to.match(/\r\nConnection: close\r\n[\s\S]*answer to \/$/);
    expect(await stopped).to.equal(true);
    expect(order).to.deep.equal(['router', 'models']);
  });

  it('answers a request whose headers were partly received', async () => {
    const gate = createGate();
    const server = createServer(gate.handler);
    const { stop } = gracefulShutdown(server);
    const port = await listen(server);
    const received = once(server, 'connection');
    const { send, closed } = await talk(port);
    send('GET /now HTTP/1.1\r\nHo');
    const [socket] = await received;
    while (socket.bytesRead === 0) await new Promise((resolve) => setImmediate(resolve));
    const stopped = stop();
    send('st: x\r\n\r\n');
    expect(await closed()).to.match(/\r\nConnection: close\r\n[\s\S]*now$/);
    expect(await stopped).to.equal(true);
  });

  it('answers pipelined requests that arrived before the shutdown', async () => {
    const gate = createGate();
    const server = createServer(gate.handler);
    const { stop } = gracefulShutdown(server);
    const { send, closed } = await talk(await listen(server));
    send(['/a', '/b', '/c'].map((path) => GET.replace('/', path)).join(''));
    await gate.count(1);
    const stopped = stop();
    gate.release();
    const text = await closed();
    expect(text.match(/answer to \/\w/g)).to.deep.equal(['answer to /a', 'answer to /b', 'answer to /c']);
    expect(await stopped).to.equal(true);
  });

  it('answers pipelined requests that arrive during its delay', async () => {
    const gate = createGate();
    const server = createServer(gate.handler);
    const { stop } = gracefulShutdown(server, { delay: 300 });
    const { send, closed } = await talk(await listen(server));
    const stopped = stop();
    await new Promise(setImmediate);
    send(['/a', '/b'].map((path) => GET.replace('/', path)).join(''));
    await gate.count(1);
    gate.release();
    expect((await closed()).match(/answer to \/\w/g)).to.deep.equal(['answer to /a', 'answer to /b']);
    expect(await stopped).to.equal(true);
  });

  it('lets a server listen again afterwards', async () => {
    const server = createServer(createGate().handler);
    const { stop } = gracefulShutdown(server);
    await listen(server);
    expect(await stop()).to.equal(true);
    const { send, until } = await talk(await listen(server));
    send(GET.replace('/', '/now'));
    await until(/now$/);
  });

  it('finishes a response that has started, then closes its connection', async () => {
    let end: () => void = () => undefined;
    const server = createServer((_req, res) => {
      res.write('first ');
      end = () => res.end('last');
    });
    const { stop } = gracefulShutdown(server);
    const { send, until, closed } = await talk(await listen(server));
    send(GET);
    await until(/first/);
    const stopped = stop();
    end();
    expect(await closed()).to.include('last');
    expect(await stopped).to.equal(true);
  });

  for (const [what, options] of [
    ['HTTP', {}],
    ['HTTPS', { https: TLS }],
  ] as const) {
    it(`waits until a slow client has read the whole response (${what})`, async () => {
      const length = 20_000_000;
      const answered = new EventEmitter();
      const server = createServer((_req: IncomingMessage, res: ServerResponse) => {
        res.end(Buffer.alloc(length));
        answered.emit('end');
      }, options as object);
      const { stop } = gracefulShutdown(server);
      const port = await listen(server);
      const socket =
        what === 'HTTP' ? connect(port, '127.0.0.1') : connectTls({ port, ca: TLS.cert, host: 'localhost' });
      await once(socket, what === 'HTTP' ? 'connect' : 'secureConnect');
      const ended = once(answered, 'end');
      socket.write(GET);
      await ended;
      const stopped = stop();
      await new Promise((resolve) => setImmediate(resolve));
      let received = 0;
      for await (const chunk of socket) received += chunk.length;
      expect(received).to.be.above(length);
      expect(await stopped).to.equal(true);
    });
  }

  it('does not wait for clients that have disconnected', async () => {
    const gate = createGate();
    const server = createServer(gate.handler);
    const { stop } = gracefulShutdown(server);
    const port = await listen(server);
    const [first, second] = await Promise.all([talk(port), talk(port)]);
    first.send(GET);
    second.send('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nab');
    await gate.count(2);
    const stopped = stop();
    first.socket.resetAndDestroy();
    second.socket.resetAndDestroy();
    expect(await stopped).to.equal(true);
    gate.release();
  });

  it('accepts connections during its delay, and refuses them afterwards', async () => {
    const gate = createGate();
    const server = createServer(gate.handler);
    const shutdown = gracefulShutdown(server, { delay: 100 });
    const port = await listen(server);
    expect(shutdown.stopping).to.equal(false);
    const stopped = shutdown.stop();
    expect(shutdown.stopping).to.equal(true);
    const { send, until } = await talk(port);
    send(GET.replace('/', '/now'));
    await until(/now$/);
    expect(await stopped).to.equal(true);
    const refused = await talk(port).catch((error) => error);
    expect(refused).to.have.property('code', 'ECONNREFUSED');
  });

  it('sends Connection: close during its delay, but closes no idle connection', async () => {
    const server = createServer(createGate().handler);
    const shutdown = gracefulShutdown(server, { delay: 100 });
    const port = await listen(server);
    const [busy, idle] = await Promise.all([talk(port), talk(port)]);
    const now = GET.replace('/', '/now');
    idle.send(now);
    await idle.until(/now$/);
    const stopped = shutdown.stop();
    busy.send(now);
    expect(await busy.closed()).to.match(/\r\nConnection: close\r\n[\s\S]*now$/);
    idle.send(now);
    expect(await idle.closed()).to.match(/keep-alive[\s\S]*now[\s\S]*\r\nConnection: close\r\n[\s\S]*now$/);
    expect(await stopped).to.equal(true);
  });

  it('keeps upgraded connections open until the deadline', async () => {
    const server = createServer(() => undefined);
    server.on('upgrade', (_req, socket) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: echo\r\nConnection: Upgrade\r\n\r\n');
      socket.on('error', () => undefined);
      socket.on('data', (chunk) => socket.write(chunk));
    });
    const { stop } = gracefulShutdown(server, { timeout: 200 });
    const { send, until, closed } = await talk(await listen(server));
    send('GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n');
    await until(/101/);
    const errors = await captureErrors(async () => {
      const stopped = stop();
      send('still here');
      await until(/still here/);
      expect(await stopped).to.equal(false);
    });
    await closed();
    expect(errors).to.equal('E_STOP_TIMEOUT: after 200 ms the shutdown still waited for pending requests\n');
  });

  for (const [what, one, message] of [
    ['rejects', async () => fail('disk\nfull'), 'E_STOP_CLOSE: close[0] failed: disk full\n'],
    ['throws', { close: () => fail('broken') }, 'E_STOP_CLOSE: close[0] failed: broken\n'],
    [
      'hangs',
      { close: () => new Promise(() => undefined) },
      'E_STOP_TIMEOUT: after 60 ms the shutdown still waited for close[0]\n',
    ],
  ] as const) {
    it(`reports a close() that ${what}`, async () => {
      const server = createServer(() => undefined);
      await listen(server);
      let wasClosed = false;
      const other = () => {
        wasClosed = true;
      };
      const { stop } = gracefulShutdown(server, { timeout: 60, close: [one, other] });
      const errors = await captureErrors(async () => expect(await stop()).to.equal(false));
      expect(errors).to.equal(message);
      expect(wasClosed).to.equal(what !== 'hangs');
    });
  }

  it('stops several servers once, including one that does not listen', async () => {
    const servers = [createServer(() => undefined), createServer(() => undefined), createServer(() => undefined)];
    await Promise.all(servers.slice(1).map(listen));
    let closed = 0;
    const before = process.listenerCount('SIGTERM');
    const shutdown = gracefulShutdown(servers, {
      timeout: 0,
      close: [
        () => {
          closed += 1;
        },
      ],
    });
    expect(process.listenerCount('SIGTERM')).to.equal(before + 1);
    expect(await Promise.all([shutdown.stop(), shutdown.stop()])).to.deep.equal([true, true]);
    expect(await shutdown.stop()).to.equal(true);
    expect([closed, servers.some(({ listening }) => listening)]).to.deep.equal([1, false]);
    expect(process.listenerCount('SIGTERM')).to.equal(before);
  });

  it('stops an HTTPS server and closes its silent connections', async () => {
    const gate = createGate();
    const server = createServer(gate.handler, { https: TLS });
    const { stop } = gracefulShutdown(server);
    const port = await listen(server);
    const sockets = [0, 1, 2].map(() => connectTls({ port, ca: TLS.cert, host: 'localhost' }));
    const accepted = new Promise<void>((resolve) => {
      let count = 0;
      server.on('secureConnection', () => {
        count += 1;
        if (count === 3) resolve();
      });
    });
    const [busy, idle, silent] = await Promise.all(
      sockets.map(async (socket) => {
        await once(socket, 'secureConnect');
        return converse(socket);
      }),
    );
    await accepted;
    busy?.send(GET);
    idle?.send(GET.replace('/', '/now'));
    await idle?.until(/now$/);
    await gate.count(1);
    const stopped = stop();
    await Promise.all([idle?.closed(), silent?.closed()]);
    gate.release();
    expect(await busy?.closed()).to.match(/Connection: close[\s\S]*answer to \//);
    expect(await stopped).to.equal(true);
  });

  it('answers requests that are in the buffers of the kernel when it stops accepting', async () => {
    const server = createServer((_req, res) => res.end('answered'));
    const delay = 20;
    const { stop } = gracefulShutdown(server, { delay });
    const sent = new Int32Array(new SharedArrayBuffer(4));
    const client = new Worker(CLIENT, { eval: true, workerData: { port: await listen(server), sent } });
    await once(client, 'message');
    const over = performance.now() + delay + 10;
    const stopped = stop();
    client.postMessage('send');
    // Block the event loop until the delay is over and both requests have arrived.
    while (Atomics.load(sent, 0) < 2) Atomics.wait(sent, 0, Atomics.load(sent, 0));
    while (performance.now() < over);
    const [[idle, fresh]] = await once(client, 'message');
    expect(idle).to.match(/keep-alive[\s\S]*answered[\s\S]*\r\nConnection: close\r\n[\s\S]*answered$/);
    expect(fresh).to.match(/\r\nConnection: close\r\n[\s\S]*answered$/);
    expect(await stopped).to.equal(true);
    await client.terminate();
  });

  it('waits a moment for the first request of a new connection', async () => {
    const server = createServer((_req, res) => res.end('answered'));
    const { stop } = gracefulShutdown(server);
    const accepted = once(server, 'connection');
    const { send, closed } = await talk(await listen(server));
    await accepted;
    const stopped = stop();
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    send('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(await closed()).to.match(/\r\nConnection: close\r\n[\s\S]*answered$/);
    expect(await stopped).to.equal(true);
  });

  const server = createServer(() => undefined);
  for (const [what, make] of [
    ['no server', () => gracefulShutdown({} as never)],
    ['an application', () => gracefulShutdown([server, () => undefined] as never)],
    ['an unknown option', () => gracefulShutdown(server, { deadline: 5 } as never)],
    ['a timeout of a day and a half in text', () => gracefulShutdown(server, { timeout: '36h' } as never)],
    ['a negative delay', () => gracefulShutdown(server, { delay: -1 })],
    ['a close that is no list', () => gracefulShutdown(server, { close: { close: () => undefined } as never })],
    ['something that cannot be closed', () => gracefulShutdown(server, { close: [null] as never })],
    ['an unknown signal', () => gracefulShutdown(server, { signals: ['SIGNAL' as never] })],
    ['an onSignal that is no function', () => gracefulShutdown(server, { onSignal: true as never })],
  ] as const) {
    it(`refuses ${what}`, () => {
      const before = process.listenerCount('SIGTERM');
      expect(make).to.throw(OptionError).with.property('code', 'E_OPTION');
      expect(process.listenerCount('SIGTERM')).to.equal(before);
    });
  }
});

// --- internal ---

/** A client in another thread. It sends two requests while the event loop of the server is blocked: on an idle connection and on a new one. */
const CLIENT = `
const { connect } = require('node:net');
const { parentPort, workerData: { port, sent } } = require('node:worker_threads');
const GET = 'GET / HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n';
function open() {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  let text = '';
  socket.on('data', (chunk) => { text += chunk; }).on('error', () => {});
  return { socket, closed: new Promise((resolve) => socket.on('close', () => resolve(text))) };
}
function tell() {
  Atomics.add(sent, 0, 1);
  Atomics.notify(sent, 0);
}
const idle = open();
idle.socket.write(GET);
idle.socket.once('data', () => parentPort.postMessage('idle'));
parentPort.once('message', async () => {
  const fresh = open();
  idle.socket.write(GET, tell);
  fresh.socket.once('connect', () => fresh.socket.write(GET, tell));
  parentPort.postMessage(await Promise.all([idle.closed, fresh.closed]));
});
`;

function fail(message: string): never {
  throw new Error(message);
}
