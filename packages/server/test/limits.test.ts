import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { createServer } from '../src/create-server.ts';
import type { Handler } from '../src/handler.ts';
import { closeAfterEach, exchange, listen, talk } from './serve.ts';

const fields = (count: number) => Array.from({ length: count }, (_, index) => `h${index}: 1\r\n`).join('');
/** A request with this number of header fields. */
const request = (count: number) => `GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${fields(count - 2)}\r\n`;

describe('limits', () => {
  closeAfterEach();

  for (const [limit, sent, status] of [
    [undefined, 1_000, 200],
    [undefined, 1_001, 431],
    [undefined, 1_500, 431],
    [10, 10, 200],
    [10, 11, 431],
    [2_500, 2_400, 200],
  ] as const) {
    it(`answers ${status} to ${sent} header fields when the limit is ${limit ?? 'the default'}`, async () => {
      const handler: Handler = (req, res) => res.end(String(req.rawHeaders.length / 2));
      const server = createServer(handler, { maxHeaders: limit, maxHeaderSize: 65_536 });
      const [head, body = ''] = (await exchange(await listen(server), request(sent))).split('\r\n\r\n');
      expect(head).to.match(new RegExp(`^HTTP/1.1 ${status} `));
      if (status === 200) expect(body).to.equal(String(sent));
      // Since Node 22, Node refuses requests far above the limit itself.
      else if (body !== '') expect(JSON.parse(body)).to.include({ status, code: 'E_TOO_MANY_HEADERS' });
      else expect(sent).to.be.greaterThan(1_001);
    });
  }

  it('closes the connection of a request that says HTTP/2.0 in HTTP/1 and has too many headers', async () => {
    const server = createServer((_req, res) => res.end(), { maxHeaders: 10 });
    const text = request(20).replace('HTTP/1.1', 'HTTP/2.0').replace('close', 'keep-alive');
    expect(await exchange(await listen(server), text)).to.match(/^HTTP\/1\.1 431 [\s\S]*\r\nConnection: close\r\n/);
  });

  it('does not read the body of a request with too many headers', async () => {
    let ran = 0;
    const server = createServer((_req, res) => {
      ran += 1;
      res.end();
    });
    const text = request(1_001).replace('Connection: close\r\n', 'Content-Length: 9\r\n');
    const answer = await exchange(await listen(server), text);
    expect(answer).to.match(/^HTTP\/1.1 431 [\s\S]*\r\nConnection: close\r\n/);
    expect(ran).to.equal(0);
  });

  for (const [limit, size, status] of [
    [undefined, 15_000, 200],
    [undefined, 17_000, 431],
    [2_048, 3_000, 431],
    [65_536, 40_000, 200],
  ] as const) {
    it(`answers ${status} to ${size} bytes of headers when the limit is ${limit ?? 'the default'}`, async () => {
      const server = createServer((_req, res) => res.end(), { maxHeaderSize: limit });
      const answer = await exchange(
        await listen(server),
        `GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nA: ${'a'.repeat(size)}\r\n\r\n`,
      );
      expect(answer).to.match(new RegExp(`^HTTP/1.1 ${status} `));
    });
  }

  const often = { connectionsCheckingInterval: 10 };
  it('answers 408 when the headers do not arrive in time', async () => {
    const server = createServer(() => undefined, { headersTimeout: 50, ...often });
    const answer = await exchange(await listen(server), 'GET / HTTP/1.1\r\nHost: x\r\nA:');
    expect(answer).to.match(/^HTTP\/1.1 408 /);
  });

  it('answers 408 when the body does not arrive in time', async () => {
    const server = createServer((req) => void req.resume(), { requestTimeout: 50, ...often });
    const answer = await exchange(await listen(server), 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc');
    expect(answer).to.match(/^HTTP\/1.1 408 /);
  });

  it('gives a body more time while it arrives', async () => {
    const server = createServer((req, res) => req.resume().on('end', () => res.end('whole')), {
      requestTimeout: 200,
      ...often,
    });
    const { send, until, socket } = await talk(await listen(server));
    send('POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 5000\r\n\r\n');
    const start = performance.now();
    for (let count = 0; count < 5; count++) {
      send('x'.repeat(1_000));
      await sleep(100);
    }
    await until(/whole/);
    expect(performance.now() - start).to.be.greaterThan(400);
    socket.destroy();
  });

  it('ends a body that drips, and leaves the answer to a listener of clientError', async () => {
    const server = createServer((req) => void req.resume(), { requestTimeout: 50, ...often });
    server.on('clientError', (error: Error & { code: string }, socket) => socket.end(`late: ${error.code}`));
    const { send, until, socket } = await talk(await listen(server));
    send('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5000\r\n\r\n');
    const timer = setInterval(() => send('x'), 20);
    await until(/late: ERR_HTTP_REQUEST_TIMEOUT/);
    clearInterval(timer);
    socket.destroy();
  });

  it('says nothing of a request that was answered before its body was there, and whose client has left', async () => {
    const server = createServer((_req, res) => void res.writeHead(401).end(), { requestTimeout: 50, ...often });
    const failed: unknown[] = [];
    server.on('clientError', (error: Error & { code: string }, connection) => {
      failed.push(error.code);
      connection.destroy();
    });
    const closed = once(server, 'connection').then(([connection]) => once(connection, 'close'));
    const { send, until, socket } = await talk(await listen(server));
    send(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5000\r\n\r\n${'x'.repeat(100)}`);
    await until(/ 401 /);
    socket.destroy();
    await closed;
    // Longer than the limit, and a millisecond for each byte.
    await sleep(400);
    expect(failed.filter((code) => code === 'ERR_HTTP_REQUEST_TIMEOUT')).to.deep.equal([]);
  });

  it('closes a connection that sends nothing', async () => {
    const server = createServer(() => undefined, { headersTimeout: 50, requestTimeout: 60, ...often });
    expect(await exchange(await listen(server), '')).to.match(/^(?:HTTP\/1.1 408 [\s\S]*)?$/);
  });

  it('closes a connection without a next request', async () => {
    const server = createServer((_req, res) => res.end('once'), { keepAliveTimeout: 50 });
    const answer = await exchange(await listen(server), 'GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(answer).to.match(/Connection: keep-alive[\s\S]*once$/);
  });

  it('applies no limit to upgraded connections', async () => {
    const limits = { idleTimeout: 30, headersTimeout: 30, requestTimeout: 30, keepAliveTimeout: 30, ...often };
    const server = createServer(() => undefined, limits);
    server.on('upgrade', (_req, socket) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: echo\r\nConnection: Upgrade\r\n\r\n');
      socket.pipe(socket);
    });
    const port = await listen(server);
    const { send, until, socket } = await talk(port);
    send('GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n');
    await until(/101 Switching/);
    // Wait until the limits have closed another connection.
    await exchange(port, 'GET / HTTP/1.1\r\nHost: x\r\nA:');
    send('still here');
    await until(/still here/);
    socket.destroy();
    await once(socket, 'close');
  });
});
