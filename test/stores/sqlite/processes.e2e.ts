import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { createModels } from '../../../packages/model/src/index.ts';
import { tableMigration, temporaryFolders } from '../fixture.ts';

const writer = fileURLToPath(new URL('../fixtures/write.ts', import.meta.url));

describe('SQLite in several processes', () => {
  const folder = temporaryFolders();
  const children: ChildProcess[] = [];
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
  });

  const prepare = () => ({
    url: `sqlite:${join(folder(), 'app.sqlite3')}`,
    migrations: folder({
      '1_entry.mjs': tableMigration('entry', "t.id(); t.string('name'); t.integer('n');"),
      '2_total.mjs': `export const up = async (schema) => {
        await schema.createTable('total', (t) => { t.id(); t.integer('n').notNull().default(0); });
        await schema.raw('insert into total (n) values (0)');
      };`,
    }),
  });

  function write(
    url: string,
    migrations: string,
    name: string,
    count: number,
  ): { child: ChildProcess; acknowledged: number[] } {
    const child = fork(writer, [url, migrations, name, String(count)]);
    const acknowledged: number[] = [];
    child.on('message', (n: number) => acknowledged.push(n));
    children.push(child);
    return { child, acknowledged };
  }

  it('shares one file without an error', async () => {
    const { url, migrations } = prepare();
    const writers = ['a', 'b'].map((name) => write(url, migrations, name, 60));
    const models = createModels(url, { migrations, autoMigrate: true });
    const ends = Promise.all(writers.map(({ child }) => once(child, 'exit')));
    let reads = 0;
    const own = (async () => {
      for (let n = 0; n < 60; n += 1) {
        await models.model('entry').add({ name: 'c', n });
        await models.model('total').byId(1).increment('n');
        reads += await models.model('entry').count();
      }
    })();
    await own;
    expect((await ends).map(([code]) => code)).to.deep.equal([0, 0]);
    expect(await models.model('entry').count()).to.equal(180);
    expect(await models.model('total').byId(1).find()).to.include({ n: 180 });
    expect(reads).to.be.greaterThan(0);
    await models.close();
  }).timeout(60_000);

  it('keeps every acknowledged write through kill -9', async () => {
    const { url, migrations } = prepare();
    let acknowledgedBefore = 0;
    for (let round = 0; round < 3; round += 1) {
      const { child, acknowledged } = write(url, migrations, `round ${round}`, Number.POSITIVE_INFINITY);
      const exit = once(child, 'exit');
      while (acknowledged.length < 25 + round * 10) await Promise.race([once(child, 'message'), exit]);
      child.kill('SIGKILL');
      await exit;
      const models = createModels(url, { migrations, autoMigrate: true });
      const rows = await models
        .model('entry')
        .where({ name: `round ${round}` })
        .order('id')
        .select();
      const kept = rows.map(({ n }) => n);
      expect(kept.slice(0, acknowledged.length)).to.deep.equal(acknowledged);
      // Both writes of a transaction are there, or none.
      const count = await models.model('entry').count();
      expect(await models.model('total').byId(1).find()).to.include({ n: count });
      expect(count).to.be.at.least(acknowledgedBefore + acknowledged.length);
      acknowledgedBefore = count;
      await models.close();
    }
  }).timeout(60_000);
});
