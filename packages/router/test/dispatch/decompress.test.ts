import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { createBodyReader } from '../../src/core/dispatch/read-body.ts';
import { Controller } from '../../src/index.ts';
import { resolveOptions } from '../../src/options.ts';
import { onBothMajors } from '../serve.ts';

class Thing extends Controller {
  postAction() {
    return { length: String(this.post()).length };
  }
}
const options = { rules: [['/thing', 'rest']] as const, controllers: { thing: Thing }, limits: { body: 100 } };
const head = (length: number, encoding = 'gzip', type = 'application/json') =>
  `POST /thing HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Encoding: ${encoding}\r\nContent-Length: ${length}\r\n\r\n`;
const small = gzipSync('"abc"');
const bomb = JSON.stringify('a'.repeat(9_000));

onBothMajors('compressed bodies', (serve) => {
  /** What is answered while the connection stays open, and whether it was closed behind it. */
  async function ask(text: string, body: Uint8Array): Promise<string> {
    const server = serve(options).app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    client.write(text);
    client.write(body);
    const [answer] = await once(client, 'data');
    client.destroy();
    server.close();
    return String(answer);
  }

  for (const [encoding, compress] of [
    ['gzip', gzipSync],
    ['GZIP', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ] as const) {
    it(`with ${encoding} are read`, async () => {
      const body = compress(JSON.stringify('a'.repeat(98)));
      expect(await ask(head(body.length, encoding), body)).to.match(/^HTTP\/1\.1 200 [\s\S]*"length":98/);
    });

    it(`with ${encoding} are refused as soon as they are too large`, async () => {
      const answer = await ask(head(100, encoding), compress(bomb));
      expect(answer).to.match(/^HTTP\/1\.1 413 [\s\S]*Connection: close[\s\S]*E_BODY_TOO_LARGE/);
    });
  }

  it('are refused as soon as they are invalid', async () => {
    expect(await ask(head(90), Buffer.from('{"a":1}'))).to.match(/^HTTP\/1\.1 400 [\s\S]*E_BAD_BODY/);
  });

  it('are refused when the compressed body is too large', async () => {
    const text = head(0).replace('Content-Length: 0', 'Transfer-Encoding: chunked');
    const nothing = gzipSync('');
    const members = Buffer.concat(Array.from({ length: 6 }, () => nothing));
    const chunk = Buffer.concat([Buffer.from(`${members.length.toString(16)}\r\n`), members]);
    expect(await ask(text, chunk)).to.match(/^HTTP\/1\.1 413 [\s\S]*E_BODY_TOO_LARGE/);
  });

  it('keep the connection for the next request after an error', async () => {
    const body = Buffer.concat([small, Buffer.from('rest')]);
    const next = Buffer.from(head(small.length));
    const server = serve(options).app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1').setEncoding('latin1');
    client.write(Buffer.concat([Buffer.from(head(body.length)), body, next, small]));
    let text = '';
    for await (const piece of client) {
      text += piece;
      if (text.includes('"length":3')) break;
    }
    server.close();
    expect(text.match(/^HTTP\/1\.1 \d+|(?<=})HTTP\/1\.1 \d+/g)).to.deep.equal(['HTTP/1.1 400', 'HTTP/1.1 200']);
  });

  it('of an unsupported type are refused, and the connection is closed when the body is too large', async () => {
    for (const [length, closes] of [
      [100, false],
      [101, true],
    ] as const) {
      const answer = await ask(head(length, 'gzip', 'text/plain'), small);
      expect(answer).to.match(/^HTTP\/1\.1 415 /);
      expect(/Connection: close/.test(answer), `${length} bytes`).to.equal(closes);
    }
  });
});

describe('a compressed body whose client disconnects', () => {
  it('is rejected', async () => {
    const readBody = createBodyReader(resolveOptions({}).limits);
    const refused = new Promise<unknown>((resolve) => {
      const server = createServer((req, res) => {
        Promise.resolve(readBody(req, res, { method: 'POST', forms: true })).then(resolve, resolve);
        client.destroy();
        server.close();
      }).listen(0, '127.0.0.1', () => client.connect((server.address() as AddressInfo).port, '127.0.0.1'));
      const client = new Socket().on('connect', () =>
        client.write(`${head(100)}${small.toString('latin1', 0, 9)}`, 'latin1'),
      );
    });
    expect(await refused).to.include({ status: 400, code: 'E_BAD_BODY' });
  });
});
