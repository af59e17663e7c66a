import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { defineLogic } from '@rest-gen/logic';
import { expect } from 'chai';
import multer from 'multer';
import { Controller, type ControllerClass, type RestRouterOptions } from '../../src/index.ts';
import { onBothMajors } from '../serve.ts';

const TIMEOUT = 400;
/** Bytes of a piece, and the milliseconds after it: faster, and slower, than a byte for each millisecond. */
const STEADY = [1_000, 100] as const;
const DRIP = [1, 20] as const;

onBothMajors('time limits', (serve) => {
  let directory = '';
  let server: Server | undefined;
  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'rest-gen-slow-'));
  });
  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
  });
  after(() => rm(directory, { recursive: true }));

  async function open(Class: ControllerClass, options: Partial<RestRouterOptions> = {}): Promise<Socket> {
    const { app } = serve({ rules: [['/thing', 'rest']], controllers: { thing: Class }, ...options });
    server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
  }

  /** Send a body in pieces until there is an answer. */
  async function send(socket: Socket, head: string, body: string, [size, pause]: readonly [number, number]) {
    let answer = '';
    socket.setEncoding('utf8').on('data', (text) => {
      answer += text;
    });
    const closed = once(socket, 'close');
    socket.write(`POST /thing HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${head}\r\n\r\n`);
    for (let at = 0; at < body.length && answer === ''; at += size) {
      socket.write(body.slice(at, at + size));
      await sleep(pause);
    }
    await closed;
    return answer;
  }

  class Thing extends Controller {
    static forms = true;
    override async __before() {
      await this.upload(multer({ dest: directory }).single('file'));
    }
    async postAction() {
      // What is left of the time is not for the body.
      await sleep(TIMEOUT / 2);
      return { size: this.file('file')?.size ?? (this.post() as string).length };
    }
  }

  const form = `--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n${'x'.repeat(9_000)}\r\n--x--\r\n`;
  const json = JSON.stringify('x'.repeat(9_000));
  const bodies: readonly (readonly [name: string, head: string, body: string])[] = [
    ['an upload', `Content-Type: multipart/form-data; boundary=x\r\nContent-Length: ${form.length}`, form],
    ['JSON', `Content-Type: application/json\r\nContent-Length: ${json.length}`, json],
  ];
  for (const [name, head, body] of bodies) {
    it(`let ${name} take longer than the timeout while it arrives steadily`, async () => {
      const socket = await open(Thing, { timeout: TIMEOUT });
      const start = performance.now();
      expect(await send(socket, head, body, STEADY)).to.match(/^HTTP\/1.1 200 [\s\S]*"size":9000/);
      expect(performance.now() - start).to.be.greaterThan(2 * TIMEOUT);
    });

    it(`end ${name} that drips: 408`, async () => {
      const socket = await open(Thing, { timeout: TIMEOUT });
      expect(await send(socket, head, body, DRIP)).to.match(/^HTTP\/1.1 408 [\s\S]*E_BODY_TIMEOUT/);
    });
  }

  it('are those of the class, if it has one', async () => {
    class Quick extends Controller {
      static timeout = 30;
      async postAction() {
        await new Promise(() => {});
      }
    }
    const slow = await open(Quick);
    expect(await send(slow, 'Content-Length: 0', '', DRIP)).to.match(/^HTTP\/1.1 503 [\s\S]*E_TIMEOUT/);
    server?.close();
    class Report extends Controller {
      static timeout = 0;
      async postAction() {
        await sleep(100);
        return { aborted: this.signal.aborted };
      }
    }
    const report = await open(Report, { timeout: 20 });
    expect(await send(report, 'Content-Length: 0', '', DRIP)).to.match(/^HTTP\/1.1 200 [\s\S]*"aborted":false/);
  });

  it('are none for an event stream that is returned, nor for one that a class without a timeout writes itself', async () => {
    class Returned extends Controller {
      async postAction(): Promise<unknown> {
        this.res.setHeader('Content-Type', 'text/event-stream');
        return Readable.from(events(this.signal));
      }
    }
    class Written extends Controller {
      static timeout = 0;
      async postAction() {
        this.res.setHeader('Content-Type', 'text/event-stream');
        for await (const event of events(this.signal)) this.res.write(event);
        this.res.end();
      }
    }
    for (const Class of [Returned, Written]) {
      const socket = await open(Class, { timeout: 40 });
      expect(await send(socket, 'Content-Length: 0', '', DRIP)).to.match(/data: 4\n\n/);
      server?.close();
    }
  });

  it('count the items of a body by the class, if it says so', async () => {
    class Many extends Controller {
      static maxItems = 3;
      postAction() {
        return { count: (this.post() as unknown as unknown[]).length };
      }
    }
    class Usual extends Many {
      static override maxItems = undefined as unknown as number;
    }
    const ask = async (Class: ControllerClass, length: number): Promise<unknown> => {
      const { agent } = serve({
        rules: [['/thing', 'rest']],
        controllers: { thing: Class },
        limits: { items: 2 },
      });
      const { status, body } = await agent.post('/thing').send(Array(length).fill(1));
      return status === 200 ? body.count : body.code;
    };
    expect(await ask(Many, 3)).to.equal(3);
    expect(await ask(Many, 4)).to.equal('E_BODY_LIMIT');
    expect(await ask(Usual, 2)).to.equal(2);
    expect(await ask(Usual, 3)).to.equal('E_BODY_LIMIT');
  });

  it('count the items of a form by the class, too', async () => {
    class Tagged extends Controller {
      static forms = true;
      static maxItems = 3;
      postAction() {
        return this.post();
      }
    }
    const { agent } = serve({
      rules: [['/thing', 'rest']],
      controllers: { thing: Tagged },
      logics: { thing: defineLogic({ postAction: { body: { tags: { array: true, children: { string: true } } } } }) },
      limits: { items: 2 },
    });
    const send = (...tags: string[]) => agent.post('/thing').send(tags.map((tag) => `tags[]=${tag}`).join('&'));
    expect((await send('a', 'b', 'c')).body).to.deep.equal({ tags: ['a', 'b', 'c'] });
    expect((await send('a', 'b', 'c', 'd')).body.code).to.equal('E_BODY_LIMIT');
  });
});

async function* events(signal: AbortSignal): AsyncGenerator<string> {
  for (let count = 0; count < 5 && !signal.aborted; count++) {
    yield `data: ${count}\n\n`;
    await sleep(20);
  }
}
