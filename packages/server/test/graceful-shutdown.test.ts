import { EventEmitter, once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { expect } from 'chai';
import { createServer } from '../src/create-server.ts';
import { OptionError } from '../src/errors.ts';
import { gracefulShutdown } from '../src/graceful-shutdown.ts';
import { captureErrors, closeAfterEach, converse, listen, MAJORS, TLS, talk } from './serve.ts';

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

/** A handler whose answers wait for a word. */
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

  const ways: [
    name: string,
    wrap: (handler: ReturnType<typeof createGate>['handler']) => Parameters<typeof createServer>[0],
  ][] = [
    ['a handler', (handler) => handler],
    ...MAJORS.map(([name, express]): (typeof ways)[number] => [name, (handler) => express().use(handler)]),
  ];

  for (const [name, wrap] of ways) {
    it(`answers what is in flight, says that it is the last, and closes the rest (${name})`, async () => {
      const gate = createGate();
      const server = createServer(wrap(gate.handler));
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
  }

  it('answers a request whose header fields were half sent', async () => {
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

  it('answers all requests that were sent at once before the stop', async () => {
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

  it('answers all requests that come at once during the stop', async () => {
    const gate = createGate();
    const server = createServer(gate.handler);
    const { stop } = gracefulShutdown(server);
    const { send, closed } = await talk(await listen(server));
    send(GET);
    await gate.count(1);
    const stopped = stop();
    const come: unknown[] = [];
    server.on('request', (req) => come.push(req));
    send(['/b', '/c', '/d'].map((path) => GET.replace('/', path)).join(''));
    while (come.length < 3) await new Promise((resolve) => setImmediate(resolve));
    gate.release();
    const text = await closed();
    expect(text.match(/answer to \/[a-d]?/g)).to.deep.equal([
      'answer to /',
      'answer to /b',
      'answer to /c',
      'answer to /d',
    ]);
    expect(text.match(/Connection: close/g)).to.have.length(1);
    expect(await stopped).to.equal(true);
  });

  it('ends an answer that had begun, and then its connection', async () => {
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
    ['HTTP/1.1 beside HTTP/2', { http2: TLS }],
  ] as const) {
    it(`sends an answer to its end that is still on its way to a slow client (${what})`, async () => {
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

  it('is done with a client that leaves', async () => {
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

  it('takes no new connections, or only during its delay', async () => {
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

  it('says during its delay already that an answer is the last of its connection, and closes no other', async () => {
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

  for (const [event, expectation] of [
    ['checkContinue', '100-continue'],
    ['checkExpectation', 'tea'],
  ] as const) {
    it(`ends a connection whose late request is answered at ${event}`, async () => {
      const gate = createGate();
      const server = createServer(gate.handler);
      server.on(event, (_req: IncomingMessage, res: ServerResponse) => void res.end('expected'));
      const { stop } = gracefulShutdown(server);
      const { send, closed } = await talk(await listen(server));
      send(GET);
      await gate.count(1);
      const stopped = stop();
      const arrived = once(server, event);
      send(`GET / HTTP/1.1\r\nHost: x\r\nExpect: ${expectation}\r\n\r\n`);
      await arrived;
      gate.release();
      expect(await closed()).to.match(/answer to \/[\s\S]*\r\nConnection: close\r\n[\s\S]*expected$/);
      expect(await stopped).to.equal(true);
    });
  }

  it('leaves upgraded connections alone until the deadline, and breaks them off then', async () => {
    const server = createServer(() => undefined);
    server.on('upgrade', (_req, socket) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: echo\r\nConnection: Upgrade\r\n\r\n');
      socket.on('error', () => undefined);
      socket.on('data', (chunk) => socket.write(chunk));
    });
    const lateClose = new EventEmitter();
    const closedLate = once(lateClose, 'close');
    const { stop } = gracefulShutdown(server, { timeout: 200, close: [() => void lateClose.emit('close')] });
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
    // Nobody waits for it, but what can be closed is.
    await closedLate;
    expect(errors).to.equal(
      'E_STOP_TIMEOUT: after 200 ms the stop still waited for the last answer (open connections: 1)\n',
    );
  });

  for (const [what, one, message] of [
    ['rejects', async () => fail('disk\nfull'), 'E_STOP_CLOSE: close[0] failed: disk full\n'],
    ['throws', { close: () => fail('broken') }, 'E_STOP_CLOSE: close[0] failed: broken\n'],
    [
      'throws what has no text',
      () => {
        throw Object.create(null);
      },
      'E_STOP_CLOSE: close[0] failed: [Object: null prototype] {}\n',
    ],
    [
      'hangs',
      { close: () => new Promise(() => undefined) },
      'E_STOP_TIMEOUT: after 60 ms the stop still waited for close[0] (open connections: 0)\n',
    ],
  ] as const) {
    it(`tells of a close() that ${what}`, async () => {
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

  it('stops several servers, also one that does not listen, and stops once', async () => {
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

  it('stops a server of HTTPS, whose connections may say nothing', async () => {
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

  for (const [what, options] of [
    ['TLS', { http2: TLS }],
    ['clear text', { http2: true }],
  ] as const) {
    it(`stops a server of HTTP/2 in ${what}`, async () => {
      const gate = createGate();
      const server = createServer(gate.handler as Parameters<typeof createServer>[0], options);
      const { stop } = gracefulShutdown(server);
      const port = await listen(server);
      const sessions = [0, 1].map(() => {
        return connectHttp2(`${what === 'TLS' ? 'https' : 'http'}://localhost:${port}`, { ca: TLS.cert });
      });
      await Promise.all(sessions.map((session) => once(session, 'remoteSettings')));
      const stream = sessions[0]?.request({ ':path': '/' });
      await gate.count(1);
      const stopped = stop();
      gate.release();
      let text = '';
      for await (const chunk of stream?.setEncoding('utf8') ?? []) text += chunk;
      expect(text).to.equal('answer to /');
      expect(await stopped).to.equal(true);
      for (const session of sessions) session.destroy();
    });
  }

  it('breaks off HTTP/2 at the deadline', async () => {
    const server = createServer(() => undefined, { http2: TLS });
    const { stop } = gracefulShutdown(server, { timeout: 50 });
    const session = connectHttp2(`https://localhost:${await listen(server)}`, { ca: TLS.cert });
    const arrived = once(server, 'request');
    const stream = session.request({ ':path': '/' }).on('error', () => undefined);
    session.on('error', () => undefined);
    await arrived;
    const gone = once(stream, 'close');
    const errors = await captureErrors(async () => expect(await stop()).to.equal(false));
    await gone;
    expect(errors).to.match(/^E_STOP_TIMEOUT: .*\(open connections: 1\)\n$/);
  });

  it('leaves a server behind that can listen again', async () => {
    const server = createServer(createGate().handler);
    const { stop } = gracefulShutdown(server);
    await listen(server);
    await stop();
    const { send, until } = await talk(await listen(server));
    send(GET.replace('/', '/now'));
    expect(await until(/now$/)).to.match(/\r\nConnection: keep-alive\r\n/);
  });

  it('hears a signal once that is named twice, and knows the one of Windows everywhere', async () => {
    const count = () => process.listenerCount('SIGBREAK');
    const before = count();
    const { stop } = gracefulShutdown(
      createServer(() => undefined),
      { signals: ['SIGBREAK', 'SIGBREAK'] },
    );
    expect(count()).to.equal(before + 1);
    await stop();
    expect(count()).to.equal(before);
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
    ['a signal that cannot be heard', () => gracefulShutdown(server, { signals: ['SIGTERM', 'SIGKILL'] })],
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

function fail(message: string): never {
  throw new Error(message);
}
