import { mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { sql } from 'kysely';
import { DataError } from '../../../src/index.ts';
import { RootProvider } from '../../../src/root-provider.ts';
import { createSqliteStore } from '../../../src/stores/sqlite/create-store.ts';
import { loadDriver, type SqliteDatabase } from '../../../src/stores/sqlite/load-driver.ts';
import { rejected, tableMigration, temporaryFolders } from '../../fixture.ts';

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('createSqliteStore', () => {
  const folder = temporaryFolders();
  const opened: { close(): unknown }[] = [];
  afterEach(async () => {
    for (const one of opened.splice(0).reverse()) await one.close();
  });

  /** Models with little patience, and a second connection as another process would have it. */
  async function open(columns: string, patience = 60) {
    const file = join(folder(), 'app.sqlite3');
    const store = createSqliteStore(file, patience);
    const models = new RootProvider(store, folder({ '1_t.mjs': tableMigration('t', columns) }), true);
    opened.push(models);
    await models.ping();
    return { models, store, other: connect(file), script: (text: string) => store.runScript(store.db, text) };
  }

  function connect(file: string): SqliteDatabase {
    const other = new (loadDriver().DatabaseSync)(file, { timeout: 0 });
    opened.push(other);
    return other;
  }

  it('is durable, and checks references', async () => {
    const { store } = await open('t.id();');
    const read = async (name: string): Promise<unknown> => {
      const { rows } = await sql<Record<string, unknown>>`select * from ${sql.id(`pragma_${name}`)}`.execute(store.db);
      return Object.values(rows[0] ?? {})[0];
    };
    expect(await read('synchronous')).to.equal(2);
    expect(await read('foreign_keys')).to.equal(1);
    expect(await read('busy_timeout')).to.equal(0);
    expect(await read('journal_mode')).to.equal('wal');
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
    const { models, other } = await open('t.id();');
    other.exec('begin immediate');
    const error = await rejected(models.model('t').add({}), 'unavailable');
    expect(error.message).to.contain('another process holds its lock');
    await rejected(
      models.transaction(async () => 1),
      'unavailable',
    );
    await rejected(models.migrate(), 'unavailable');
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

  it('ends a transaction that the store has ended', async () => {
    const { models, script } = await open("t.id(); t.text('a');");
    await script('pragma max_page_count = 12');
    const big = 'x'.repeat(100_000);
    const later: unknown[] = [];
    const error = await models
      .transaction(async (tx) => {
        await tx.model('t').add({ a: 'first' });
        const inner = tx.transaction(async (nested) => {
          const many = [1, 2].map(() =>
            nested
              .model('t')
              .add({ a: big })
              .catch((thrown: unknown) => later.push(thrown)),
          );
          await Promise.all(many);
        });
        await inner.catch((thrown: unknown) => later.push(thrown));
        // The statement must not run on its own now that the transaction is gone.
        await tx
          .model('t')
          .add({ a: 'second' })
          .catch((thrown: unknown) => later.push(thrown));
      })
      .catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(DataError).with.property('code', 'unavailable');
    expect((error as DataError).message).to.contain('disk is full');
    expect(later).to.have.length(4);
    await script('pragma max_page_count = 100000');
    expect(await models.model('t').count()).to.equal(0);
    expect(await models.model('t').add({ a: big })).to.equal(1);
  });

  describe('a transaction that SQLite has rolled back by itself', () => {
    const ways: [name: string, script: string][] = [
      ['a constraint', 'create table rb (id integer primary key, x text unique on conflict rollback)'],
      [
        'a trigger',
        `create table rb (id integer primary key, x text);
         create trigger taken before insert on rb when exists (select 1 from rb where x = new.x)
         begin select raise(rollback, 'taken'); end`,
      ],
    ];
    for (const [name, text] of ways) {
      for (const isNested of [false, true]) {
        it(`because of ${name}${isNested ? ', inside of a savepoint' : ''}, keeps nothing and takes nothing more`, async () => {
          const { models, script } = await open('t.id();');
          await script(text);
          await models.model('rb').add({ x: 'before' });
          const caught: unknown[] = [];
          const keep = (thrown: unknown) => caught.push(thrown);
          const running = models.transaction(async (tx) => {
            await tx.model('rb').add({ x: 'in-tx' });
            if (isNested) {
              await tx.transaction((inner) => inner.model('rb').add({ x: 'before' })).catch(keep);
            } else {
              await tx.model('rb').add({ x: 'before' }).catch(keep);
            }
            await tx.model('rb').add({ x: 'after' }).catch(keep);
            await tx.transaction((inner) => inner.model('rb').add({ x: 'later' })).catch(keep);
          });
          const error = await running.catch((thrown: unknown) => thrown);
          expect(error).to.be.instanceOf(DataError);
          expect(caught).to.have.length(3);
          expect(await models.model('rb').select()).to.deep.equal([{ id: 1, x: 'before' }]);
          await models.transaction((tx) => tx.model('rb').add({ x: 'next' }));
          expect(await models.model('rb').count()).to.equal(2);
        });
      }
    }

    it('goes on after an error that ends the statement only', async () => {
      const { models } = await open("t.id(); t.text('x').unique();");
      await models.transaction(async (tx) => {
        await tx.model('t').add({ x: 'a' });
        await rejected(tx.model('t').add({ x: 'a' }), 'conflict', 'x');
        await tx.model('t').add({ x: 'b' });
      });
      expect(await models.model('t').count()).to.equal(2);
    });
  });

  it('rolls back when the commit fails', async () => {
    const { models, script } = await open('t.id();');
    await script('create table d (id integer primary key, t integer references t deferrable initially deferred)');
    await rejected(
      models.transaction((tx) => tx.model('d').add({ t: 9 })),
      'foreign_key',
    );
    await rejected(
      models.transaction((tx) => tx.transaction((inner) => inner.model('d').add({ t: 9 }))),
      'foreign_key',
    );
    expect(await models.model('d').count()).to.equal(0);
    await models.transaction((tx) => tx.model('t').add({}));
    expect(await models.model('t').count()).to.equal(1);
  });

  it('notices when a table has changed', async () => {
    const { models, other } = await open("t.id(); t.text('a');");
    await models.model('t').add({ a: '1' });
    other.exec('alter table t add column b text; alter table t drop column a');
    expect(await models.model('t').select()).to.deep.equal([{ id: 1, b: null }]);
    await rejected(models.model('t').where({ a: '1' }).find(), 'unknown_field', 'a');
    other.exec('alter table t add column c text');
    expect(await models.model('t').add({ c: '2' })).to.equal(2);
    other.exec('drop table t');
    await rejected(models.model('t').count(), 'no_table');
    other.exec('create table t (id integer primary key)');
    expect(await models.model('t').count()).to.equal(0);
  });

  it('does not go stale when a table is rolled back', async () => {
    const { models, script } = await open('t.id();');
    await models
      .transaction(async (tx) => {
        await script('create table u (id integer primary key)');
        expect(await tx.model('u').count()).to.equal(0);
        throw new Error('no');
      })
      .catch(() => undefined);
    await rejected(models.model('u').count(), 'no_table');
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

  it('says when a filter has too many values', async () => {
    const { models } = await open('t.id();');
    const ids = Array.from({ length: 300_000 }, (_, index) => index);
    await rejected(models.model('t').where({ id: ids }).count(), 'invalid_filter');
  });

  it('refuses to add to a decimal, which it could not do exactly', async () => {
    const { models } = await open("t.id(); t.decimal('price');");
    const error = await rejected(models.model('t').byId(1).increment('price'), 'invalid_value', 'price');
    expect(error.hint).to.contain('transaction');
  });

  it('maps what a trigger and a check refuse', async () => {
    const { models, script } = await open('t.id();');
    await script(`create table c (id integer primary key, n integer check (n < 10));
       create trigger no_five before update on c when new.n = 5 begin select raise(abort, 'no five'); end`);
    await rejected(models.model('c').add({ n: 10 }), 'invalid_value');
    await models.model('c').add({ n: 4 });
    await rejected(models.model('c').byId(1).update({ n: 5 }), 'invalid_value');
  });

  it('leaves errors without a meaning of their own as they are', async () => {
    const { models, script } = await open('t.id();');
    await script('create table g (id integer primary key, n integer as (id + 1))');
    const error = await models
      .model('g')
      .add({ n: 1 })
      .catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(Error).and.not.instanceOf(DataError);
  });

  describe('a file that cannot be used', () => {
    async function refusedFile(file: string): Promise<DataError> {
      const models = new RootProvider(createSqliteStore(file, 60), folder(), false);
      opened.push(models);
      return rejected(models.ping(), 'unavailable');
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
      expect((await refusedFile(path)).message).to.contain('no database');
    });

    it('is tried again by the next query', async () => {
      const path = folder();
      const models = new RootProvider(createSqliteStore(join(path, 'app.sqlite3'), 60), folder(), false);
      opened.push(models);
      mkdirSync(join(path, 'app.sqlite3'));
      await rejected(models.ping(), 'unavailable');
      rmdirSync(join(path, 'app.sqlite3'));
      await models.ping();
    });
  });

  it('reads no stream', async () => {
    const { store } = await open('t.id();');
    const error = await store.db
      .selectFrom('t')
      .selectAll()
      .stream()
      .next()
      .catch((thrown: Error) => thrown);
    expect(error).to.be.instanceOf(Error).with.property('message').that.contains('pages');
  });
});
