import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import type { RequestHandler } from 'express';
import { Controller, createRestRouter } from '../../src/index.ts';
import { WAYS } from '../raw-http.ts';

for (const [way, listener] of WAYS) {
  describe(`pipelined requests (${way})`, () => {
    const context = new AsyncLocalStorage<string>();
    let server: Server;
    let client: Socket;
    let begun: string[];
    let peer: Socket;
    let held: Promise<void>;
    let release: () => void;
    let seen: (string | undefined)[];
    let received: string;

    class Thing extends Controller {
      async getAction(): Promise<unknown> {
        const { url } = this.req;
        begun.push(url);
        seen.push(context.getStore());
        await (this.id === 'hold' ? held : turn());
        return `<${url}>`;
      }
      async postAction(): Promise<unknown> {
        await turn();
        return `<${this.post('name')}>`;
      }
    }

    async function open(
      before: (handler: RequestListener) => RequestListener = (handler) => handler,
      ...middleware: RequestHandler[]
    ): Promise<void> {
      const router = createRestRouter({ rules: [['/thing/:id?', 'rest']], controllers: { thing: Thing }, log: false });
      for (const one of middleware) router.use(one);
      server = createServer(before(listener(router))).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const accepted = once(server, 'connection');
      client = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
      [peer] = await accepted;
      client.setEncoding('latin1').on('data', (text: unknown) => {
        received += text;
      });
    }

    beforeEach(() => {
      begun = [];
      seen = [];
      received = '';
      held = new Promise((resolve) => {
        release = resolve;
      });
    });
    afterEach(() => {
      client.destroy();
      server.closeAllConnections();
      server.close();
    });

    const get = (index: number) => `GET /thing/${index} HTTP/1.1\r\nHost: x\r\n\r\n`;
    const all = (count: number, last = '') =>
      `${Array.from({ length: count }, (_, index) => get(index)).join('')}${last}`;
    const names = (count: number) => Array.from({ length: count }, (_, index) => `</thing/${index}>`);
    const HOLD = 'GET /thing/hold HTTP/1.1\r\nHost: x\r\n\r\n';
    const END = 'GET /thing/end HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';

    it('are answered in order', async () => {
      await open();
      client.write(all(300, END));
      await once(client, 'close');
      expect(received.match(/<[^>]*>/g)).to.deep.equal([...names(300), '</thing/end>']);
    });

    it('wait for earlier responses, and no further requests are read', async () => {
      await open();
      client.write(`${HOLD}${all(100)}`);
      while (begun.length === 0) await turn();
      // 200 KB.
      for (let count = 0; count < 100; count += 1)
        client.write(get(count).replace('x', `x\r\nA: ${'a'.repeat(2_000)}`));
      await askOnAnother(server);
      expect(begun).to.deep.equal(['/thing/hold', '/thing/other']);
      expect(peer.bytesRead).to.be.below(70_000);
      release();
      client.write(END);
      await once(client, 'close');
      expect(received.match(/<[^>]*>/g)).to.have.length(202);
    });

    it('keep their AsyncLocalStorage context', async () => {
      await open((handler) => (req, res) => context.run(req.url as string, () => handler(req, res)));
      client.write(all(20, END));
      await once(client, 'close');
      expect(seen).to.deep.equal(begun);
    });

    it('may reach the router in another order', async () => {
      await open((handler) => (req, res) => {
        // The first ones last.
        setTimeout(() => handler(req, res), 50 - 10 * Math.min(5, Number(req.url?.slice('/thing/'.length)) || 0));
      });
      client.write(all(5, END));
      await once(client, 'close');
      expect(received.match(/<[^>]*>/g)).to.deep.equal([...names(5), '</thing/end>']);
    });

    it('may have bodies', async () => {
      await open();
      const post = (name: string) => {
        const body = JSON.stringify({ name });
        return [
          `POST /thing HTTP/1.1\r\nHost: x\r\nConnection: ${name === 'last' ? 'close' : 'keep-alive'}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
          body,
        ] as const;
      };
      const [head, body] = post('last');
      client.write(`${post('one').join('')}${get(0)}${post('two').join('')}${head}`);
      while (!received.includes('<two>')) await turn();
      client.write(body);
      await once(client, 'close');
      expect(received.match(/<[^>]*>/g)).to.deep.equal(['<one>', '</thing/0>', '<two>', '<last>']);
    });

    it('are served after a request that a middleware has answered', async () => {
      await open(undefined, (req, res, next) => {
        if (req.url.endsWith('/0')) res.end('</thing/0>', () => next());
        else next();
      });
      client.write(get(0));
      await once(client, 'data');
      await turn();
      client.write(END);
      await once(client, 'close');
      expect(received.match(/<[^>]*>/g)).to.deep.equal(['</thing/0>', '</thing/end>']);
      expect(begun).to.deep.equal(['/thing/end']);
    });

    it('are dropped when the connection is closed', async () => {
      await open();
      client.write(`${HOLD}${all(1_000)}`);
      while (begun.length === 0) await turn();
      client.resetAndDestroy();
      release();
      await new Promise((resolve) => peer.once('close', resolve));
      expect(begun).to.have.length.below(100);
    });
  });
}

/** Wait until the server has received everything that was sent before. */
async function askOnAnother(server: Server): Promise<void> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.resume().write('GET /thing/other HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  await once(socket, 'close');
}
