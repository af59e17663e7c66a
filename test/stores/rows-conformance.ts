import { expect } from 'chai';
import { insertRows, updateRows } from '../../packages/model/src/core/write-rows.ts';
import { type Id, Increment, type Models, type Repository, type Row } from '../../packages/model/src/index.ts';
import { rejected } from './fixture.ts';

/** Names of columns that SQL, or a driver, could take for something else. */
export const COLUMN_NAMES: readonly string[] = [
  'a"b',
  'a`b',
  "a'b",
  'a?b',
  '?',
  '$1',
  'x$2',
  '__proto__',
  'constructor',
  'a.b',
  'a as b',
  'default',
  ':p',
  '%s',
  'a\\b',
];

/** What `insertRows` and `updateRows` do on every store, or what stands for them where a store lacks them; a part of {@link describeProvider}. */
export function describeRows(open: () => Models, names: readonly string[]): void {
  let models: Models;
  let post: Repository;
  beforeEach(() => {
    models = open();
    post = models.repository('post');
  });

  const stored = (table = 'post'): Promise<Row[]> => models.repository(table).findMany({ orderBy: [['id', 'asc']] });
  const pick = (rows: readonly Row[], name: string): unknown[] => rows.map((row) => row[name]);

  describe('insertRows', () => {
    it('gives the records as they are stored, in their order, with the columns in theirs', async () => {
      const full = {
        photo: new Uint8Array([0, 255]),
        at: '2026-01-31T12:00:00+02:00',
        meta: { a: [1, null] },
        size: '9007199254740993',
        price: 1.5,
        ratio: 0.1,
        live: false,
        day: '2026-01-31',
        title: 'a',
      };
      const rows = await insertRows(post, [full, { title: 'b' }, { ...full, title: 'c', price: '7' }]);
      expect(pick(rows, 'title')).to.deep.equal(['a', 'b', 'c']);
      expect(pick(rows, 'price')).to.deep.equal(['1.50', null, '7.00']);
      expect(rows[0]).to.include({ size: 9007199254740993n, at: '2026-01-31T10:00:00.000Z', live: false });
      expect(rows).to.deep.equal(await stored());
      const columns = [...(await post.describe()).columns.keys()];
      for (const row of rows) expect(Object.keys(row)).to.deep.equal(columns);
    });

    it('fills what is missing in each record, and only that', async () => {
      const rows = await insertRows(post, [
        { title: 'a', views: 1 },
        { title: 'b', body: 'x' },
        { title: 'c', views: undefined, body: null, live: false },
        { body: 'y', title: 'd', views: 2 },
        { title: 'e' },
      ]);
      expect(pick(rows, 'title')).to.deep.equal(['a', 'b', 'c', 'd', 'e']);
      expect(pick(rows, 'views')).to.deep.equal([1, 0, 0, 2, 0]);
      expect(pick(rows, 'body')).to.deep.equal([null, 'x', null, 'y', null]);
      expect(pick(rows, 'live')).to.deep.equal([true, true, false, true, true]);
      const counters = await insertRows(models.repository('counter'), [{ n: null }, {}, { n: 5 }, {}]);
      expect(pick(counters, 'n')).to.deep.equal([null, 0, 5, 0]);
      expect(counters).to.deep.equal(await stored('counter'));
    });

    it('fills keys of text, and keeps those that are given', async () => {
      const own = '00000000-0000-4000-8000-000000000001';
      const rows = await insertRows(models.repository('author'), [
        { name: 'A' },
        { name: 'B', id: own },
        { name: 'C' },
      ]);
      expect(pick(rows, 'name')).to.deep.equal(['A', 'B', 'C']);
      expect(rows[1]?.id).to.equal(own);
      expect(new Set(pick(rows, 'id')).size).to.equal(3);
      for (const { id } of rows) expect(id).to.match(/^[\da-f]{8}-[\da-f]{4}-4/);
    });

    it('counts on behind keys that were given', async () => {
      const counter = models.repository('counter');
      const rows = await insertRows(counter, [{ id: 41 }, { id: 7, n: 1 }, {}]);
      expect(pick(rows.slice(0, 2), 'id')).to.deep.equal([41, 7]);
      expect(rows[2]?.id).to.be.greaterThan(41);
      expect(await counter.insert({})).to.be.greaterThan(rows[2]?.id as number);
      await insertRows(counter, [{ id: 90 }]);
      expect((await insertRows(counter, [{}, {}]))[0]?.id).to.be.greaterThan(90);
    });

    it('takes none', async () => {
      expect(await insertRows(post, [])).to.deep.equal([]);
      expect((await post.insertRows?.([])) ?? []).to.deep.equal([]);
    });

    it('stores nothing when one record conflicts', async () => {
      const list = ['a', 'b', 'c', 'b'].map((slug) => ({ title: slug, slug }));
      await rejected(models.model('post').addMany(list), 'conflict', 'slug');
      await rejected(models.model('post').addMany([{ title: 'd' }, { views: 1 }]), 'not_null', 'title');
      expect(await stored()).to.deep.equal([]);
    });

    it('names the place of a record with a wrong value', async () => {
      const add = (...list: Row[]) => models.model('post').addMany(list);
      const wrong = await rejected(
        add({ title: 'a' }, { title: 'b' }, { title: 'c', views: 'x' }),
        'invalid_value',
        'views',
      );
      expect(wrong.index).to.equal(2);
      const unknown = await rejected(add({ title: 'a' }, { titel: 'b' }), 'unknown_field', 'titel');
      expect(unknown.index).to.equal(1);
      await rejected(add({ title: 'a' }, { title: 'b', views: new Increment(1) }), 'invalid_value', 'views');
      expect(await stored()).to.deep.equal([]);
    });

    for (const count of [1_000, 20_000]) {
      it(`stores ${count} records or none`, async () => {
        const list = Array.from({ length: count }, (_, index): Row => {
          const record = { title: `t${index}`, slug: `s${index}`, views: index };
          return index % 1_000 === 7 ? { ...record, body: 'x' } : record;
        });
        const rows = await models.model('post').insertMany(list);
        expect(rows.map(({ row }) => row.views)).to.deep.equal(pick(list, 'views'));
        expect(await post.count({ body: 'x' })).to.equal(count / 1_000);
        const again = [...list.map(({ title }) => ({ title })), { title: 'last', slug: 's0' }];
        await rejected(models.model('post').addMany(again), 'conflict', 'slug');
        expect(await post.count()).to.equal(count);
      }).timeout(60_000);
    }

    it('is part of transactions and savepoints', async () => {
      const failed = models.transaction(async (tx) => {
        await insertRows(tx.repository('post'), [{ title: 'a' }, { title: 'b', slug: 's' }]);
        expect(await post.count()).to.equal(2);
        throw new Error('no');
      });
      await failed.catch(() => undefined);
      expect(await post.count()).to.equal(0);
      await models.transaction(async (tx) => {
        await insertRows(tx.repository('post'), [{ title: 'a' }, { title: 'b', slug: 's' }]);
        const inner = tx.transaction((nested) =>
          insertRows(nested.repository('post'), [{ title: 'c' }, { title: 'd', slug: 's' }]),
        );
        await rejected(inner, 'conflict', 'slug');
        await insertRows(post, [{ title: 'e', views: 1 }, { title: 'f' }]);
      });
      expect(pick(await stored(), 'title')).to.deep.equal(['a', 'b', 'e', 'f']);
    });
  });

  describe('updateRows', () => {
    beforeEach(async () => {
      await insertRows(post, [
        { title: 'a', views: 1, price: 1 },
        { title: 'b', views: 1 },
        { title: 'c', views: 2 },
      ]);
    });

    it('gives what is stored, also where the filter does not match it any more', async () => {
      const rows = await updateRows(post, { views: 1 }, { views: new Increment(1), price: '2' });
      expect(pick(rows, 'views')).to.deep.equal([2, 2]);
      expect(pick(rows, 'price')).to.deep.equal(['2.00', '2.00']);
      expect(rows).to.have.deep.members((await stored()).slice(0, 2));
      const columns = [...(await post.describe()).columns.keys()];
      for (const row of rows) expect(Object.keys(row)).to.deep.equal(columns);
    });

    it('gives a record under its new key', async () => {
      const [first] = await stored();
      const [row, ...others] = await updateRows(post, { id: first?.id as Id }, { id: 99, title: 'z' });
      expect(row).to.include({ id: 99, title: 'z', views: 1, price: '1.00' });
      expect(others).to.deep.equal([]);
      expect(pick(await stored(), 'id')).to.not.include(first?.id);
    });

    it('gives nothing where nothing matches, and the rows as they are where nothing changes', async () => {
      expect(await updateRows(post, { views: 9 }, { title: 'z' })).to.deep.equal([]);
      expect(await updateRows(post, { id: [] }, { title: 'z' })).to.deep.equal([]);
      expect(pick(await updateRows(post, { views: 2 }, {}), 'title')).to.deep.equal(['c']);
      expect(pick(await updateRows(post, { views: 2 }, { views: 2 }), 'title')).to.deep.equal(['c']);
    });

    it('changes nothing when one row conflicts', async () => {
      await rejected(updateRows(post, { views: 1 }, { slug: 's' }), 'conflict', 'slug');
      await rejected(updateRows(post, { views: 1 }, { views: 'x' }), 'invalid_value', 'views');
      expect(pick(await stored(), 'slug')).to.deep.equal([null, null, null]);
    });

    it('is part of transactions and savepoints', async () => {
      await models.transaction(async (tx) => {
        await updateRows(tx.repository('post'), { views: 1 }, { views: 5 });
        const inner = tx.transaction((nested) => updateRows(nested.repository('post'), { views: 5 }, { slug: 's' }));
        await rejected(inner, 'conflict', 'slug');
        expect(pick(await updateRows(post, { views: 5 }, { views: 6 }), 'views')).to.deep.equal([6, 6]);
      });
      expect(pick(await stored(), 'views')).to.deep.equal([6, 6, 2]);
    });
  });

  describe('names of columns', () => {
    afterEach(async () => {
      await models.kysely.schema.dropTable('odd').ifExists().execute();
    });

    it('may have any characters', async () => {
      let table = models.kysely.schema.createTable('odd').addColumn('id', 'bigint', (column) => column.primaryKey());
      for (const name of names) table = table.addColumn(name, 'integer');
      await table.execute();
      const odd = models.repository('odd');
      const record = (from: number): Row =>
        Object.fromEntries([['id', from], ...names.map((name, index) => [name, from + index])]);
      const list = [record(100), record(200), { id: 300 }];
      const rows = await insertRows(odd, list);
      expect(rows.map(Object.entries)).to.deep.equal(
        [record(100), record(200), emptied(record(300))].map(Object.entries),
      );
      for (const [index, name] of names.entries()) {
        const where = Object.fromEntries([[name, 100 + index]]);
        expect(
          (await odd.findMany({ where, orderBy: [[name, 'desc']], fields: [name] })).map(Object.entries),
        ).to.deep.equal([Object.entries(where)]);
        const [row = {}] = await updateRows(odd, where, Object.fromEntries([[name, new Increment(1_000)]]));
        expect(Object.entries(row)).to.deep.include([name, 1_100 + index]);
      }
      const changed = Object.fromEntries(names.map((name, index) => [name, 7_000 + index]));
      expect((await updateRows(odd, { id: 200 }, changed)).map(Object.entries)).to.deep.equal([
        Object.entries({ id: 200, ...changed }),
      ]);
    });
  });
}

// --- internal ---

/** With null in every column but the key. */
function emptied(row: Row): Row {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, name === 'id' ? value : null]));
}
