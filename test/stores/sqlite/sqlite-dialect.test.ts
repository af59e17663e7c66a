import { expect } from 'chai';
import { DataError } from '../../../packages/model/src/index.ts';
import { rejected } from '../fixture.ts';
import { sqliteFixture } from './open-sqlite.ts';

describe('sqliteDialect', () => {
  const { open } = sqliteFixture();

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

  it('reads indexes on expressions, and on a part of the records', async () => {
    const { models, script } = await open('t.id();');
    await script('create table s (id text primary key, a text, b text)');
    await script(
      'create index i1 on s (a, lower(b), id); create index i2 on s (lower(a)); create index i3 on s (b desc)',
    );
    await script('create index i4 on s (a) where b is null');
    expect((await models.repository('s').describe()).indexes).to.have.deep.members([['id'], ['a'], ['b']]);
    expect((await models.repository('t').describe()).indexes).to.deep.equal([['id']]);
  });

  it('reads foreign keys that name the table alone, or in other letters', async () => {
    const { models, script } = await open('t.id();');
    await script(`create table s (Id integer primary key, Own integer references T, gone integer references nobody,
      parent integer references S (ID) on delete cascade, again integer references t (id))`);
    expect((await models.repository('s').describe()).foreignKeys).to.deep.equal([
      { column: 'Own', table: 't', key: 'id' },
      { column: 'parent', table: 's', key: 'Id', onDelete: 'cascade' },
      { column: 'again', table: 't', key: 'id' },
    ]);
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

  it('reads what other programs have written in another form', async () => {
    const { models, script } = await open('t.id();');
    await script('create table o (id integer primary key, j json, d real as (id + 1) virtual)');
    await script('insert into o (id, j) values (1, 5)');
    expect(await models.model('o').find()).to.deep.equal({ id: 1, j: 5, d: 2 });
  });

  it('lists a virtual table without the tables of its module', async () => {
    const { models, script } = await open('t.id();');
    await script('create virtual table words using fts5 (word); create view v as select id from t');
    expect((await models.tables()).map(({ name }) => name)).to.have.members(['t', 'v', 'words']);
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

  it('gives back what a trigger has made of a record', async () => {
    const { models, script } = await open("t.id(); t.integer('n'); t.integer('changes').default(0);");
    await script('create trigger added after insert on t begin update t set changes = 1 where id = new.id; end');
    await script(
      'create trigger written after update of n on t begin update t set changes = changes + 1 where id = new.id; end',
    );
    const list = await models.model('t').insertMany([{ n: 1 }, { n: 1 }]);
    expect(list.map(({ row }) => row)).to.deep.equal([1, 2].map((id) => ({ id, n: 1, changes: 1 })));
    const changed = await models.model('t').byId(1).updateOne({ n: 2 });
    expect(changed?.row).to.deep.equal({ id: 1, n: 2, changes: 2 });
  });

  it('gives back what a trigger has made of a record whose key is bytes', async () => {
    const { models, script } = await open('t.id();');
    await script(`create table b (id blob primary key, n integer);
      create trigger added after insert on b begin update b set n = 2 where id = new.id; end`);
    const list = await models.model('b').insertMany([1, 2].map((id) => ({ id: new Uint8Array([id]), n: 1 })));
    expect(list.map(({ row }) => row.n)).to.deep.equal([2, 2]);
  });

  it('says of which tables triggers may change what is written, and that a view changes with others', async () => {
    const { models, script } = await open('t.id(); t.integer("n");');
    await script('create view v as select id, n from t');
    expect(await Promise.all(['t', 'v'].map(isRewritten))).to.deep.equal([false, true]);
    await script('create trigger a after insert on t begin update t set n = 1; end');
    await script('create trigger b instead of insert on v begin insert into t (n) values (1); end');
    expect(await Promise.all(['t', 'v'].map(isRewritten))).to.deep.equal([true, true]);

    async function isRewritten(table: string): Promise<boolean> {
      return (await models.describeTable?.(table))?.hasTriggers ?? false;
    }
  });

  it('maps what a trigger and a check refuse', async () => {
    const { models, script } = await open('t.id();');
    await script(`create table c (id integer primary key, n integer check (n < 10));
       create trigger no_five before update on c when new.n = 5 begin select raise(abort, 'no five'); end`);
    await rejected(models.model('c').add({ n: 10 }), 'invalid_value', 'n');
    await models.model('c').add({ n: 4 });
    await rejected(models.model('c').byId(1).update({ n: 5 }), 'invalid_value');
  });

  it('leaves errors without a meaning of their own as they are', async () => {
    const { models, script } = await open('t.id();');
    await script(
      'create table g (id integer primary key, n); create trigger no_table before insert on g begin select unknown_function(); end',
    );
    const error = await models
      .model('g')
      .add({ n: 1 })
      .catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(Error).and.not.instanceOf(DataError);
  });
});
