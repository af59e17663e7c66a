import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect } from 'chai';
import { createServer } from '../src/create-server.ts';
import { closeAfterEach, listen, talk } from './serve.ts';

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const LAST = 'GET /last HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';

describe('requests that are sent at once', () => {
  closeAfterEach();

  /** How many were answered 200, and what came after those, of requests that are answered when all of them have come. */
  async function send(text: string, maxPipelined?: number): Promise<{ ran: number; answers: string[] }> {
    const held: ServerResponse[] = [];
    let ran = 0;
    const server = createServer(
      (_req, res) => {
        ran += 1;
        held.push(res);
      },
      { maxPipelined },
    );
    const port = await listen(server);
    const { send, closed } = await talk(port);
    send(text);
    // Another connection, so that all of the first one has been read when it is answered.
    const other = await talk(port);
    server.prependOnceListener('request', () => undefined);
    other.send(GET);
    while (held.length === 0 || !held.some(({ req }) => req.socket.remotePort === other.socket.localPort)) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    for (const res of held) res.end('.');
    const answers = (await closed()).match(/HTTP\/1\.1 \d+/g) ?? [];
    other.socket.destroy();
    return { ran: ran - 1, answers: answers.map((line) => line.slice(9)) };
  }

  const all = (count: number, status: string) => Array.from({ length: count }, () => status);

  for (const [limit, most] of [
    [undefined, 100],
    [1, 1],
    [7, 7],
  ] as const) {
    it(`are answered up to ${most} (${limit ?? 'the default'})`, async () => {
      const { ran, answers } = await send(GET.repeat(most - 1) + LAST, limit);
      expect([ran, answers]).to.deep.equal([most, all(most, '200')]);
    });

    it(`are refused beyond ${most}, and nothing behind is run (${limit ?? 'the default'})`, async () => {
      const { ran, answers } = await send(GET.repeat(most + 20), limit);
      expect([ran, answers]).to.deep.equal([most, [...all(most, '200'), '429']]);
    });
  }

  it('count whatever version of HTTP their first line names', async () => {
    const get = 'GET / HTTP/2.0\r\nHost: x\r\nConnection: keep-alive\r\n\r\n';
    expect((await send(get.repeat(120))).ran).to.equal(100);
  });

  it('count only until their turn', async () => {
    const server = createServer((_req: IncomingMessage, res: ServerResponse) => void setImmediate(() => res.end(';')), {
      maxPipelined: 5,
    });
    const { send, until, closed } = await talk(await listen(server));
    for (let batch = 1; batch <= 10; batch++) {
      send(GET.repeat(5));
      await until(new RegExp(`(?:[^;]*;){${batch * 5}}`));
    }
    send(LAST);
    expect((await closed()).match(/HTTP\/1\.1 200/g)).to.have.length(51);
  });

  it('tell why they are refused', async () => {
    const server = createServer((_req: IncomingMessage, res: ServerResponse) => void res.end('.'), { maxPipelined: 1 });
    const { send, closed } = await talk(await listen(server));
    send(GET.repeat(2));
    const [, refused = ''] = (await closed()).split(/(?=HTTP\/1\.1 429)/);
    expect(refused).to.match(/\r\nConnection: close\r\n/);
    expect(JSON.parse(refused.split('\r\n\r\n')[1] as string)).to.deep.include({
      status: 429,
      code: 'E_TOO_MANY_REQUESTS',
      detail: 'A connection may have 1 requests at once.',
    });
  });
});
