import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A reverse proxy, as small as it can be: it repeats nothing. */
export interface Proxy {
  readonly port: number;
  /** Send requests to the server at another port from now on, once that is ready. */
  use(port: number): void;
  close(): void;
}

/** Milliseconds between two questions whether the server is ready. */
const PROBE = 50;
/** Milliseconds that a connection to the server is kept without a request: shorter than the `delay` in which the server says that it will close it. */
const KEPT = 500;

/** Start a proxy that asks `/ready` of one server again and again, sends requests there while the answer is 200, and lets them wait otherwise. */
export async function startProxy(): Promise<Proxy> {
  const agent = new Agent({ keepAlive: true, timeout: KEPT });
  let target: number | undefined;
  let isReady = false;
  let isClosed = false;
  let waiting: (() => void)[] = [];

  async function probe(): Promise<void> {
    while (!isClosed) {
      const asked = target;
      const status = asked === undefined ? undefined : await askReady(asked);
      if (asked === target) isReady = status === 200;
      if (isReady) {
        for (const pass of waiting) pass();
        waiting = [];
      }
      await sleep(PROBE);
    }
  }

  function pass(req: IncomingMessage, res: ServerResponse): void {
    const { method, url, headers } = req;
    const { connection: _, ...fields } = headers;
    const options = { port: target, host: '127.0.0.1', agent, method, path: url, headers: fields };
    const sent = request(options, (answer) => {
      const { connection: _, 'keep-alive': __, ...rest } = answer.headers;
      res.writeHead(answer.statusCode ?? 502, rest);
      answer.pipe(res);
    });
    sent.on('error', (error) => {
      const body = `the server did not answer the proxy: ${error.message}`;
      if (res.headersSent) res.destroy();
      else res.writeHead(502, { 'Content-Length': body.length }).end(body);
    });
    req.pipe(sent);
  }

  const server = createServer((req, res) => {
    if (isReady) pass(req, res);
    else waiting.push(() => pass(req, res));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  void probe();
  return {
    port: (server.address() as AddressInfo).port,
    use(port) {
      target = port;
    },
    close() {
      isClosed = true;
      agent.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
}

// --- internal ---

/** @returns the status, `undefined` without an answer */
function askReady(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    get({ port, host: '127.0.0.1', path: '/ready', agent: false }, (answer) => resolve(answer.resume().statusCode)).on(
      'error',
      () => resolve(undefined),
    );
  });
}
