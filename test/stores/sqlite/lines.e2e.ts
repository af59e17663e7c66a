import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { tableMigration, temporaryFolders } from '../fixture.ts';

const program = fileURLToPath(new URL('../fixtures/serve-lines.ts', import.meta.url));
const ROWS = 100_000;
const MEGABYTE = 2 ** 20;

describe('SQLite, a list as lines', () => {
  const folder = temporaryFolders();
  let child: ChildProcess;
  afterEach(() => child.kill('SIGKILL'));

  const memory = async (): Promise<number> => {
    child.send('memory');
    return (await once(child, 'message'))[0];
  };

  it(`takes the same memory for ${ROWS} rows as for few`, async () => {
    const migrations = folder({
      '1_entry.mjs': tableMigration('entry', "t.id(); t.string('text').notNull();"),
      '2_rows.mjs': `export const up = (schema) => schema.raw("insert into entry (text) with recursive \\
          rows (i) as (select 1 union all select i + 1 from rows where i < ${ROWS}) \\
          select hex(zeroblob(200)) from rows");`,
    });
    child = fork(program, [`sqlite:${join(folder(), 'app.sqlite3')}`, migrations], {
      execArgv: [...process.execArgv, '--expose-gc'],
    });
    const [port] = await once(child, 'message');
    const headers = { accept: 'application/x-ndjson' };
    const idle = await memory();
    const sent = get({ host: '127.0.0.1', port, path: '/entry', headers, agent: false });
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    const uses: number[] = [];
    let bytes = 0;
    let lines = 0;
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      for (const byte of chunk) if (byte === 10) lines += 1;
      // The reading stands still meanwhile, and with it the writing.
      if (bytes > uses.length * 5 * MEGABYTE) uses.push(await memory());
    }
    expect(lines).to.equal(ROWS);
    expect(bytes).to.be.greaterThan(40 * MEGABYTE);
    expect(uses).to.have.length.greaterThan(7);
    expect((Math.max(...uses) - idle) / MEGABYTE, `${uses}`).to.be.lessThan(10);
  }).timeout(120_000);
});
