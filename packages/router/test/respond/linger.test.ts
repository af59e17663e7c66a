import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { Controller } from '../../src/index.ts';
import { onBothMajors } from '../serve.ts';

const MB = 1_048_576;

/** As proxies do it: a client that reads nothing until it has written everything. */
onBothMajors('an answer before the body is read', (serve) => {
  let server: Server;
  let seen = 0;
  before(async () => {
    class Thing extends Controller {
      override __before() {
        seen += 1;
        if (this.req.headers['x-refused'] !== undefined) this.fail(401);
      }
      getAction() {
        return { a: 1 };
      }
      postAction() {
        return { a: 1 };
      }
    }
    const { app } = serve({ rules: [['/thing', 'rest']], controllers: { thing: Thing } });
    server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => {
    seen = 0;
  });
  after(() => server.close());

  async function send(request: string, body: Buffer): Promise<string> {
    const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen: true });
    let failure: Error | undefined;
    socket.on('error', (error) => {
      failure = error;
    });
    socket.pause();
    socket.write(`${request.replaceAll('\n', '\r\n')}\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n`);
    for (let at = 0; at < body.length && !failure; at += MB) {
      if (!socket.write(body.subarray(at, at + MB)))
        await Promise.race([once(socket, 'drain').catch(() => {}), sleep(5_000)]);
    }
    let text = '';
    socket.setEncoding('latin1').on('data', (piece) => {
      text += piece;
    });
    socket.resume();
    if (!socket.closed && !socket.readableEnded)
      await Promise.race([once(socket, 'end').catch(() => {}), sleep(5_000)]);
    socket.destroy();
    return failure && text === '' ? String(failure) : text;
  }

  const JSON_TYPE = 'Content-Type: application/json';
  for (const [status, code, request] of [
    [413, 'E_BODY_TOO_LARGE', `POST /thing HTTP/1.1\n${JSON_TYPE}`],
    [415, 'E_MEDIA_TYPE', 'POST /thing HTTP/1.1\nContent-Type: text/plain'],
    [401, 'E_UNAUTHORIZED', `POST /thing HTTP/1.1\n${JSON_TYPE}\nX-Refused: 1\nConnection: close`],
    [405, 'E_METHOD', `PATCH /thing HTTP/1.1\n${JSON_TYPE}\nConnection: close`],
    [200, '"a":1', 'GET /thing HTTP/1.1\nConnection: close'],
    [204, 'Allow: ', 'OPTIONS /thing HTTP/1.1\nConnection: close'],
  ] as const) {
    it(`reaches a client that writes 8 MB first: ${status}`, async () => {
      for (let run = 0; run < 3; run++) {
        const text = await send(request, Buffer.alloc(8 * MB, ' '));
        expect(text.slice(0, 12)).to.equal(`HTTP/1.1 ${status}`);
        expect(text).to.include(code);
      }
    });
  }

  it('does not take the rest for the next request', async () => {
    const next = `POST /thing HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n`;
    const text = await send(
      `POST /thing HTTP/1.1\n${JSON_TYPE}`,
      Buffer.concat([Buffer.alloc(2 * MB), Buffer.from(next)]),
    );
    expect(text.match(/HTTP\/1\.1/g)).to.have.length(1);
    expect(seen).to.equal(1);
  });

  it('is not held open by a body that does not end', async () => {
    const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen: true });
    let isFailed = false;
    socket.on('error', () => {
      isFailed = true;
    });
    socket.resume();
    socket.write(`POST /thing HTTP/1.1\r\nHost: x\r\n${JSON_TYPE}\r\nTransfer-Encoding: chunked\r\n\r\n`);
    const chunk = `100000\r\n${' '.repeat(MB)}\r\n`;
    let sent = 0;
    for (; !isFailed && !socket.destroyed && sent < 500; sent++)
      if (!socket.write(chunk)) await Promise.race([once(socket, 'drain').catch(() => {}), sleep(5_000)]);
    socket.destroy();
    // 64 MB are read, and the system keeps some more.
    expect(sent).to.be.within(2, 100);
  });
});
