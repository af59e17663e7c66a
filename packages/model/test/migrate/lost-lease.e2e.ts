import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { rejected, tableMigration, temporaryFolders } from '../../../../test/stores/fixture.ts';
import { createModels, ModelsError } from '../../src/index.ts';
import { MigrationStore } from '../../src/migrate/migration-store.ts';
import { Migrator } from '../../src/migrate/migrator.ts';
import type { SqlQuery } from '../../src/sql/sql-client.ts';
import { SqliteClient } from '../../src/stores/sqlite/sqlite-client.ts';
import { sqliteDialect } from '../../src/stores/sqlite/sqlite-dialect.ts';

describe('a process that lost its lease', () => {
  const folder = temporaryFolders();
  const TIMES = { length: 300, wait: 20_000 };
  const clients: SqliteClient[] = [];
  const children: ChildProcess[] = [];
  afterEach(async () => {
    for (const client of clients.splice(0)) await client.close();
    for (const child of children.splice(0)) child.kill('SIGKILL');
  });

  function open(file: string): SqliteClient {
    const client = new SqliteClient(file, 1_000);
    clients.push(client);
    return client;
  }

  const steal = (query: SqlQuery) =>
    query(`update rest_gen_migration_lease set owner = 'other', until = ${Date.now() + 60_000}`, []);

  for (const [when, at] of [
    ['before a migration', 'begin'],
    ['before it commits', 'end'],
  ] as const) {
    it(`takes nothing further: ${when}`, async () => {
      const client = open(':memory:');
      const store = new MigrationStore(client, sqliteDialect, 1_000);
      const migrations = folder({
        '1_a.mjs': tableMigration('a', 't.id();'),
        '2_b.mjs': tableMigration('b', 't.id();'),
      });
      const owned = store.owned.bind(store);
      let count = 0;
      store.owned = async (lease, work) => {
        count += 1;
        if (count === 2 && at === 'begin') await steal(client.query);
        await owned(lease, async (query) => {
          await work(query);
          // Nobody else can do this on SQLite, which has one lock; a store on a server may fail over in between.
          if (count === 2 && at === 'end') await query("update rest_gen_migration_lease set owner = 'other'", []);
        });
      };
      const error = await new Migrator(store, migrations, TIMES).up().catch((thrown: unknown) => thrown);
      expect(error).to.be.instanceOf(ModelsError).and.include({ code: 'E_MIGRATION' });
      expect((error as ModelsError).message)
        .to.contain('2_b.mjs')
        .and.contain('Another process has taken over');
      expect((error as ModelsError).hint).to.contain('--status');
      expect((await store.records()).map(({ name }) => name)).to.deep.equal(['1_a']);
      const { rows } = await client.query("select name from sqlite_schema where name in ('a', 'b')", []);
      expect(rows).to.deep.equal([{ name: 'a' }]);
    });
  }

  it('drops no tables', async () => {
    const client = open(':memory:');
    const store = new MigrationStore(client, sqliteDialect, 1_000);
    const migrations = folder({ '1_a.mjs': tableMigration('a', 't.id();') });
    await new Migrator(store, migrations, TIMES).up();
    const { wipe } = store;
    store.wipe = async (lease) => {
      await steal(client.query);
      return wipe.call(store, lease);
    };
    const error = await new Migrator(store, migrations, TIMES).fresh().catch((thrown: unknown) => thrown);
    expect(error)
      .to.be.instanceOf(ModelsError)
      .with.property('message')
      .that.contains('Another process has taken over');
    expect((await store.records()).length).to.equal(1);
    expect((await client.query('select count(*) as count from a', [])).rows).to.deep.equal([{ count: 0 }]);
  });

  it('because it was killed, is followed by another one, which begins that migration anew', async () => {
    const file = join(folder(), 'app.sqlite3');
    const migrations = folder({
      '1_a.mjs': tableMigration('a', 't.id();'),
      '2_b.mjs': `export const up = async (schema) => {
        await schema.createTable('b', (t) => { t.id(); });
        if (process.env.HANGS_IN_TEST) {
          setInterval(() => {}, 1_000);
          process.send('hangs');
          await new Promise(() => {});
        }
      };`,
    });
    const child = fork(
      fileURLToPath(new URL('../../../../test/stores/fixtures/migrate.ts', import.meta.url)),
      [`sqlite:${file}`, migrations, '300'],
      {
        env: { ...process.env, HANGS_IN_TEST: '1' },
      },
    );
    children.push(child);
    expect((await once(child, 'message'))[0]).to.equal('hangs');
    const models = createModels(`sqlite:${file}`, { migrations, autoMigrate: false });
    expect((await models.migrationStatus()).map(({ state }) => state)).to.deep.equal(['applied', 'pending']);
    const store = new MigrationStore(open(file), sqliteDialect, 200);
    const impatient = new Migrator(store, migrations, { length: 300, wait: 0 });
    await rejected(impatient.up(), 'unavailable');
    const next = new Migrator(store, migrations, TIMES).up();
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await next).to.deep.equal(['2_b']);
    expect(await models.model('b').count()).to.equal(0);
    await models.close();
  }).timeout(30_000);

  it('waits for one that holds the lock of the whole database for long', async () => {
    const file = join(folder(), 'app.sqlite3');
    const migrations = folder({ '1_a.mjs': tableMigration('a', 't.id();') });
    const other = open(file);
    const store = new MigrationStore(open(file), sqliteDialect, 20);
    await store.prepare();
    let up: Promise<string[]> | undefined;
    await other.transaction(async (query) => {
      await query('update rest_gen_migration_lease set until = 0', []);
      let failures = 0;
      const claim = store.claim.bind(store);
      const tried = new Promise<void>((resolve) => {
        store.claim = async (lease) => {
          try {
            return await claim(lease);
          } catch (error) {
            failures += 1;
            if (failures === 2) resolve();
            throw error;
          }
        };
      });
      up = new Migrator(store, migrations, TIMES).up();
      await tried;
    });
    expect(await up).to.deep.equal(['1_a']);
  });
});
