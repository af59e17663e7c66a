import { expect } from 'chai';
import { rejected, temporaryFolders } from '../../../../test/stores/fixture.ts';
import { makeDatabase } from '../../../../test/stores/mysql/database.ts';
import { createDatabase } from '../../../../test/stores/postgres/database.ts';
import { requireServer } from '../../../../test/stores/servers.ts';
import { createModels, type Models, ModelsError } from '../../src/index.ts';

interface Database {
  readonly url: string;
  drop(): Promise<void>;
}

const STORES: readonly (readonly [
  name: 'sqlite' | 'postgres' | 'mysql',
  make: (() => Promise<Database>) | undefined,
])[] = [
  ['sqlite', async () => ({ url: 'sqlite::memory:', drop: async () => {} })],
  ['postgres', await onServer('postgres', createDatabase)],
  ['mysql', await onServer('mysql', makeDatabase)],
];

for (const [name, make] of STORES) {
  if (make === undefined) continue;

  describe(`changes of a table: ${name}`, () => {
    const folder = temporaryFolders();
    let database: Database;
    let opened: Models[] = [];
    beforeEach(async () => {
      database = await make();
    });
    afterEach(async () => {
      for (const models of opened) await models.close();
      opened = [];
      await database.drop();
    });

    /** Models on a database that these migrations have made, one after the other. */
    async function migrated(...ups: string[]): Promise<Models> {
      const files = ups.map((up, index): [string, string] => [
        `${index}_up.mjs`,
        up.includes('export') ? up : `export const up = async (schema) => { ${up} };`,
      ]);
      const models = createModels(database.url, { migrations: folder(Object.fromEntries(files)), autoMigrate: false });
      opened.push(models);
      await models.migrate();
      return models;
    }

    async function failed(...ups: string[]): Promise<ModelsError> {
      const error = await migrated(...ups).catch((thrown: unknown) => thrown);
      expect(error).to.be.instanceOf(ModelsError);
      return error as ModelsError;
    }

    const POST = `await schema.createTable('author', (t) => { t.id(); });
      await schema.createTable('post', (t) => {
        t.id(); t.string('title', 20); t.string('views').index(); t.string('slug').unique();
        t.integer('rank').notNull().default(3); t.references('authorId', 'author', { onDelete: 'cascade' });
      });
      await schema.createTable('comment', (t) => { t.id(); t.references('postId', 'post', { onDelete: 'cascade' }); });
      await schema.raw("insert into author (id) values (1)");
      await schema.raw("insert into post (title, views, slug) values ('a', '12', 's')");
      await schema.raw('insert into comment (${name === 'mysql' ? '`postId`' : '"postId"'}) values (1)');`;

    it('change type, notNull and default, and keep everything else', async () => {
      const models = await migrated(
        POST,
        `await schema.alterTable('post', (t) => {
          t.change('title').string(80).notNull().default("it's");
          t.change('views').integer().notNull();
          t.change('rank').nullable().dropDefault();
          t.change('slug').default('none');
        });`,
      );
      const post = models.model('post');
      const first = { id: 1, title: 'a', views: 12, slug: 's', rank: 3, authorId: null };
      expect(await post.select()).to.deep.equal([first]);
      expect(await models.model('comment').count()).to.equal(1);
      const long = 'x'.repeat(80);
      expect(await post.add({ views: 5, authorId: 1 })).to.equal(2);
      expect(await post.byId(2).find()).to.deep.equal({
        id: 2,
        title: "it's",
        views: 5,
        slug: 'none',
        rank: null,
        authorId: 1,
      });
      await post.add({ title: long, views: 1, slug: null });
      expect(
        (
          await post
            .where({ views: { gt: 4 } })
            .order('views')
            .select()
        ).map(({ id }) => id),
      ).to.deep.equal([2, 1]);
      await rejected(post.add({}), 'not_null', 'views');
      await rejected(post.add({ views: 1, title: null }), 'not_null', 'title');
      await rejected(post.add({ views: 1, slug: 's' }), 'conflict', 'slug');
      await rejected(models.model('comment').add({ postId: 9 }), 'foreign_key');
      await models.model('author').byId(1).delete();
      expect(await post.count()).to.equal(2);
      await post.byId(1).delete();
      expect(await models.model('comment').count()).to.equal(0);
      // Keys are not used again.
      await post.byId(3).delete();
      expect(await post.add({ views: 1, slug: null })).to.be.greaterThan(3);
    });

    it('convert values to each type', async () => {
      const kinds = {
        integer: ['12', 12],
        bigint: ['9007199254740993', 9007199254740993n],
        double: ['1.5', 1.5],
        boolean: ['1', true],
        decimal: ['12.5', '12.50'],
        date: ['2026-01-31', '2026-01-31'],
        datetime: ['2026-01-31 12:00:00', '2026-01-31T12:00:00.000Z'],
        json: ['{"a":1}', { a: 1 }],
        text: ['a', 'a'],
        uuid: ['0190b6a2-5d7e-7c3a-9f41-2b8d6e0c1a57', '0190b6a2-5d7e-7c3a-9f41-2b8d6e0c1a57'],
      } as const;
      const columns = Object.keys(kinds);
      const models = await migrated(
        `await schema.createTable('t', (t) => { t.id(); ${columns.map((kind) => `t.string('${kind}_c');`).join(' ')} });
        await schema.raw(${JSON.stringify(`insert into t (${columns.map((kind) => `${kind}_c`).join(', ')})
          values (${Object.values(kinds)
            .map(([text]) => `'${text}'`)
            .join(', ')})`)});`,
        `await schema.alterTable('t', (t) => { ${columns.map((kind) => `t.change('${kind}_c').${kind}();`).join(' ')} });`,
        `await schema.alterTable('t', (t) => { t.change('integer_c').string(); t.change('date_c').text(); });`,
      );
      const { id: _id, ...row } = (await models.model('t').find()) ?? {};
      const expected = Object.fromEntries(columns.map((kind) => [`${kind}_c`, kinds[kind as 'integer'][1]]));
      expect(row).to.deep.equal({ ...expected, integer_c: '12' });
      expect(await models.model('t').where({ decimal_c: '12.50' }).count()).to.equal(1);
    });

    it('refuse what the records do not allow, and change nothing', async () => {
      const change = (what: string): string => `await schema.alterTable('post', (t) => { ${what} });`;
      const error = await failed(POST, change("t.change('authorId').notNull();"));
      expect(error.message).to.contain("alterTable('post') failed");
      const models = opened[0] as Models;
      expect(await models.model('post').add({ authorId: null })).to.equal(2);
      expect((await models.migrationStatus()).at(-1)?.state).to.equal('pending');
    });

    for (const what of [
      "t.change('title').integer();",
      "t.change('title').enum(['b']);",
      "t.change('views').string(1);",
      "t.change('nope').notNull();",
    ]) {
      it(`refuse ${what}`, async () => {
        await failed(POST, `await schema.alterTable('post', (t) => { ${what} });`);
      });
    }

    it('drop indexes by their columns and by name', async () => {
      const models = await migrated(
        POST,
        `await schema.alterTable('post', (t) => { t.dropUnique(['slug']); t.dropIndex('post_views_index'); });
        await schema.alterTable('post', (t) => { t.unique(['views']); t.index(['slug']); });
        await schema.alterTable('post', (t) => { t.change('title').text(); t.index(['title', 'views']); });`,
      );
      await models.model('post').add({ slug: 's' });
      await rejected(models.model('post').add({ views: '12' }), 'conflict', 'views');
    });

    it('hold enums to their values', async () => {
      const models = await migrated(
        `await schema.createTable('t', (t) => {
          t.id(); t.enum('status', ['draft', "it's"]).notNull().default('draft').index(); t.string('other'); t.enum('old', ['a']);
        });`,
        `await schema.alterTable('t', (t) => {
          t.change('status').enum(['draft', 'live', "it's"]).default('live'); t.change('other').enum(['x']); t.change('old').string(10);
          t.enum('more', ['m']);
        });
        if (schema.dialect === 'postgres') {
          await schema.raw(\`alter table t add text_ text check (text_ in ('x', 'y]')), add "a b" text check ("a b" = 'one'),
            add n integer check (n in (1, 2)), add both_ text check (both_ in ('x') or length(both_) > 3)\`);
        }`,
      );
      const t = models.model('t');
      expect(await t.add({ other: 'x', old: 'b' })).to.equal(1);
      expect(await t.find()).to.deep.include({ id: 1, status: 'live', other: 'x', old: 'b', more: null });
      await t.add({ status: "it's" });
      await t.add({ status: 'draft' });
      expect((await t.order('-status').select()).map(({ status }) => status)).to.deep.equal(['live', "it's", 'draft']);
      await rejected(t.add({ status: 'gone' }), 'invalid_value', 'status');
      await rejected(t.add({ other: 'y' }), 'invalid_value', 'other');
      const { columns } = await t.describe();
      const values = [...columns.values()].flatMap((column) =>
        column.values ? [[column.name, ...column.values]] : [],
      );
      expect(values).to.deep.equal([
        ['status', 'draft', 'live', "it's"],
        ['other', 'x'],
        ['more', 'm'],
        ...(name === 'postgres'
          ? [
              ['text_', 'x', 'y]'],
              ['a b', 'one'],
            ]
          : []),
      ]);
    });

    it('pass parameters to raw, and name the database', async () => {
      const models = await migrated(`await schema.createTable('t', (t) => { t.id(); t.string('a'); });
        const mark = schema.dialect === 'postgres' ? '$1' : '?';
        await schema.raw('insert into t (a) values (' + mark + ')', ["it's; " + schema.dialect]);`);
      expect(await models.model('t').field('a').select()).to.deep.equal([{ a: `it's; ${name}` }]);
    });

    describe('backfill', () => {
      const FULL = `await schema.createTable('t', (t) => { t.id(); t.string('a').notNull(); });
        for (let i = 0; i < 25; i += 1) await schema.raw("insert into t (a) values ('" + i + "')");`;
      const ADD = "await schema.alterTable('t', (t) => { t.string('status'); t.string('slug'); });";

      it('fills a required column in batches', async () => {
        const models = await migrated(
          FULL,
          `${ADD}
          await schema.backfill('t', { set: { status: 'draft' }, where: { status: null }, batch: 10 });
          await schema.backfill('t', { set: (row) => ({ slug: 's-' + row.a }), where: { slug: null, id: { gt: 1 } }, batch: 5 });
          await schema.alterTable('t', (t) => { t.change('status').notNull(); });`,
        );
        const t = models.model('t');
        expect(await t.where({ status: 'draft' }).count()).to.equal(25);
        expect((await t.order('id').limit(2).field('slug').select()).map(({ slug }) => slug)).to.deep.equal([
          null,
          's-1',
        ]);
        expect(await t.where({ slug: { ne: null } }).count()).to.equal(24);
        await rejected(t.add({ a: 'x' }), 'not_null', 'status');
      });

      it('refuses batches that would never end, or end early', async () => {
        for (const batch of ['0', '-1', '2.5', 'NaN', "'10'"]) {
          const { message } = await failed(
            FULL,
            `${ADD} await schema.backfill('t', { set: { status: 'draft' }, where: { status: null }, batch: ${batch} });`,
          );
          expect(message).to.contain("backfill('t') failed: `batch` must be a whole number from 1");
        }
      });

      it('continues after a failure where a migration has no transaction', async () => {
        const up = (last: string): string => `export const config = { transaction: false };
          export const up = async (schema) => {
            ${ADD}
            if (schema.dialect === 'postgres') await schema.raw('create index concurrently t_a on t (a)');
            await schema.backfill('t', { set: (row) => ({ status: row.a }), where: { status: null, id: { lt: ${last} } }, batch: 10 });
            ${last === '21' ? "await schema.raw('nonsense');" : ''}
            await schema.alterTable('t', (t) => { t.change('status').notNull(); });
          };`;
        const migrations = folder({
          '0_up.mjs': `export const up = async (schema) => { ${FULL} };`,
          '1_up.mjs': up('21'),
        });
        const models = createModels(database.url, { migrations, autoMigrate: false });
        opened.push(models);
        const error = await models.migrate().catch((thrown: unknown) => thrown);
        expect(error).to.be.instanceOf(ModelsError).with.property('step', 'raw(…)');
        const isKept = name !== 'sqlite';
        expect((await models.migrationStatus()).at(-1)?.state).to.equal(isKept ? 'half-applied' : 'pending');
        expect([...(await models.model('t').describe()).columns.keys()].includes('status')).to.equal(isKept);
        if (isKept)
          expect(
            await models
              .model('t')
              .where({ status: { ne: null } })
              .count(),
          ).to.equal(20);
        const { writeFileSync } = await import('node:fs');
        writeFileSync(`${migrations}/1_up.mjs`, up('99'));
        expect(await models.migrate()).to.deep.equal({ applied: ['1_up'] });
        expect(
          await models
            .model('t')
            .where({ status: { ne: null } })
            .count(),
        ).to.equal(25);
      });
    });
  });
}

async function onServer(
  name: 'postgres' | 'mysql',
  make: (server: string) => Promise<Database>,
): Promise<(() => Promise<Database>) | undefined> {
  const server = await requireServer(name);
  return server === undefined ? undefined : () => make(server);
}
