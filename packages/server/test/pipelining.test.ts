import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import type { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import { createServer } from '../src/create-server.ts';
import type { Handler } from '../src/handler.ts';
import { closeAfterEach, exchange, listen, MAJORS, talk } from './serve.ts';

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const LAST = 'GET /last HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';

const WAYS: readonly [string, (handler: Handler) => Handler][] = [
  ['a handler', (handler) => handler],
  ...MAJORS.map(([name, express]): [string, (handler: Handler) => Handler] => [
    name,
    (handler) => express().use(handler as never) as unknown as Handler,
  ]),
];

describe('requests that are sent at once', () => {
  closeAfterEach();

  for (const [way, create] of WAYS) {
    it(`run one after another, and no more of them are read meanwhile (${way})`, async () => {
      const held: ServerResponse[] = [];
      const server = createServer(create((_req, res) => void held.push(res)));
      const port = await listen(server);
      const accepted = once(server, 'connection');
      const { send, closed } = await talk(port);
      const [peer] = (await accepted) as [Socket];
      send(GET.repeat(100));
      while (held.length === 0) await turn();
      // 200 KB.
      for (let count = 0; count < 100; count += 1) send(GET.replace('x', `x\r\nA: ${'a'.repeat(2_000)}`));
      const other = exchange(port, LAST);
      while (held.length === 1) await turn();
      expect(held.map(({ req }) => req.url)).to.deep.equal(['/', '/last']);
      expect(peer.bytesRead).to.be.below(70_000);
      held.pop()?.end();
      await other;
      send(LAST);
      for (let answered = 0; answered <= 200; answered += 1) {
        while (held.length === 0) await turn();
        expect(held).to.have.length(1);
        held.pop()?.end('.');
      }
      expect((await closed()).match(/HTTP\/1\.1 200/g)).to.have.length(201);
    });
  }

  it('keep their own asynchronous context', async () => {
    const context = new AsyncLocalStorage<number>();
    const seen: (number | undefined)[] = [];
    let count = 0;
    const server = createServer((_req, res) => {
      seen.push(context.getStore());
      count += 1;
      context.run(count, () => setImmediate(() => res.end('.')));
    });
    await exchange(await listen(server), GET.repeat(4) + LAST);
    expect(seen).to.deep.equal(Array.from({ length: 5 }));
  });

  it('wait whatever version of HTTP their first line names', async () => {
    const held: ServerResponse[] = [];
    const server = createServer((_req, res) => void held.push(res as ServerResponse));
    const { send, socket } = await talk(await listen(server));
    send('GET / HTTP/2.0\r\nHost: x\r\nConnection: keep-alive\r\n\r\n'.repeat(120));
    while (held.length === 0) await turn();
    await turn();
    expect(held).to.have.length(1);
    socket.destroy();
  });

  for (const [what, settings, most] of [
    ['20', undefined, 20],
    ['as many as the settings allow', { maxConcurrentStreams: 30 }, 30],
  ] as const) {
    it(`run ${what} at a time on a connection of HTTP/2`, async () => {
      const held: { end(text: string): void }[] = [];
      const server = createServer((_req, res) => void held.push(res), { http2: { settings } });
      const client = connectHttp2(`http://127.0.0.1:${await listen(server)}`);
      await once(client, 'remoteSettings');
      const answers = Array.from({ length: 50 }, () => {
        const stream = client.request();
        return stream.setEncoding('utf8').toArray();
      });
      while (held.length < most) await turn();
      const ping = new Promise((resolve) => client.ping(resolve));
      await ping;
      expect(held).to.have.length(most);
      for (let answered = 0; answered < 50; answered += 1) {
        while (held.length === 0) await turn();
        held.shift()?.end('.');
      }
      expect((await Promise.all(answers)).flat().join('')).to.equal('.'.repeat(50));
      client.close();
    });
  }
});
