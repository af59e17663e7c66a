import { expect } from 'chai';
import { createServer } from '../src/create-server.ts';
import { gracefulShutdown } from '../src/graceful-shutdown.ts';
import { closeAfterEach, exchange, listen, talk } from './serve.ts';

const keptAlive = (fields = '') => `GET / HTTP/2.0\r\nHost: x\r\nConnection: keep-alive\r\n${fields}\r\n`;

/** Node takes `HTTP/2.0` in the first line of a request of HTTP/1, and says so in `httpVersionMajor`; its connection is one of HTTP/1. */
describe('a request of HTTP/1 that says it is HTTP/2', () => {
  closeAfterEach();

  it('ends its connection with too many header fields', async () => {
    const server = createServer((_req, res) => res.end(), { maxHeaders: 10 });
    const answer = await exchange(await listen(server), keptAlive('a: 1\r\n'.repeat(20)));
    expect(answer).to.match(/^HTTP\/1\.1 431 [\s\S]*\r\nConnection: close\r\n/);
  });

  it('is told of a stop, as all others are', async () => {
    const server = createServer((_req, res) => void res.setHeader('Content-Length', 3).end('now'));
    const { stop } = gracefulShutdown(server, { delay: 100 });
    const { send, closed } = await talk(await listen(server));
    const stopped = stop();
    send(keptAlive());
    expect(await closed()).to.match(/\r\nConnection: close\r\n[\s\S]*now$/);
    expect(await stopped).to.equal(true);
  });

  it('is answered, though the phrase cannot be sent', async () => {
    const server = createServer((_req, res) => {
      res.statusMessage = 'line\nend';
      throw Object.assign(new Error('gone'), { status: 410 });
    });
    const answer = await exchange(await listen(server), keptAlive().replace('keep-alive', 'close'));
    expect(answer).to.match(/^HTTP\/1\.1 410 Gone\r\n/);
  });
});
