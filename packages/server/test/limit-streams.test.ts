import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import { createServer } from '../src/create-server.ts';
import { closeAfterEach, listen } from './serve.ts';

describe('requests of a connection of HTTP/2', () => {
  closeAfterEach();

  for (const [what, settings, most] of [
    ['20', undefined, 20],
    ['as many as the settings allow', { maxConcurrentStreams: 30 }, 30],
  ] as const) {
    it(`run ${what} at a time`, async () => {
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
