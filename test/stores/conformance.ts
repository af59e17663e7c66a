import { AsyncResource } from 'node:async_hooks';
import { getEventListeners } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import fc from 'fast-check';
import { sql } from 'kysely';
import {
  DataError,
  type Filter,
  type Id,
  Increment,
  type KeyValue,
  type Models,
  type Query,
  type Repository,
  type Row,
} from '../../packages/model/src/index.ts';
import { rejected } from './fixture.ts';
import { COLUMN_NAMES, describeRows } from './rows-conformance.ts';

/** The folder of the migrations that the suite needs. */
export const conformanceMigrations: string = fileURLToPath(new URL('./fixtures/conformance', import.meta.url));

/**
 * What every store must do, as mocha tests.
 *
 * @param open - gives models on an empty store, with `conformanceMigrations`; the suite closes them
 * @param names - of columns, which a table can have
 */
export function describeProvider(
  name: string,
  open: () => Promise<Models> | Models,
  names: readonly string[] = COLUMN_NAMES,
): void {
  describe(`provider: ${name}`, () => {
    let models: Models;
    let post: Repository;

    beforeEach(async () => {
      models = await open();
      post = models.repository('post');
    });
    afterEach(() => models.close());

    const read = async (id: Id): Promise<Row> => (await post.findOne({ where: { id } })) as Row;
    const titles = async (where: Filter): Promise<unknown[]> =>
      (await post.findMany({ where, orderBy: [['id', 'asc']] })).map(({ title }) => title);

    describe('describe', () => {
      it('tells the columns apart', async () => {
        const { name, primaryKey, columns } = await post.describe();
        expect({ name, primaryKey }).to.deep.equal({ name: 'post', primaryKey: ['id'] });
        expect(Object.fromEntries([...columns].map(([key, { type }]) => [key, type]))).to.deep.equal({
          id: 'integer',
          title: 'string',
          body: 'string',
          slug: 'string',
          views: 'integer',
          size: 'bigint',
          price: 'decimal',
          ratio: 'double',
          live: 'boolean',
          day: 'date',
          at: 'datetime',
          meta: 'json',
          photo: 'binary',
          authorId: 'string',
          created_at: 'datetime',
          updated_at: 'datetime',
        });
      });

      it('knows what may be null and what is filled', async () => {
        const { columns } = await post.describe();
        const facts = ['id', 'title', 'body', 'views', 'created_at'].map((key) => {
          const column = columns.get(key);
          return [key, column?.nullable, column?.hasDefault];
        });
        expect(facts).to.deep.equal([
          ['id', false, true],
          ['title', false, false],
          ['body', true, false],
          ['views', false, true],
          ['created_at', false, true],
        ]);
        expect((await models.repository('author').describe()).columns.get('id')?.hasDefault).to.equal(true);
      });

      it('knows the indexes', async () => {
        const { indexes } = await post.describe();
        expect(indexes).to.have.deep.members([['id'], ['slug'], ['authorId'], ['title', 'day']]);
        expect((await models.repository('author').describe()).indexes).to.deep.equal([['id']]);
      });

      it('knows the foreign keys, and all of their columns', async () => {
        expect((await models.repository('author').describe()).foreignKeys).to.deep.equal([]);
        expect((await post.describe()).foreignKeys).to.deep.equal([{ column: 'authorId', table: 'author', key: 'id' }]);
        const run = (text: string) => sql.raw(text).execute(models.kysely);
        await run('create table place (a integer not null, b integer not null, primary key (a, b))');
        await run(`create table task (id integer primary key, doer bigint not null, asker bigint, parent integer, a integer, b integer,
          foreign key (doer) references counter (id), foreign key (asker) references counter (id),
          foreign key (parent) references task (id), foreign key (a, b) references place (a, b))`);
        try {
          expect((await models.repository('task').describe()).foreignKeys).to.have.deep.members([
            { column: 'doer', table: 'counter', key: 'id' },
            { column: 'asker', table: 'counter', key: 'id' },
            { column: 'parent', table: 'task', key: 'id' },
            { column: ['a', 'b'], table: 'place', key: ['a', 'b'] },
          ]);
        } finally {
          await run('drop table task');
          await run('drop table place');
        }
      });

      it('knows the foreign keys of several columns by the one that refers to a primary key of one', async () => {
        const run = (text: string) => sql.raw(text).execute(models.kysely);
        const unique = 'tenant integer not null, code integer not null, unique (tenant, code)';
        await run(`create table note (id integer primary key, ${unique}, unique (tenant, id), unique (id, tenant))`);
        await run(`create table remark (id integer primary key, tenant integer, note_id integer, again integer, code integer,
          foreign key (tenant, note_id) references note (tenant, id), foreign key (note_id) references note (id),
          foreign key (again, tenant) references note (id, tenant), foreign key (tenant, code) references note (tenant, code))`);
        try {
          expect((await models.repository('remark').describe()).foreignKeys).to.have.deep.members([
            { column: 'note_id', table: 'note', key: 'id' },
            { column: 'again', table: 'note', key: 'id' },
            { column: ['tenant', 'code'], table: 'note', key: ['tenant', 'code'] },
          ]);
        } finally {
          await run('drop table remark');
          await run('drop table note');
        }
      });

      it('knows what a delete does with records that refer to the deleted one', async () => {
        const run = (text: string) => sql.raw(text).execute(models.kysely);
        await run('create table note (id integer primary key, tenant integer not null, unique (tenant, id))');
        await run(`create table remark (id integer primary key, tenant integer, a integer, b integer, c integer, d integer, e integer,
          foreign key (a) references note (id) on delete cascade, foreign key (b) references note (id) on delete set null,
          foreign key (c) references note (id) on delete no action, foreign key (d) references note (id) on delete restrict,
          foreign key (tenant, e) references note (tenant, id) on delete cascade, foreign key (e) references note (id))`);
        try {
          const { foreignKeys = [] } = await models.repository('remark').describe();
          expect(Object.fromEntries(foreignKeys.map(({ column, onDelete }) => [column, onDelete]))).to.deep.equal({
            a: 'cascade',
            b: 'set null',
            c: undefined,
            d: undefined,
            e: 'cascade',
          });
          expect(foreignKeys.filter((one) => 'onDelete' in one)).to.have.length(3);
        } finally {
          await run('drop table remark');
          await run('drop table note');
        }
      });

      it('lists the tables, without those of the migrations', async () => {
        await models.migrate();
        const tables = await models.tables();
        expect(tables.map(({ name }) => name)).to.have.members(['author', 'counter', 'post']);
        const found = tables.find(({ name }) => name === 'post');
        const { primaryKey, columns, indexes } = await post.describe();
        expect({ key: found?.primaryKey, columns: found?.columns, indexes: found?.indexes }).to.deep.equal({
          key: primaryKey,
          columns,
          indexes,
        });
      });

      it('says when there is no such table', async () => {
        const error = await rejected(models.repository('nothing').describe(), 'no_table');
        expect(error.hint).to.contain('npx rest-gen migrate');
        await rejected(models.repository('nothing').findMany(), 'no_table');
        await rejected(models.repository('nothing').insert({ a: 1 }), 'no_table');
      });

      it('treats a name as a name', async () => {
        await rejected(models.repository('post; drop table post').findMany(), 'no_table');
        await rejected(models.repository('post"').count(), 'no_table');
        await rejected(models.repository('post\0').count(), 'no_table');
        await rejected(models.repository('😀').count(), 'no_table');
        expect(await post.count()).to.equal(0);
      });
    });

    describe('insert', () => {
      it('gives the primary key', async () => {
        const first = await post.insert({ title: 'a' });
        const second = await post.insert({ title: 'b' });
        expect((await read(first)).title).to.equal('a');
        expect((await read(second)).title).to.equal('b');
        expect(second).not.to.equal(first);
      });

      it('counts on behind a key that was given', async () => {
        const counter = models.repository('counter');
        const key = 41;
        expect(await counter.insert({ id: key })).to.equal(key);
        const next = await counter.insert({});
        // Clusters leave gaps.
        expect(next).to.be.greaterThan(41);
        await counter.insert({ id: 7 });
        expect(await counter.insert({})).to.be.greaterThan(next as number);
        expect(await counter.count()).to.equal(4);
      });

      it('fills a key of text', async () => {
        const author = models.repository('author');
        const id = await author.insert({ name: 'A' });
        expect(id).to.match(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
        expect(await author.findOne({ where: { id } })).to.deep.equal({ id, name: 'A' });
        const own = '00000000-0000-4000-8000-000000000001';
        expect(await author.insert({ id: own, name: 'B' })).to.equal(own);
      });

      it('takes no values at all', async () => {
        const counter = models.repository('counter');
        const id = await counter.insert({});
        expect(await counter.findOne({ where: { id } })).to.deep.equal({ id, n: 0 });
      });

      it('fills defaults', async () => {
        const before = Date.now() - 1_000;
        const row = await read(await post.insert({ title: 'a', body: undefined }));
        expect(row).to.include({ views: 0, live: true, body: null });
        expect(row.created_at).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
        expect(Date.parse(row.created_at as string)).to.be.within(before, Date.now() + 1_000);
      });

      it('refuses an increment', () =>
        rejected(post.insert({ title: 'a', views: new Increment(1) }), 'invalid_value', 'views'));
    });

    describe('values', () => {
      const kept: [what: string, column: string, value: unknown, expected?: unknown][] = [
        ['text', 'body', 'a'],
        ['empty text', 'body', ''],
        ['text that looks like a number', 'body', '007'],
        ['text that looks like a large number', 'body', '1e400'],
        ['text that looks like SQL', 'body', "'); drop table post; --"],
        ['text with quotes', 'body', `"'\`\\`],
        ['emoji and accents', 'body', 'é 👍 \u202e'],
        ['a number in a column of text', 'body', 7, '7'],
        ['long text', 'body', 'x'.repeat(100_000)],
        ['null', 'body', null],
        ['a negative integer', 'views', -5],
        ['an integer as text', 'views', '12', 12],
        ['2^53 - 1', 'size', Number.MAX_SAFE_INTEGER],
        ['2^53 + 1', 'size', 9007199254740993n],
        ['2^53 + 1 as text', 'size', '9007199254740993', 9007199254740993n],
        ['a small bigint', 'size', 5n, 5],
        ['the largest integer', 'size', 9223372036854775807n],
        ['the smallest integer', 'size', -9223372036854775808n],
        ['a decimal', 'price', '12.50'],
        ['a decimal as a number', 'price', 0.1, '0.10'],
        ['a large decimal', 'price', '9999999999.99'],
        ['a negative decimal', 'price', '-0.05'],
        ['a fraction', 'ratio', 0.1],
        ['a whole number as a fraction', 'ratio', 3],
        ['a small fraction', 'ratio', 1e-16],
        ['a tiny fraction', 'ratio', 5e-324],
        ['a large fraction', 'ratio', 1.7976931348623157e308],
        ['true', 'live', true],
        ['false', 'live', false],
        ['a day', 'day', '2026-01-31'],
        ['a leap day', 'day', '2028-02-29'],
        ['the last day', 'day', '9999-12-31'],
        ['a Date as a day', 'day', new Date('2026-01-31T23:00:00Z'), '2026-01-31'],
        ['a time', 'at', '2026-01-31T12:00:00.123Z'],
        ['a time with an offset', 'at', '2026-01-31T12:00:00+02:00', '2026-01-31T10:00:00.000Z'],
        ['a Date', 'at', new Date(0), '1970-01-01T00:00:00.000Z'],
        ['a time before 1970', 'at', '1899-12-31T23:59:59.999Z'],
        ['an hour that clocks leave out somewhere', 'at', '2026-03-08T02:30:00.001Z'],
        ['the last millisecond', 'at', '9999-12-31T23:59:59.999Z'],
        ['an object', 'meta', { a: [1, { b: null }], c: 'd' }],
        ['a list', 'meta', [1, 'a', null, true]],
        ['text as JSON', 'meta', 'a'],
        ['text as JSON that looks like a number', 'meta', '1'],
        ['a number as JSON', 'meta', 1.5],
        ['false as JSON', 'meta', false],
        ['an own __proto__ in JSON', 'meta', JSON.parse('{"__proto__":{"a":1}}')],
        ['bytes', 'photo', new Uint8Array([0, 1, 255])],
      ];
      for (const [what, column, value, expected = value] of kept) {
        it(`keeps ${what}`, async () => {
          // The value comes first: some drivers take a leading object for something else.
          const row = await read(await post.insert({ [column]: value, title: 'a' }));
          expect(normal(row[column])).to.deep.equal(normal(expected));
          await post.update({ id: row.id as Id }, { [column]: value });
          expect(normal((await read(row.id as Id))[column])).to.deep.equal(normal(expected));
        });
      }

      const cycle: Record<string, unknown> = {};
      cycle.self = cycle;
      const bad: [what: string, column: string, value: unknown][] = [
        ['NUL in text', 'body', 'a\0b'],
        ['a lone surrogate', 'body', '\ud800'],
        ['an object as text', 'body', {}],
        ['an integer past 64 bits', 'size', 2n ** 63n],
        ['an unsafe number', 'size', 2 ** 53],
        ['a fraction as an integer', 'views', 1.5],
        ['text as an integer', 'views', 'abc'],
        ['NaN', 'ratio', Number.NaN],
        ['an infinity', 'ratio', Number.NEGATIVE_INFINITY],
        ['too many digits after the point', 'price', '1.001'],
        ['too many digits', 'price', '12345678901'],
        ['a word as a boolean', 'live', 'yes'],
        ['a day that does not exist', 'day', '2026-02-30'],
        ['an invalid Date', 'at', new Date(Number.NaN)],
        ['text as bytes', 'photo', 'a'],
        ['NaN in JSON', 'meta', [Number.NaN]],
        ['a function in JSON', 'meta', { a: () => 1 }],
        ['a cycle in JSON', 'meta', cycle],
      ];
      for (const [what, column, value] of bad) {
        it(`refuses ${what}`, async () => {
          await rejected(post.insert({ title: 'a', [column]: value }), 'invalid_value', column);
          await rejected(post.update({ id: 1 }, { [column]: value }), 'invalid_value', column);
          expect(await post.count()).to.equal(0);
        });
      }

      it('gives plain objects', async () => {
        const row = await read(await post.insert({ title: 'a', meta: { b: 1 } }));
        expect(Object.getPrototypeOf(row)).to.equal(Object.prototype);
        expect(JSON.parse(JSON.stringify(row)).meta).to.deep.equal({ b: 1 });
      });

      it('keeps whatever JSON can say', async () => {
        await fc.assert(
          fc.asyncProperty(fc.jsonValue(), async (value) => {
            const row = await read(await post.insert({ title: 'a', meta: value }));
            expect(JSON.stringify(row.meta)).to.equal(JSON.stringify(value));
          }),
          { numRuns: 50 },
        );
      });

      it('keeps whatever text can say, and finds it again', async () => {
        const text = fc.string({ unit: 'grapheme', maxLength: 40 }).filter((one) => !one.includes('\0'));
        await fc.assert(
          fc.asyncProperty(text, async (value) => {
            const id = await post.insert({ title: 'a', body: value });
            expect((await post.findOne({ where: { id, body: value } }))?.body).to.equal(value);
          }),
          { numRuns: 50 },
        );
      });
    });

    describe('refusals of the table', () => {
      it('names the field of a conflict', async () => {
        await post.insert({ title: 'a', slug: 's' });
        const error = await rejected(post.insert({ title: 'b', slug: 's' }), 'conflict', 'slug');
        expect(error.message).not.to.match(/insert|post\.|'s'/i);
        const id = await post.insert({ title: 'b' });
        await rejected(post.update({ id }, { slug: 's' }), 'conflict', 'slug');
        await rejected(post.insert({ id, title: 'c' }), 'conflict', 'id');
      });

      it('names a field of a conflict of several', async () => {
        await post.insert({ title: 'a', day: '2026-01-01' });
        await rejected(post.insert({ title: 'a', day: '2026-01-01' }), 'conflict', 'title');
      });

      it('names the field that is missing', async () => {
        await rejected(post.insert({ body: 'b' }), 'not_null', 'title');
        await rejected(post.insert({ title: null }), 'not_null', 'title');
        const id = await post.insert({ title: 'a' });
        await rejected(post.update({ id }, { title: null }), 'not_null', 'title');
      });

      it('refuses records of no other record, and deleting one in use', async () => {
        const none = '00000000-0000-4000-8000-000000000000';
        await rejected(post.insert({ title: 'a', authorId: none }), 'foreign_key');
        const authorId = await models.repository('author').insert({ name: 'A' });
        await post.insert({ title: 'a', authorId });
        await rejected(models.repository('author').delete({ id: authorId }), 'foreign_key');
      });

      it('names an unknown field and the nearest one', async () => {
        const error = await rejected(post.insert({ titel: 'a' }), 'unknown_field', 'titel');
        expect(error.hint).to.contain('"title"');
        await rejected(post.update({ id: 1 }, { titel: 'a' }), 'unknown_field', 'titel');
        await rejected(post.findMany({ where: { titel: 'a' } }), 'unknown_field', 'titel');
        await rejected(post.findMany({ fields: ['titel'] }), 'unknown_field', 'titel');
        await rejected(post.findMany({ orderBy: [['titel', 'asc']] }), 'unknown_field', 'titel');
        await rejected(post.count({ titel: 'a' }), 'unknown_field', 'titel');
        await rejected(post.delete({ titel: 'a' }), 'unknown_field', 'titel');
      });
    });

    describe('filters', () => {
      beforeEach(async () => {
        await post.insert({ title: 'a', views: 1, price: '9.5', body: 'x', at: '2026-01-01T00:00:00Z' });
        await post.insert({ title: 'b', views: 2, price: '10', body: 'y', at: '2026-02-01T00:00:00Z', live: false });
        await post.insert({ title: 'c', views: 3, body: null });
      });

      const rows: [filter: Filter, expected: string[]][] = [
        [{}, ['a', 'b', 'c']],
        [{ title: 'b' }, ['b']],
        [{ title: 'B' }, []],
        [{ title: ['a', 'c', 'z'] }, ['a', 'c']],
        [{ title: [] }, []],
        [{ title: { nin: [] } }, ['a', 'b', 'c']],
        [{ views: { gte: 2 } }, ['b', 'c']],
        [{ views: { gt: '1', lt: 3 } }, ['b']],
        [{ views: { lte: 2n }, title: { ne: 'a' } }, ['b']],
        [{ price: { gt: 9.5 } }, ['b']],
        [{ price: { gte: '9.50' } }, ['a', 'b']],
        [{ price: '10.00' }, ['b']],
        [{ price: ['9.5', 10] }, ['a', 'b']],
        [{ price: '9.501' }, []],
        [{ price: { ne: '9.501' } }, ['a', 'b', 'c']],
        [{ price: ['9.501', '10'] }, ['b']],
        [{ price: { nin: ['9.501', '10'] } }, ['a', 'c']],
        [{ price: { in: [] } }, []],
        [{ body: null }, ['c']],
        [{ body: { ne: null } }, ['a', 'b']],
        [{ body: { null: true } }, ['c']],
        [{ body: { ne: 'x' } }, ['b', 'c']],
        [{ body: { nin: ['x'] } }, ['b', 'c']],
        [{ body: { nin: ['x', null] } }, ['b']],
        [{ body: { nin: [null] } }, ['a', 'b']],
        [{ body: ['x', null] }, ['a', 'c']],
        [{ body: [null] }, ['c']],
        [{ live: false }, ['b']],
        [{ live: 'true' }, ['a', 'c']],
        [{ at: { lt: new Date('2026-01-15') } }, ['a']],
        [{ at: '2026-02-01T01:00:00+01:00' }, ['b']],
        [{ meta: null }, ['a', 'b', 'c']],
        [{ meta: { null: false } }, []],
      ];
      for (const [filter, expected] of rows) {
        const text = JSON.stringify(filter, (_, value) => (typeof value === 'bigint' ? `${value}n` : value));
        it(`finds ${expected.join(', ') || 'nothing'} for ${text}`, async () => {
          expect(await titles(filter)).to.deep.equal(expected);
          expect(await post.count(filter)).to.equal(expected.length);
          expect(await post.update(filter, { ratio: 1 })).to.equal(expected.length);
          expect(await post.count({ ratio: 1 })).to.equal(expected.length);
          expect(await post.delete(filter)).to.equal(expected.length);
          expect(await post.count()).to.equal(3 - expected.length);
        });
      }

      for (const where of [{ title: undefined }, { title: { like: 'a' } }, { title: { eq: {} } }, { views: 'abc' }]) {
        it(`refuses ${JSON.stringify(where)} ${Object.keys(where)}, and touches no row`, async () => {
          const field = Object.keys(where)[0] as string;
          const filter = where as unknown as Filter;
          await rejected(post.findMany({ where: filter }), 'invalid_filter', field);
          await rejected(post.update(filter, { ratio: 1 }), 'invalid_filter', field);
          await rejected(post.delete(filter), 'invalid_filter', field);
          expect(await post.count()).to.equal(3);
        });
      }

      it('refuses to compare with NaN', async () => {
        await rejected(post.findMany({ where: { ratio: Number.NaN } }), 'invalid_filter', 'ratio');
        await rejected(
          post.findMany({ where: { ratio: { lt: Number.POSITIVE_INFINITY } } }),
          'invalid_filter',
          'ratio',
        );
      });

      it('gives bytes of their own, which JSON shows as base64', async () => {
        const id = await post.insert({ title: 'a', photo: Buffer.from('abc') });
        const photo = (await read(id)).photo as Uint8Array;
        expect(JSON.stringify(photo)).to.equal('"YWJj"');
        expect(photo.buffer.byteLength).to.equal(3);
      });

      it('finds bytes', async () => {
        await post.insert({ title: 'd', photo: new Uint8Array([1, 2]) });
        expect(await titles({ photo: 'AQI=' })).to.deep.equal(['d']);
        expect(await titles({ photo: new Uint8Array([1, 2]) })).to.deep.equal(['d']);
      });

      it('finds an integer past 2^53 exactly', async () => {
        await post.insert({ title: 'd', size: '9007199254740992' });
        await post.insert({ title: 'e', size: '9007199254740993' });
        expect(await titles({ size: '9007199254740993' })).to.deep.equal(['e']);
        expect(await titles({ size: [9007199254740992n] })).to.deep.equal(['d']);
      });
    });

    describe('queries', () => {
      beforeEach(async () => {
        for (const [title, views, price] of [
          ['a', 2, '9'],
          ['b', 1, '10'],
          ['c', 2, '-1'],
        ]) {
          await post.insert({ title, views, price });
        }
      });

      const rows: [query: Query, expected: string][] = [
        [{ orderBy: [['title', 'desc']] }, 'cba'],
        [
          {
            orderBy: [
              ['views', 'desc'],
              ['title', 'asc'],
            ],
          },
          'acb',
        ],
        [
          {
            orderBy: [
              ['views', 'asc'],
              ['title', 'desc'],
            ],
          },
          'bca',
        ],
        [{ orderBy: [['price', 'asc']] }, 'cab'],
        [{ orderBy: [['title', 'asc']], limit: 2 }, 'ab'],
        [{ orderBy: [['title', 'asc']], limit: 2, offset: 1 }, 'bc'],
        [{ orderBy: [['title', 'asc']], offset: 2 }, 'c'],
        [{ orderBy: [['title', 'asc']], offset: 9 }, ''],
        [{ limit: 0 }, ''],
        [{ where: { views: 2 }, orderBy: [['title', 'desc']], limit: 1 }, 'c'],
      ];
      for (const [query, expected] of rows) {
        it(`reads "${expected}" for ${JSON.stringify(query)}`, async () => {
          expect((await post.findMany(query)).map(({ title }) => title).join('')).to.equal(expected);
        });
      }

      for (const direction of ['asc', 'desc'] as const) {
        it(`goes on behind any row of any order, nulls too: ${direction}`, async () => {
          await post.update({ title: 'a' }, { size: 5, body: 'x', ratio: 0.5, at: '2026-01-01T00:00:00.250Z' });
          await post.update({ title: 'c' }, { size: '9007199254740993', body: 'X', ratio: 0.1 });
          for (const field of ['title', 'views', 'price', 'size', 'body', 'ratio', 'at', 'live', 'id']) {
            const orderBy =
              field === 'id'
                ? ([['id', direction]] as const)
                : ([
                    [field, direction],
                    ['id', 'asc'],
                  ] as const);
            const all = await post.findMany({ orderBy });
            for (const [index, row] of all.entries()) {
              const after = orderBy.map(([key]) => row[key]);
              const rest = await post.findMany({ orderBy, after });
              expect(
                rest.map(({ id }) => id),
                `${field} ${index}`,
              ).to.deep.equal(all.slice(index + 1).map(({ id }) => id));
            }
          }
        });
      }

      it('puts null first when ascending, last when descending', async () => {
        await post.update({ title: 'b' }, { body: 'x' });
        const order = async (direction: 'asc' | 'desc'): Promise<string> =>
          (
            await post.findMany({
              orderBy: [
                ['body', direction],
                ['title', 'asc'],
              ],
            })
          )
            .map(({ title }) => title)
            .join('');
        expect(await order('asc')).to.equal('acb');
        expect(await order('desc')).to.equal('bac');
      });

      it('refuses a place that does not fit the order', async () => {
        await rejected(post.findMany({ after: [1] }), 'invalid_filter');
        await rejected(post.findMany({ orderBy: [['id', 'asc']], after: [] }), 'invalid_filter');
        await rejected(post.findMany({ orderBy: [['id', 'asc']], after: ['abc'] }), 'invalid_filter', 'id');
        await rejected(post.findMany({ orderBy: [['id', 'asc']], after: [{}] }), 'invalid_filter', 'id');
      });

      it('orders text by code points', async () => {
        for (const title of ['B', 'ä', 'Z', '_', 'aa', 'a ']) await post.insert({ title });
        const sorted = (await post.findMany({ orderBy: [['title', 'asc']] })).map(({ title }) => title);
        expect(sorted).to.deep.equal(['B', 'Z', '_', 'a', 'a ', 'aa', 'b', 'c', 'ä']);
      });

      it('locks what it reads in a transaction', async () => {
        await models.transaction(async (tx) => {
          expect(await tx.model('post').where({ title: 'a' }).lock().find()).to.include({ views: 2 });
          expect(await tx.model('post').where({ title: 'a' }).update({ views: 3 })).to.equal(1);
        });
        expect(await post.count({ views: 3 })).to.equal(1);
      });

      it('reads only the fields that are asked for', async () => {
        expect(await post.findMany({ fields: ['title', 'views'], where: { title: 'b' } })).to.deep.equal([
          { title: 'b', views: 1 },
        ]);
      });

      it('finds one, or none', async () => {
        expect(await post.findOne({ where: { views: 2 }, orderBy: [['id', 'desc']] })).to.include({ title: 'c' });
        expect(await post.findOne({ where: { views: 9 } })).to.equal(undefined);
        expect(await post.findOne({ limit: 0 })).to.equal(undefined);
      });

      it('finds a key as it finds any other value', async () => {
        const author = models.repository('author');
        const id = await author.insert({ name: 'A' });
        const counter = await models.repository('counter').insert({ id: 7 });
        const given = [
          id,
          String(id).toUpperCase(),
          counter,
          '7',
          ' 7',
          '07',
          7.5,
          -7,
          7n,
          2 ** 60,
          '9223372036854775808',
          'x',
          '',
        ];
        for (const [repository, key] of [
          [author, id],
          [models.repository('counter'), counter],
        ] as const) {
          const find = async (where: Filter): Promise<unknown> =>
            repository.findOne({ where }).then(
              (row) => row?.id,
              (error: DataError) => error.code,
            );
          for (const value of given) {
            expect(await find({ id: value }), `${value}`).to.equal(await find({ id: { in: [value as KeyValue] } }));
          }
          expect(await find({ id: key })).to.equal(key);
        }
      });

      it('refuses what is no direction and no limit', async () => {
        await rejected(post.findMany({ orderBy: [['id', 'desc nulls last' as 'desc']] }), 'invalid_filter', 'id');
        await rejected(post.findMany({ limit: -1 }), 'invalid_filter');
        await rejected(post.findMany({ offset: 1.5 }), 'invalid_filter');
      });
    });

    describe('update', () => {
      it('counts rows that match, whether or not they change', async () => {
        await post.insert({ title: 'a', views: 1 });
        await post.insert({ title: 'b', views: 1 });
        expect(await post.update({ views: 1 }, { views: 1 })).to.equal(2);
        expect(await post.update({ views: 1 }, {})).to.equal(2);
        expect(await post.update({ views: 1 }, { body: undefined })).to.equal(2);
        expect(await post.update({ views: 9 }, { views: 1 })).to.equal(0);
      });

      it('adds atomically', async () => {
        const id = await post.insert({ title: 'a', views: 5, size: '9007199254740993', ratio: 0.5 });
        await Promise.all(Array.from({ length: 50 }, () => post.update({ id }, { views: new Increment(1) })));
        await post.update({ id }, { views: new Increment(-2n), size: new Increment(1), ratio: new Increment(0.25) });
        expect(await read(id)).to.include({ views: 53, size: 9007199254740994n, ratio: 0.75 });
      });

      it('leaves null as null, and refuses a sum that is too large', async () => {
        const id = await post.insert({ title: 'a', size: 9223372036854775807n });
        await rejected(post.update({ id }, { size: new Increment(1) }), 'invalid_value');
        expect((await read(id)).size).to.equal(9223372036854775807n);
        await post.update({ id }, { ratio: new Increment(1) });
        expect((await read(id)).ratio).to.equal(null);
      });

      it('refreshes updated_at, unless it is given', async () => {
        const old = '2020-01-01T00:00:00.000Z';
        const id = await post.insert({ title: 'a', created_at: old, updated_at: old });
        await post.update({ id }, {});
        expect((await read(id)).updated_at).to.equal(old);
        await post.update({ id }, { views: new Increment(1) });
        const row = await read(id);
        expect(row.created_at).to.equal(old);
        expect(Date.parse(row.updated_at as string)).to.be.greaterThan(Date.now() - 10_000);
        await post.update({ id }, { updated_at: old });
        expect((await read(id)).updated_at).to.equal(old);
      });
    });

    describeRows(() => models, names);

    describe('delete', () => {
      it('deletes once', async () => {
        const id = await post.insert({ title: 'a' });
        expect(await post.delete({ id })).to.equal(1);
        expect(await post.delete({ id })).to.equal(0);
      });

      it('deletes once when many do at the same time', async () => {
        const id = await post.insert({ title: 'a' });
        const counts = await Promise.all(Array.from({ length: 20 }, () => post.delete({ id })));
        expect(counts.filter((count) => count === 1)).to.have.length(1);
        expect(counts.filter((count) => count === 0)).to.have.length(19);
      });
    });

    describe('update of the version that was read', () => {
      it('changes nothing when the record has changed since', async () => {
        const id = await post.insert({ title: 'a', views: 1 });
        const next = { title: 'b', views: new Increment(1) };
        expect(await post.update({ id, views: 1 }, next)).to.equal(1);
        expect(await post.update({ id, views: 1 }, next)).to.equal(0);
        expect(await read(id)).to.include({ title: 'b', views: 2 });
      });

      it('lets one of many through', async () => {
        const id = await post.insert({ title: 'a', views: 1 });
        const counts = await Promise.all(
          Array.from({ length: 20 }, (_, index) => post.update({ id, views: 1 }, { title: `${index}`, views: 2 })),
        );
        expect(counts.filter((count) => count === 1)).to.have.length(1);
        expect((await read(id)).title).to.equal(`${counts.indexOf(1)}`);
      });
    });

    describe('transactions', () => {
      it('commit when the work resolves, with its result', async () => {
        expect(
          await models.transaction(async (tx) => {
            await tx.repository('post').insert({ title: 'a' });
            return 'done';
          }),
        ).to.equal('done');
        expect(await post.count()).to.equal(1);
      });

      it('roll back when the work rejects, with its error', async () => {
        const failure = new Error('no');
        const error = await models
          .transaction(async (tx) => {
            await tx.model('post').add({ title: 'a' });
            throw failure;
          })
          .catch((thrown: unknown) => thrown);
        expect(error).to.equal(failure);
        expect(await post.count()).to.equal(0);
      });

      it('go on after an error that was caught', async () => {
        await post.insert({ title: 'a', slug: 's' });
        await models.transaction(async (tx) => {
          await tx
            .transaction(async (inner) => {
              await rejected(inner.repository('post').insert({ title: 'b', slug: 's' }), 'conflict', 'slug');
              throw new Error('no');
            })
            .catch(() => undefined);
          await tx.repository('post').insert({ title: 'c' });
        });
        expect(await titles({})).to.deep.equal(['a', 'c']);
      });

      it('take in what the outer provider is asked inside of them', async () => {
        await models
          .transaction(async () => {
            await post.insert({ title: 'a' });
            expect(await models.model('post').count()).to.equal(1);
            await models.ping();
            throw new Error('no');
          })
          .catch(() => undefined);
        expect(await post.count()).to.equal(0);
      });

      it('keep out what others do meanwhile', async () => {
        let began = (): void => undefined;
        const isOpen = new Promise<void>((resolve) => {
          began = resolve;
        });
        const failing = models
          .transaction(async (tx) => {
            await tx.repository('post').insert({ title: 'mine' });
            began();
            for (let turn = 0; turn < 20; turn += 1) await tx.repository('post').count();
            throw new Error('no');
          })
          .catch(() => undefined);
        await isOpen;
        const others = ['x', 'y', 'z'].map((title) => post.insert({ title }));
        const foreign = post.findMany();
        await Promise.all([failing, ...others]);
        expect((await foreign).map(({ title }) => title)).not.to.include('mine');
        expect((await titles({})).sort()).to.deep.equal(['x', 'y', 'z']);
      });

      it('nest: an inner one rolls back alone', async () => {
        await models.transaction(async (tx) => {
          await tx.repository('post').insert({ title: 'a' });
          await tx
            .transaction(async (inner) => {
              await inner.repository('post').insert({ title: 'b' });
              // The outer handles must not wait for the inner transaction, which waits for them.
              await tx.repository('post').insert({ title: 'c' });
              await post.insert({ title: 'd' });
              throw new Error('no');
            })
            .catch(() => undefined);
          await tx.transaction((inner) => inner.repository('post').insert({ title: 'e' }));
        });
        expect(await titles({})).to.deep.equal(['a', 'e']);
      });

      it('nest: an outer one takes the inner ones back', async () => {
        await models
          .transaction(async (tx) => {
            await tx.transaction((inner) => inner.repository('post').insert({ title: 'a' }));
            await models.transaction((inner) => inner.repository('post').insert({ title: 'b' }));
            throw new Error('no');
          })
          .catch(() => undefined);
        expect(await post.count()).to.equal(0);
      });

      it('nest side by side without mixing', async () => {
        await models.transaction(async (tx) => {
          await Promise.all([
            tx.transaction((inner) => inner.repository('post').insert({ title: 'a' })),
            tx
              .transaction(async (inner) => {
                await inner.repository('post').insert({ title: 'b' });
                throw new Error('no');
              })
              .catch(() => undefined),
            tx.repository('post').insert({ title: 'c' }),
          ]);
        });
        expect((await titles({})).sort()).to.deep.equal(['a', 'c']);
      });

      it('refuse a handle after their end', async () => {
        const { tx, repository } = await models.transaction(async (handle) => ({
          tx: handle,
          repository: handle.repository('post'),
        }));
        const error = await rejected(repository.insert({ title: 'a' }), 'unavailable');
        expect(error.message).to.contain('ended');
        await rejected(
          tx.transaction(async () => 1),
          'unavailable',
        );
        await rejected(tx.ping(), 'unavailable');
        expect(await post.count()).to.equal(0);
      });

      it('let nothing that outlives them run outside', async () => {
        let straggler: Promise<unknown> | undefined;
        let go = (): void => undefined;
        const gate = new Promise<void>((resolve) => {
          go = resolve;
        });
        await models.transaction(async () => {
          straggler = gate.then(() => post.insert({ title: 'late' }));
          straggler.catch(() => undefined);
        });
        go();
        await rejected(straggler as Promise<unknown>, 'unavailable');
        expect(await post.count()).to.equal(0);
      });

      it('carry out what was asked before their end, even when nobody awaits it', async () => {
        let unawaited: Promise<unknown> | undefined;
        await models.transaction(async (tx) => {
          await tx.repository('post').count();
          unawaited = tx.repository('post').insert({ title: 'a' });
          await tx.repository('post').count();
        });
        await unawaited;
        expect(await post.count()).to.equal(1);
      });

      it('leave nothing when their signal aborts, whatever the work makes of it', async () => {
        for (const isInner of [false, true]) {
          const controller = new AbortController();
          const work = async (): Promise<void> => {
            await post.insert({ title: 'a' });
            controller.abort();
          };
          const transaction = models.transaction((tx) => (isInner ? tx.transaction(work) : work()), {
            signal: controller.signal,
          });
          await rejected(transaction, 'unavailable');
          expect(await post.count()).to.equal(0);
        }
      });

      it('end when their signal aborts, also where the work never does', async () => {
        for (const isInner of [false, true]) {
          const controller = new AbortController();
          let late: () => Promise<Id> = () => expect.fail();
          const work = async (): Promise<void> => {
            late = AsyncResource.bind(() => post.insert({ title: 'late' }));
            await post.insert({ title: 'a' });
            setImmediate(() => controller.abort());
            await new Promise(() => {});
          };
          const transaction = models.transaction((tx) => (isInner ? tx.transaction(work) : work()), {
            signal: controller.signal,
          });
          await rejected(transaction, 'unavailable');
          await rejected(late(), 'unavailable');
          expect(await post.count()).to.equal(0);
        }
      });

      it('cannot close the store', async () => {
        await models.transaction(async (tx) => {
          await rejected(tx.close(), 'unavailable');
          await rejected(models.close(), 'unavailable');
          await rejected(models.migrate(), 'unavailable');
        });
        await models.ping();
      });

      it('do not lose an update', async () => {
        const counter = models.repository('counter');
        const id = await counter.insert({ n: 0 });
        await Promise.all(
          Array.from({ length: 10 }, () =>
            models.transaction(async (tx) => {
              const row = await tx.repository('counter').findOne({ where: { id } });
              await tx.repository('counter').update({ id }, { n: (row?.n as number) + 1 });
            }),
          ),
        );
        expect(await counter.findOne({ where: { id } })).to.include({ n: 10 });
      });
    });

    describe('model', () => {
      it('builds requests', async () => {
        const model = models.model('post');
        expect(await model.addMany([{ title: 'a' }, { title: 'b' }, { title: 'c' }])).to.have.length(3);
        expect(await model.page(2, 2).order('title').countSelect()).to.deep.include({
          count: 3,
          totalPages: 2,
          page: 2,
        });
        expect(await model.where({ title: 'a' }).increment('views', 3)).to.equal(1);
        expect(await model.where({ views: 3 }).field('title').find()).to.deep.equal({ title: 'a' });
        expect(await model.where({ title: ['a', 'b'] }).delete()).to.equal(2);
        expect(await model.count()).to.equal(1);
      });

      it('finds by an id in any form, and nothing by one that cannot be', async () => {
        const id = await models.model('post').add({ id: '9007199254740993', title: 'a' });
        expect(id).to.equal(9007199254740993n);
        for (const form of ['9007199254740993', 9007199254740993n]) {
          expect(await models.model('post').byId(form).find()).to.include({ title: 'a' });
        }
        for (const form of ['9007199254740992', 'abc', 1.5, '1.5', '99999999999999999999', '']) {
          expect(await models.model('post').byId(form).find()).to.equal(undefined);
        }
      });

      it('updates one record only while it meets every condition', async () => {
        const model = models.model('post');
        const { id } = await model.insert({ title: 'a', views: 1 });
        expect(await model.byId(id).where({ title: 'b' }).updateOne({ views: 2 })).to.equal(undefined);
        expect(await read(id)).to.include({ views: 1 });
        for (const record of [model.byId(id), model.where({ title: 'a' })]) {
          await record.updateOne({ views: 1 });
          const changes = Array.from({ length: 10 }, (_, index) =>
            record.where({ views: 1 }).updateOne({ views: 2, body: `${index}` }),
          );
          const written = (await Promise.all(changes)).filter((one) => one !== undefined);
          expect(written.map(({ row }) => row)).to.deep.equal([await read(id)]);
        }
      });

      it('adds records of which some have a key', async () => {
        const list = await models.model('counter').insertMany([{ n: 1 }, { id: 90, n: 2 }, { n: 3 }]);
        expect(list.map(({ row }) => row)).to.deep.equal([
          { id: 1, n: 1 },
          { id: 90, n: 2 },
          { id: 91, n: 3 },
        ]);
        const [stored] = await models.model('counter').insertMany([{ id: 95, n: 4 }]);
        expect(stored?.row).to.deep.equal({ id: 95, n: 4 });
      });

      it('adds all or none', async () => {
        const model = models.model('post');
        await rejected(
          model.addMany([
            { title: 'a', slug: 's' },
            { title: 'b', slug: 's' },
          ]),
          'conflict',
          'slug',
        );
        expect(await model.count()).to.equal(0);
      });
    });

    describe('the whole', () => {
      it('answers a ping', () => models.ping());

      it('lets one signal go for many statements at a time', async () => {
        const warnings: Error[] = [];
        const note = (warning: Error): unknown => warnings.push(warning);
        process.on('warning', note);
        const { signal } = new AbortController();
        const many = <T>(ask: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: 30 }, ask));
        await many(() => models.repository('post', { signal }).count());
        await many(() => models.model('post', { signal }).select());
        await many(() => models.transaction((tx) => tx.repository('post').count(), { signal }));
        await many(() => models.ping({ signal }));
        await new Promise((resolve) => setImmediate(resolve));
        process.off('warning', note);
        expect(warnings).to.deep.equal([]);
        expect(getEventListeners(signal, 'abort')).to.deep.equal([]);
      });

      it('closes once, and refuses everything afterwards', async () => {
        await post.insert({ title: 'a' });
        await Promise.all([models.close(), models.close()]);
        await models.close();
        await rejected(post.count(), 'unavailable');
        await rejected(models.ping(), 'unavailable');
        await rejected(
          models.transaction(async () => 1),
          'unavailable',
        );
        await rejected(models.migrate(), 'unavailable');
        await rejected(models.migrationStatus(), 'unavailable');
      });

      it('finishes what was asked before it closes', async () => {
        await post.count();
        const running = models.transaction(async (tx) => {
          for (let turn = 0; turn < 5; turn += 1) await tx.repository('post').insert({ title: `${turn}` });
          return tx.repository('post').count();
        });
        const counted = post.count();
        await new Promise((resolve) => setImmediate(resolve));
        await models.close();
        expect(await running).to.equal(5);
        expect(await counted).to.be.a('number');
      });

      it('answers or refuses what is asked in the moment of closing', async () => {
        await post.count();
        const asked = [post.count(), models.transaction((tx) => tx.repository('post').count())].map((work) =>
          work.catch((error: unknown) => error),
        );
        await models.close();
        for (const answer of await Promise.all(asked)) {
          if (answer !== 0) expect(answer).to.be.instanceOf(DataError).with.property('code', 'unavailable');
        }
      });

      it('takes its tables back and makes them anew', async () => {
        await post.insert({ title: 'a' });
        const begun: string[] = [];
        const onBegin = (name: string): unknown => begun.push(name);
        expect(await models.migrateDown({ onBegin })).to.deep.equal({ reverted: '20260101000000_create_tables' });
        expect(begun).to.deep.equal(['20260101000000_create_tables']);
        expect(await models.migrateDown()).to.deep.equal({ reverted: undefined });
        expect(await models.migrationStatus()).to.deep.equal([
          { name: '20260101000000_create_tables', state: 'pending', appliedAt: undefined },
        ]);
        await rejected(post.count(), 'no_table');
        expect(await models.migrate({ onBegin })).to.deep.equal({ applied: ['20260101000000_create_tables'] });
        expect(await models.migrate({ onBegin })).to.deep.equal({ applied: [] });
        expect(begun).to.have.length(2);
        expect((await models.migrationStatus())[0]?.appliedAt).to.be.instanceOf(Date);
        expect(await post.count()).to.equal(0);
      });

      it('refuses a repository without a name', () => {
        expect(() => models.repository('')).to.throw('name of a table');
      });
    });
  });
}

/** Drivers give bytes in classes of their own. */
function normal(value: unknown): unknown {
  return value instanceof Uint8Array ? [...value] : value;
}
