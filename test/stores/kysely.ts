import { type AfterWrite, createRestRouter } from '@rest-gen/router';
import { expect } from 'chai';
import express from 'express';
import { CamelCasePlugin, type Kysely, Migrator } from 'kysely';
import supertest from 'supertest';
import { typeTables } from '../../packages/cli/src/plan/table-types.ts';
import { defineLogic } from '../../packages/logic/src/index.ts';
import { DataError, type Models, type Row, type SqlDatabase, sql } from '../../packages/model/src/index.ts';
import { keepQuiet } from '../../packages/router/test/serve.ts';
import Rest from '../fixture/rest.ts';
import { rejected } from './fixture.ts';

/** How a store says some things. */
export interface KyselyStore {
  /** A statement that takes longer than a test, and has to be cancelled; none where that cannot be done. */
  readonly slow?: string;
  /** JSON comes as text. */
  readonly hasTextualJson?: boolean;
  /** What expressions come as. */
  readonly expressions: Readonly<Record<keyof typeof expressions, 'number' | 'string' | 'boolean'>>;
}

const expressions = {
  count: sql`count(*)`,
  sum: sql`sum(views)`,
  sumOfBigints: sql`sum(size)`,
  sumOfDecimals: sql`sum(price)`,
  average: sql`avg(views)`,
  averageOfDoubles: sql`avg(ratio)`,
  comparison: sql`max(views) > 1`,
};

/**
 * What `models.kysely` does on every store, as mocha tests.
 *
 * @param open - gives models on an empty store, with `conformanceMigrations`; the suite closes them
 */
