import { mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { DataError } from '../../../packages/model/src/index.ts';
import { MigrationStore } from '../../../packages/model/src/migrate/migration-store.ts';
import { Migrator } from '../../../packages/model/src/migrate/migrator.ts';
import { SqliteClient } from '../../../packages/model/src/stores/sqlite/sqlite-client.ts';
import { sqliteDialect } from '../../../packages/model/src/stores/sqlite/sqlite-dialect.ts';
import { rejected } from '../fixture.ts';
import { nextTurn, sqliteFixture } from './open-sqlite.ts';

describe('SqliteClient', () => {
  const { folder, open, openFile } = sqliteFixture();

  it('is durable, and checks references', async () => {
    const { client } = await open('t.id();');
    const read = async (name: string): Promise<unknown> => {
      const { rows } = await client.query(`select * from pragma_${name}`, []);
      return Object.values(rows[0] ?? {})[0];
    };
    expect(await read('synchronous')).to.equal(2);
    expect(await read('foreign_keys')).to.equal(1);
    expect(await read('busy_timeout')).to.equal(0);
    expect(await read('journal_mode')).to.equal('wal');
  });

  it('takes a semicolon in a name, a text or a comment for none between statements', async () => {
    const { client, models, other } = await open('t.id();');
    other.exec(
      'create table odd (id integer primary key, "a;b" varchar(20)); insert into odd values (1, null), (2, \'x\')',
    );
    expect(await models.repository('odd').findMany({ fields: ['a;b'] })).to.eql([{ 'a;b': null }, { 'a;b': 'x' }]);
    expect(await models.repository('odd').count({ 'a;b': null })).to.equal(1);
    expect(await models.repository('odd').delete({ 'a;b': null })).to.equal(1);
    for (const text of [
      "select 'a;''b' as a",
      'select 1 as `;`',
      'select 1 as [;]',
      'select 1 -- ;\n',
      'select /* ; */ 1',
    ]) {
      expect((await client.query(text, [])).rows, text).to.have.length(1);
    }
    await client.query(
      "create table x (y); -- it's\ninsert into x values (';'); /* don't */ insert into x values (2)",
      [],
    );
    expect((await client.query('select * from x', [])).rows).to.have.length(2);
  });

  it('closes behind a transaction that takes longer than others wait for it', async () => {
    const { models } = await open('t.id();', 20);
    let finish: () => void = () => {};
    const gate = new Promise<void>((resolve) => {
      finish = resolve;
    });
    let begin: () => void = () => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const running = models.transaction(async (tx) => {
      await tx.model('t').add({});
      begin();
      await gate;
      return 'done';
    });
    await begun;
    // Refused, so the patience has run out by now.
    const refused = models.model('t').count();
    const closing = models.close();
    await rejected(refused, 'unavailable');
    finish();
    expect(await running).to.equal('done');
    await closing;
    await rejected(models.model('t').count(), 'unavailable');
  });

  it('stays closed when it was closed while it opened', async () => {
    const client = new SqliteClient(join(folder(), 'app.sqlite3'), 60);
    const first = client.query('select 1', []).catch(() => undefined);
    const closing = client.close();
    await first;
    const error = await client.query('select 1', []).catch((thrown: unknown) => thrown);
    expect(error).to.include({ code: 'unavailable', message: 'The store has been closed' });
    await closing;
  });

  it('refuses a query that waits for a transaction inside of its own, and takes back the whole', async () => {
    const { models } = await open('t.id();', 20);
    let finish: () => void = () => {};
    const gate = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const whole = models.transaction(async (tx) => {
      await tx.model('t').add({});
      const inner = tx.transaction(() => gate);
      await rejected(tx.model('t').count(), 'unavailable');
      finish();
      await inner;
    });
    await rejected(whole, 'unavailable');
    expect(await models.model('t').count()).to.equal(0);
  });

  it('waits for the lock of another process, with the event loop free', async () => {
    const { models, other } = await open('t.id();', 5_000);
    other.exec('begin immediate');
    let ticks = 0;
    const ticking = setInterval(() => {
      ticks += 1;
      if (ticks === 20) other.exec('commit');
    }, 2);
    const added = Promise.all([
      models.model('t').add({}),
      models.transaction((tx) => tx.model('t').add({})),
      models.model('t').count(),
    ]);
    expect((await added).slice(0, 2).sort()).to.deep.equal([1, 2]);
    clearInterval(ticking);
    expect(ticks).to.be.at.least(20);
  });

  it('lets others read while one waits for the lock', async () => {
    const { models, other } = await open('t.id();', 5_000);
    other.exec('begin immediate');
    const adding = models.model('t').add({});
    expect(await models.model('t').count()).to.equal(0);
    other.exec('commit');
    expect(await adding).to.equal(1);
  });

  it('gives up when the lock does not come free', async () => {
    const { models, client, migrations, other } = await open('t.id();');
    other.exec('begin immediate');
    const error = await rejected(models.model('t').add({}), 'unavailable');
    expect(error.message).to.contain('another process holds its lock');
    await rejected(
      models.transaction(async () => 1),
      'unavailable',
    );
    const store = new MigrationStore(client, sqliteDialect, 60);
    await rejected(new Migrator(store, migrations, { length: 1_000, wait: 0 }).down(), 'unavailable');
    other.exec('rollback');
    expect(await models.model('t').add({})).to.equal(1);
  });

  it('refuses those who wait for a transaction that never ends', async () => {
    const { models } = await open('t.id();');
    let end = (): void => undefined;
    const hanging = models.transaction(
      () =>
        new Promise<void>((resolve) => {
          end = resolve;
        }),
    );
    await nextTurn();
    await rejected(models.model('t').count(), 'unavailable');
    end();
    await hanging;
    expect(await models.model('t').count()).to.equal(0);
  });

  it('does not wait for one who waits for it', async () => {
    const { models } = await open('t.id();');
    let go = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      go = resolve;
    });
    const inside = models.transaction(async (tx) => {
      await gate;
      return tx.model('t').count();
    });
    await nextTurn();
    // This one stands in the line, and wants the same description.
    const outside = models.model('t').count();
    await nextTurn();
    go();
    expect(await Promise.all([inside, outside])).to.deep.equal([0, 0]);
  });

  describe('a file that cannot be used', () => {
    async function refusedFile(file: string): Promise<DataError> {
      return rejected(openFile(file).ping(), 'unavailable');
    }

    it('is a folder', async () => {
      const path = join(folder(), 'app');
      mkdirSync(path);
      expect((await refusedFile(path)).message).to.contain('cannot be opened');
    });

    it('lies below a file', async () => {
      const path = join(folder({ file: '' }), 'file', 'app.sqlite3');
      expect((await refusedFile(path)).message).to.contain('cannot be opened');
    });

    it('is no database', async () => {
      const path = join(folder(), 'app.sqlite3');
      writeFileSync(path, 'x'.repeat(4_096));
      expect((await refusedFile(path)).message).to.contain('not an SQLite database');
    });

    it('is tried again by the next query', async () => {
      const path = folder();
      const models = openFile(join(path, 'app.sqlite3'));
      mkdirSync(join(path, 'app.sqlite3'));
      await rejected(models.ping(), 'unavailable');
      rmdirSync(join(path, 'app.sqlite3'));
      await models.ping();
    });
  });
});
