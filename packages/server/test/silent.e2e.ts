import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import { duplexPair } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import { expect } from 'chai';
import { createServer } from '../src/create-server.ts';
import type { Handler } from '../src/handler.ts';
import type { ServerLimits } from '../src/options.ts';
import { closeAfterEach, converse, listen, type Talk, TLS, talk } from './serve.ts';

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const hurried = { idleTimeout: 60, connectionsCheckingInterval: 10 };
/** For clients that must not be late, in a process that may be. */
const PATIENT = { idleTimeout: 800, connectionsCheckingInterval: 10 };

describe('silent connections of HTTP/1', () => {
  closeAfterEach();
  let timer: NodeJS.Timeout | undefined;
  afterEach(() => clearInterval(timer));

  const ways: [string, (app: Handler, limits: ServerLimits) => Server, (port: number) => Promise<Talk>][] = [
    ['HTTP', (app, limits) => createServer(app, limits), talk],
    ['HTTPS', (app, limits) => createServer(app, { https: TLS, ...limits }), talkTls],
  ];
  for (const [way, create, meet] of ways) {
    async function begin(app: Handler, limits: ServerLimits): Promise<Talk & { server: Server }> {
      const server = create(app, limits);
      return { server, ...(await meet(await listen(server))) };
    }

    it(`are ended while their request runs (${way})`, async () => {
      const { send, closed } = await begin(() => undefined, hurried);
      send(GET);
      expect(await closed()).to.equal('');
    });

    it(`are ended before their first request (${way})`, async () => {
      const { closed } = await begin(() => undefined, { ...hurried, headersTimeout: 0, requestTimeout: 0 });
      expect(await closed()).to.equal('');
    });

    it(`a client that reads nothing is ended, and the action hears it (${way})`, async () => {
      let left: Promise<unknown> | undefined;
      const { send, socket, server } = await begin((_req, res) => {
        left = once(res, 'close');
        fill(res);
      }, hurried);
      const served = once(server, 'request');
      socket.pause();
      send(GET);
      await served;
      await left;
      socket.destroy();
    });

    it(`a client that reads nothing is ended although the action goes on writing (${way})`, async () => {
      const { send, socket, server } = await begin((_req, res) => {
        timer = setInterval(() => res.write('a'.repeat(65_536)), 10);
        res.on('close', () => clearInterval(timer));
      }, hurried);
      const served = once(server, 'request');
      socket.pause();
      send(GET);
      const [, res] = await served;
      await once(res, 'close');
      socket.destroy();
    });

    it(`go on while something leaves (${way})`, async () => {
      const { send, until } = await begin((_req, res) => {
        let count = 0;
        timer = setInterval(() => {
          count += 1;
          if (count < 60) res.write('a');
          else res.end('whole');
        }, 40);
      }, PATIENT);
      send(GET);
      await until(/whole/);
    });

    it(`go on while something comes (${way})`, async () => {
      const { send, until } = await begin((req, res) => void req.resume().on('end', () => res.end('whole')), PATIENT);
      send('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 60\r\n\r\n');
      let count = 0;
      timer = setInterval(() => {
        count += 1;
        if (count <= 60) send('a');
      }, 40);
      await until(/whole/);
    });

    it(`have their time anew with each request, and more for the next one (${way})`, async () => {
      let count = 0;
      const app: Handler = (_req, res) => {
        count += 1;
        if (count < 3) res.end(`answer ${count}`);
      };
      const { send, until, closed } = await begin(app, { ...hurried, keepAliveTimeout: 60_000 });
      send(GET);
      await until(/answer 1/);
      await outlast(hurried);
      send(GET);
      await until(/answer 2/);
      send(GET);
      expect(await closed()).to.match(/answer 2$/);
    });

    it(`a listener for timeouts decides (${way})`, async () => {
      const { send, until, server } = await begin((_req, res) => void res.write('begun'), hurried);
      server.on('timeout', (socket) => setTimeout(() => socket.end('decided'), 100));
      send(GET);
      await until(/begun[\s\S]*decided/);
    });

    it(`a response has the time that it says (${way})`, async () => {
      const heard: string[] = [];
      const { send, closed } = await begin((_req, res) => {
        res.setTimeout(300, () => {
          heard.push('the response');
          res.end('late');
        });
      }, hurried);
      // Its own is ended long before.
      const { send: ask, closed: ended } = await begin(() => undefined, hurried);
      send(GET.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
      ask(GET);
      await ended();
      heard.push('the other connection');
      expect(await closed()).to.match(/late/);
      expect(heard).to.deep.equal(['the other connection', 'the response']);
    });

    it(`0 is no limit (${way})`, async () => {
      const waiting: ServerResponse[] = [];
      const app: Handler = (_req, res) => void waiting.push(res as ServerResponse);
      const { send, until } = await begin(app, { ...hurried, idleTimeout: 0 });
      send(GET);
      await outlast({ ...hurried, idleTimeout: 200 });
      for (const res of waiting) res.end('whole');
      await until(/whole/);
    });
  }

  it('a client that sends its body while an answer waits for it has time', async () => {
    const server = createServer((_req, res) => void res.end('a'.repeat(20_000_000)), { ...hurried, idleTimeout: 300 });
    const { send, socket, closed } = await talk(await listen(server));
    socket.pause();
    send('POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 40\r\n\r\n');
    await new Promise<void>((resolve) => {
      let count = 0;
      timer = setInterval(() => {
        count += 1;
        send('a');
        if (count === 40) resolve();
      }, 30);
    });
    clearInterval(timer);
    socket.resume();
    expect((await closed()).length).to.be.above(20_000_000);
  });

  it('a stream that stands for a connection has no limit', async () => {
    const server = createServer(() => undefined, hurried);
    const [mine, theirs] = duplexPair();
    const served = once(server, 'request');
    server.emit('connection', theirs);
    mine.setEncoding('latin1').write(GET.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
    const [, res] = await served;
    await outlast({ ...hurried, idleTimeout: 200 });
    res.end('whole');
    expect((await mine.toArray()).join('')).to.match(/whole/);
  });
});

// --- internal ---

async function talkTls(port: number): Promise<Talk> {
  const socket = connectTls({ port, host: '127.0.0.1', ca: TLS.cert, servername: 'localhost' });
  await once(socket, 'secureConnect');
  return converse(socket);
}

/** Wait until a connection of another server, silent from now on, has been ended by these limits. */
async function outlast(limits: ServerLimits): Promise<void> {
  const { send, closed } = await talk(await listen(createServer(() => undefined, limits)));
  send(GET);
  await closed();
}

/** Write as long as it is taken. */
function fill(res: Pick<ServerResponse, 'write' | 'on'>): void {
  const more = () => {
    while (res.write('a'.repeat(65_536)));
  };
  res.on('drain', more);
  more();
}
