import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const LINES = 'GET /row HTTP/1.1\r\nHost: x\r\nAccept: application/x-ndjson\r\n\r\n';
const PAGE = 'GET /row?pageSize=100 HTTP/1.1\r\nHost: x\r\n\r\n';

for (const way of ['app.listen', 'createServer']) {
  describe(`memory (${way})`, function () {
    this.timeout(60_000);
    let child: ChildProcess;
    let port: number;
    let ended: Promise<never>;
    let clients: Socket[] = [];

    before(async () => {
      child = fork(fileURLToPath(new URL('serve-large-rows.ts', import.meta.url)), [way], {
        // MB. The answers to 30 requests for lines have 600, those to 100 requests for pages 1,000.
        execArgv: [...process.execArgv, '--max-old-space-size=256'],
        env: { ...process.env, NODE_ENV: 'production' },
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      });
      ended = once(child, 'exit').then(() => Promise.reject(new Error('the process has ended')));
      ended.catch(() => undefined);
      ({ port } = await hear<{ port: number }>());
    });
    afterEach(() => {
      for (const client of clients) client.destroy();
      clients = [];
    });
    after(() => child.kill('SIGKILL'));

    function hear<T>(): Promise<T> {
      const message = new Promise<T>((resolve) => child.once('message', (answer) => resolve(answer as T)));
      return Promise.race([message, ended]);
    }

    /** @returns bytes of the heap, and outside of it for its objects, when nothing more is read from the store */
    async function flood(requests: string, connections: number): Promise<number> {
      for (let count = 0; count < connections; count += 1) {
        const client = connect(port, '127.0.0.1').on('error', () => undefined);
        clients.push(client);
        client.pause().write(requests);
      }
      for (let before = 0; ; ) {
        child.send('measure');
        const { reads, memory } = await hear<{ reads: number; memory: number }>();
        if (reads === before) return memory;
        before = reads;
      }
    }

    for (const [what, requests, connections, most] of [
      ['30 requests for lines', LINES.repeat(30), 1, 60e6],
      ['100 requests for pages', PAGE.repeat(100), 1, 60e6],
      ['30 requests for lines on each of ten connections', LINES.repeat(30), 10, 120e6],
    ] as const) {
      it(`is bounded while nobody reads the answers to ${what}`, async () => {
        expect(await flood(requests, connections)).to.be.below(most);
      });
    }
  });
}