export function describeKysely(name: string, open: () => Promise<Models> | Models, store: KyselyStore): void {
  describe(`models.kysely: ${name}`, () => {
    let models: Models;
    beforeEach(async () => {
      models = await open();
    });
    afterEach(() => models.close());

    const count = () => models.repository('post').count();
    const add = (title: string, more: Row = {}) =>
      models.kysely
        .insertInto('post')
        .values({ title, ...more })
        .execute();
    const failure = (promise: Promise<unknown>) =>
      promise.then(
        () => expect.fail('should be refused'),
        (error: unknown) => error as Error,
      );

    describe('values', () => {
      const full: Row = {
        title: 'a',
        body: '007',
        slug: 's',
        views: 7,
        size: 9007199254740993n,
        price: '12.50',
        ratio: 0.1,
        live: false,
        day: '2026-01-31',
        at: '2026-01-31T12:00:00.120Z',
        meta: { a: [1, null] },
        photo: new Uint8Array([0, 255]),
      };

      it('have the form that they have in the models', async () => {
        const post = models.model('post');
        await post.addMany([full, { title: 'b' }]);
        const expected = (await post.order('id').select()).map((row) =>
          store.hasTextualJson && row.meta !== null ? { ...row, meta: JSON.stringify(row.meta) } : row,
        );
        expect(await models.kysely.selectFrom('post').selectAll().orderBy('id').execute()).to.deep.equal(expected);
        const renamed = models.kysely.selectFrom('post as p').select(['p.live as x', 'p.at as y']).orderBy('p.id');
        expect(await renamed.executeTakeFirst()).to.deep.equal({ x: false, y: full.at });
      });

      it('have the types that rest-gen types writes', async () => {
        await models.model('author').add({ name: 'A' });
        await models.model('counter').addMany([{}, { n: null }]);
        await models.model('post').addMany([full, { title: 'b' }]);
        for (const { key, columns } of typeTables(await models.tables())) {
          for (const row of await models.kysely.selectFrom(key).selectAll().execute()) {
            for (const column of columns) {
              const [, select = column.sql] = /^\w+<([^,>]+)/.exec(column.sql) ?? [];
              if (select !== 'unknown') expect(select.split(' | '), column.key).to.include(typeOf(row[column.key]));
            }
          }
        }
      });

      it('of expressions are what docs/models-sql.md says', async () => {
        await models.model('post').add({ ...full, size: 5 });
        const columns = Object.entries(expressions).map(([name, expression]) => expression.as(name));
        const row = await models.kysely.selectFrom('post').select(columns).executeTakeFirstOrThrow();
        const found = Object.fromEntries(Object.entries(row).map(([name, value]) => [name, typeof value]));
        expect(found).to.deep.equal(store.expressions);
      });

      it('are written as they are read, and times as a Date', async () => {
        const at = new Date(full.at as string);
        const meta = JSON.stringify(full.meta);
        await models.kysely
          .insertInto('post')
          .values({ ...full, at, meta })
          .execute();
        const kept = (await models.repository('post').findOne({})) as Row;
        expect({ ...kept, photo: [...(kept.photo as Uint8Array)] }).to.deep.include({ ...full, photo: [0, 255] });
        for (const [column, value] of Object.entries({ ...full, at: sql`${at}` })) {
          if (column === 'ratio' || column === 'meta') continue;
          const found = models.kysely.selectFrom('post').select('id').where(column, '=', value);
          expect(await found.execute(), column).to.have.length(1);
        }
      });

      it('are counted', async () => {
        const { kysely } = models;
        await models.model('post').addMany([{ title: 'a' }, { title: 'b' }, { title: 'c' }]);
        const updated = await kysely.updateTable('post').set({ views: 1 }).where('title', '<', 'c').executeTakeFirst();
        expect(updated.numUpdatedRows).to.equal(2n);
        const deleted = await kysely.deleteFrom('post').where('views', '=', 1).executeTakeFirst();
        expect(deleted.numDeletedRows).to.equal(2n);
        const inserted = await kysely.insertInto('counter').values({ n: 1 }).executeTakeFirst();
        expect(inserted.numInsertedOrUpdatedRows).to.equal(1n);
        const { n } = await kysely
          .selectFrom('post')
          .select(({ fn }) => fn.countAll().as('n'))
          .executeTakeFirstOrThrow();
        expect(n).to.equal(1);
      });
    });

    it('joins and aggregates', async () => {
      const ann = await models.model('author').add({ name: 'Ann' });
      await models.model('author').add({ name: 'Bob' });
      await models.model('post').addMany([
        { title: 'a', authorId: ann, views: 3 },
        { title: 'b', authorId: ann, views: 4 },
      ]);
      const rows = await models.kysely
        .selectFrom('author')
        .leftJoin('post', 'post.authorId', 'author.id')
        .select(({ fn }) => ['author.name', fn.count('post.id').as('posts'), fn.max('post.views').as('most')])
        .groupBy('author.name')
        .orderBy('author.name')
        .execute();
      expect(rows).to.deep.equal([
        { name: 'Ann', posts: 2, most: 4 },
        { name: 'Bob', posts: 0, most: null },
      ]);
      const { rows: written } = await sql`select name from author where name = ${'Bob'}`.execute(models.kysely);
      expect(written).to.deep.equal([{ name: 'Bob' }]);
    });

    describe('in transactions', () => {
      it('is rolled back with them', async () => {
        const error = await failure(
          models.transaction(async (tx) => {
            await tx.kysely.insertInto('post').values({ title: 'a' }).execute();
            await add('b');
            await models.transaction(() => add('c'));
            expect(await tx.repository('post').count()).to.equal(3);
            expect(await models.kysely.selectFrom('post').select('id').execute()).to.have.length(3);
            throw new Error('no');
          }),
        );
        expect(error.message).to.equal('no');
        expect(await count()).to.equal(0);
      });

      it('is rolled back with a savepoint alone', async () => {
        await models.transaction(async (tx) => {
          await add('a');
          await failure(
            tx.transaction(async (inner) => {
              await inner.kysely.insertInto('post').values({ title: 'b' }).execute();
              throw new Error('no');
            }),
          );
        });
        expect(await models.kysely.selectFrom('post').select('title').execute()).to.deep.equal([{ title: 'a' }]);
      });

      it('begins one with transaction().execute(), in which the models take part', async () => {
        const kysely = models.kysely.withPlugin(new CamelCasePlugin());
        const insert = (of: Kysely<SqlDatabase>, title: string) => of.insertInto('post').values({ title }).execute();
        const result = await kysely.transaction().execute(async (tx) => {
          expect(tx.isTransaction).to.equal(true);
          await insert(tx, 'a');
          await models.model('post').add({ title: 'b' });
          const { isFirst } = await tx
            .selectFrom('post')
            .select(sql<number>`count(*) = 2`.as('isFirst'))
            .executeTakeFirstOrThrow();
          return Boolean(isFirst);
        });
        expect([result, await count()]).to.deep.equal([true, 2]);

        const error = await failure(
          kysely
            .transaction()
            .setIsolationLevel('serializable')
            .execute(async (tx) => {
              await insert(tx, 'c');
              await models.model('post').add({ title: 'd' });
              throw new Error('no');
            }),
        );
        expect([error.message, await count()]).to.deep.equal(['no', 2]);
      });

      it('begins a savepoint in a transaction of the models', async () => {
        await models.transaction(async (tx) => {
          await add('a');
          await failure(
            tx.kysely.transaction().execute(async (inner) => {
              await inner.insertInto('post').values({ title: 'b' }).execute();
              throw new Error('no');
            }),
          );
        });
        expect(await models.kysely.selectFrom('post').select('title').execute()).to.deep.equal([{ title: 'a' }]);
      });

      it('ends with them', async () => {
        const { kysely } = await models.transaction(async (tx) => tx);
        await rejected(kysely.selectFrom('post').selectAll().execute(), 'unavailable');
      });

      it('is cancelled by their signal', async () => {
        const controller = new AbortController();
        const work = async (): Promise<void> => {
          await add('a');
          setTimeout(() => controller.abort(), 20);
          await (store.slow === undefined ? new Promise(() => {}) : sql.raw(store.slow).execute(models.kysely));
        };
        await rejected(models.transaction(work, { signal: controller.signal }), 'unavailable');
        expect(await count()).to.equal(0);
      });

      it('is part of what hooks write', async () => {
        const written: number[] = [];
        const logic = defineLogic({ postAction: { body: { title: { required: true, string: true } } } });
        class Post extends Rest<typeof logic> {
          override async afterWrite({ after }: AfterWrite): Promise<void> {
            await models.kysely
              .insertInto('author')
              .values({ id: UUID, name: String(after?.title) })
              .execute();
            written.push((await models.kysely.selectFrom('post').select('id').execute()).length);
            if (after?.title === 'bad') throw new Error('no');
          }
        }
        const rules = [['/post/:id?', 'rest']] as const;
        const router = createRestRouter({ rules, controllers: { post: Post }, logics: { post: logic }, model: models });
        const agent = supertest(express().use(router));
        expect((await agent.post('/post').send({ title: 'bad' })).status).to.equal(500);
        expect([await count(), await models.repository('author').count()]).to.deep.equal([0, 0]);
        expect((await agent.post('/post').send({ title: 'good' })).status).to.equal(201);
        expect([await count(), await models.repository('author').count()]).to.deep.equal([1, 1]);
        expect(written).to.deep.equal([1, 1]);
      });
      keepQuiet();
    });

    it('serves the migrator of Kysely', async () => {
      const up = (db: Kysely<SqlDatabase>) => db.schema.createTable('made').addColumn('n', 'integer').execute();
      const down = (db: Kysely<SqlDatabase>) => db.schema.dropTable('made').execute();
      const provider = { getMigrations: async () => ({ '1': { up, down } }) };
      const migrator = new Migrator({ db: models.kysely, provider });
      expect((await migrator.migrateToLatest()).error).to.equal(undefined);
      await models.kysely.insertInto('made').values({ n: 1 }).execute();
      expect((await migrator.migrateDown()).error).to.equal(undefined);
      await rejected(models.kysely.selectFrom('made').selectAll().execute(), 'no_table');
    });

    describe('errors', () => {
      it('are those of the models', async () => {
        const { kysely } = models;
        await add('a', { slug: 's' });
        expect(await failure(add('b', { slug: 's' })))
          .to.be.instanceOf(DataError)
          .with.property('code', 'conflict');
        await rejected(kysely.selectFrom('nothing').selectAll().execute(), 'no_table');
        await rejected(kysely.selectFrom('post').select('nothing').execute(), 'unknown_field');
      });

      it('refuse what the models cannot do', async () => {
        const { kysely } = models;
        const refusals: [work: () => Promise<unknown>, message: string][] = [
          [() => kysely.startTransaction().execute(), 'models.transaction(work)'],
          [async () => kysely.transaction().setAccessMode('read only'), 'setAccessMode'],
          [() => kysely.selectFrom('post').selectAll().stream().next(), '`limit`'],
          [() => kysely.destroy(), 'models.close()'],
        ];
        for (const [work, message] of refusals) expect((await failure(work())).message).to.contain(message);
        expect(await kysely.selectFrom('post').selectAll().execute()).to.deep.equal([]);
      });

      it('say that the store has been closed', async () => {
        const { kysely } = models;
        await add('a');
        await models.close();
        await rejected(kysely.selectFrom('post').selectAll().execute(), 'unavailable');
      });
    });
  });
}

// --- internal ---

const UUID = '0b9de1f0-8f8e-4b39-9d5c-6f7a0c1f2e3d';

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return value instanceof Uint8Array ? 'Uint8Array' : typeof value;
}
