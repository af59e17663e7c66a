import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import { connect as connectTls } from 'node:tls';
import { expect } from 'chai';
import { createServer } from '../src/create-server.ts';
import type { Handler } from '../src/handler.ts';
import type { ServerLimits } from '../src/options.ts';
import { closeAfterEach, converse, listen, type Talk, TLS, talk } from './serve.ts';

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const hurried = { idleTimeout: 60, connectionsCheckingInterval: 10 };
/** Long enough for a client that sends every 40 ms on a slow machine. */
const PATIENT = { idleTimeout: 800, connectionsCheckingInterval: 10 };

describe('idleTimeout over HTTP/1', () => {
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

    it(`closes a connection that is silent while its request runs (${way})`, async () => {
      const { send, closed } = await begin(() => undefined, hurried);
      send(GET);
      expect(await closed()).to.equal('');
    });

    it(`closes a connection that is silent before its first request (${way})`, async () => {
      const { closed } = await begin(() => undefined, { ...hurried, headersTimeout: 0, requestTimeout: 0 });
      expect(await closed()).to.equal('');
    });

    it(`closes the connection of a client that reads nothing while the handler writes (${way})`, async () => {
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

    it(`keeps a connection open while the response is sent slowly (${way})`, async () => {
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

    it(`keeps a connection open while the request arrives slowly (${way})`, async () => {
      const { send, until } = await begin((req, res) => void req.resume().on('end', () => res.end('whole')), PATIENT);
      send('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 60\r\n\r\n');
      let count = 0;
      timer = setInterval(() => {
        count += 1;
        if (count <= 60) send('a');
      }, 40);
      await until(/whole/);
    });

    it(`starts again with each request, and does not apply between requests (${way})`, async () => {
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

    it(`does not apply when it is 0 (${way})`, async () => {
      const waiting: ServerResponse[] = [];
      const app: Handler = (_req, res) => void waiting.push(res as ServerResponse);
      const { send, until } = await begin(app, { ...hurried, idleTimeout: 0 });
      send(GET);
      await outlast({ ...hurried, idleTimeout: 200 });
      for (const res of waiting) res.end('whole');
      await until(/whole/);
    });
  }
});

// --- internal ---

async function talkTls(port: number): Promise<Talk> {
  const socket = connectTls({ port, host: '127.0.0.1', ca: TLS.cert, servername: 'localhost' });
  await once(socket, 'secureConnect');
  return converse(socket);
}

/** Wait until another server has closed a silent connection by these limits. */
async function outlast(limits: ServerLimits): Promise<void> {
  const { send, closed } = await talk(await listen(createServer(() => undefined, limits)));
  send(GET);
  await closed();
}
