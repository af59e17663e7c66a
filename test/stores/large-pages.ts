import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { tableMigration, temporaryFolders } from './fixture.ts';

const program = fileURLToPath(new URL('fixtures/serve-lines.ts', import.meta.url));
const PATH = '/entry?pageSize=100';
const MEGABYTE = 1e6;
const ROWS = 'with recursive r (i) as (select 1 union all select i + 1 from r where i < 100) select i from r';

/**
 * A process with a heap of 96 MB serves a page of 9.5 MB.
 *
 * @param open - the address of an empty database
 */
export function largePages(store: string, open: (folder: () => string) => Promise<string> | string): void {
  describe(`${store}, large pages`, function () {
    this.timeout(120_000);
    const folder = temporaryFolders();
    let child: ChildProcess;
    let port: number;
    let ended: Promise<never>;

    beforeEach(async () => {
      const text = 'x'.repeat(95_000);
      const migrations = folder({
        '1_entry.mjs': tableMigration('entry', "t.id(); t.text('text').notNull();"),
        '2_rows.mjs': `export const up = (schema) => schema.raw("insert into entry (text) select '${text}' from (${ROWS}) n");`,
      });
      child = fork(program, [await open(folder), migrations], {
        execArgv: [...process.execArgv, '--expose-gc', '--max-old-space-size=96'],
        env: { ...process.env, NODE_ENV: 'test' },
      });
      ended = once(child, 'exit').then(() => Promise.reject(new Error('the process has ended')));
      ended.catch(() => {});
      [port] = await hear<number>();
    });
    afterEach(async () => {
      child.kill('SIGKILL');
      await ended.catch(() => {});
    });

    const hear = <T>(): Promise<[T]> => Promise.race([once(child, 'message') as Promise<[T]>, ended]);

    async function read(): Promise<{ status: number | undefined; bytes: number; retryAfter: string | undefined }> {
      const [answer] = (await once(get({ host: '127.0.0.1', port, path: PATH, agent: false }), 'response')) as [
        IncomingMessage,
      ];
      let bytes = 0;
      for await (const chunk of answer as AsyncIterable<Buffer>) bytes += chunk.length;
      return { status: answer.statusCode, bytes, retryAfter: answer.headers['retry-after'] };
    }

    /** @returns bytes, after the buffers that the first collection found are released */
    async function memory(): Promise<number> {
      let bytes = 0;
      for (let count = 0; count < 3; count += 1) {
        child.send('memory');
        [bytes] = await hear<number>();
      }
      return bytes;
    }

    it('take the memory of their bytes while clients do not read them', async () => {
      await read();
      const idle = await memory();
      const clients: Socket[] = [];
      const COUNT = 4;
      while (clients.length < COUNT) {
        const client = connect(port, '127.0.0.1');
        client.write(`GET ${PATH} HTTP/1.1\r\nHost: a\r\n\r\n`);
        clients.push(client);
        await once(client, 'readable');
      }
      const each = ((await memory()) - idle) / COUNT / MEGABYTE;
      for (const client of clients) client.destroy();
      // Buffers of the driver may be released meanwhile; much less would mean that the pages were not measured.
      expect(each).to.be.within(5, 12);
    });

    it('do not end the process when 20 are requested at once', async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, read));
      for (const { status, bytes, retryAfter } of answers) {
        if (status === 200) expect(bytes).to.be.above(9.5 * MEGABYTE);
        else expect({ status, retryAfter }).to.deep.equal({ status: 503, retryAfter: '1' });
      }
      expect(answers.some(({ status }) => status === 200)).to.equal(true);
      expect((await read()).status).to.equal(200);
    });
  });
}
