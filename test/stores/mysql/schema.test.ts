import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { type Models, ModelsError } from '../../../packages/model/src/index.ts';
import { rejected, temporaryFolders } from '../fixture.ts';
import { requireServer } from '../servers.ts';
import { makeDatabase, type TestDatabase } from './database.ts';

const server = await requireServer('mysql');

if (server !== undefined) {
  describe('MySQL: migrations', () => {
    const folder = temporaryFolders();
    let database: TestDatabase;
    beforeEach(async () => {
      database = await makeDatabase(server);
    });
    afterEach(() => database.drop());

    const source = (steps: string): string => `export const up = async (schema) => { ${steps} };`;

    /** Models on the database, which these steps have made. */
    async function migrated(steps: string): Promise<Models> {
      const models = database.models({ migrations: folder({ '1_steps.mjs': source(steps) }) });
      await models.migrate();
      return models;
    }

    it('fill defaults of every type', async () => {
      const models = await migrated(`await schema.createTable('t', (t) => {
        t.id();
        t.string('s', 20).default("it's");
        t.string('slashes', 20).default("a\\\\b\\\\'c");
        t.integer('i').notNull().default(-3);
        t.bigint('b').default(9007199254740993n);
        t.decimal('d', 6, 2).default('1.5');
        t.double('f').default(0.25);
        t.boolean('yes').default(true);
        t.boolean('no').default(false);
        t.date('day').default('2026-01-31');
        t.datetime('at').default('2026-01-31T12:00:00Z');
        t.datetime('now').defaultNow();
        t.json('j').default({ a: ["it's \\\\ "] });
        t.text('long').default('"');
        t.binary('bytes').default(new Uint8Array([0, 255]));
        t.text('n').default(null);
      });`);
      await models.model('t').add({});
      const { now, bytes, ...row } = (await models.model('t').find()) ?? {};
      expect(row).to.deep.equal({
        id: 1,
        s: "it's",
        slashes: "a\\b\\'c",
        i: -3,
        b: 9007199254740993n,
        d: '1.50',
        f: 0.25,
        yes: true,
        no: false,
        day: '2026-01-31',
        at: '2026-01-31T12:00:00.000Z',
        j: { a: ["it's \\ "] },
        long: '"',
        n: null,
      });
      expect([...(bytes as Uint8Array)]).to.deep.equal([0, 255]);
      expect(Math.abs(Date.parse(String(now)) - Date.now())).to.be.lessThan(10_000);
    });

    it('make unique, index, keys and references', async () => {
      const models = await migrated(`
        await schema.createTable('owner', (t) => { t.string('code', 20).primary(); });
        await schema.createTable('t', (t) => {
          t.uuid('id').primary();
          t.string('slug').unique();
          t.string('a').index();
          t.string('b');
          t.references('ownerCode', 'owner', { column: 'code', type: 'string', onDelete: 'cascade' });
          t.references('parentId', 't', { type: 'uuid', onDelete: 'set null' });
          t.unique(['a', 'b']);
          t.index(['b']);
          t.binary('raw');
          t.text('story').index();
          ${database.isMariaDb ? "t.text('whole').unique();" : ''}
          t.string('wide', 1000).index();
        });
      `);
      const t = models.model('t');
      await models.model('owner').add({ code: 'x' });
      const whole = database.isMariaDb ? { whole: 'w'.repeat(5_000) } : {};
      const id = await t.add({ slug: 's', a: '1', b: '2', ownerCode: 'x', ...whole });
      await rejected(t.add({ slug: 's' }), 'conflict', 'slug');
      await rejected(t.add({ a: '1', b: '2' }), 'conflict', 'a');
      await rejected(t.add({ id }), 'conflict', 'id');
      if (database.isMariaDb) await rejected(t.add(whole), 'conflict', 'whole');
      await rejected(t.add({ ownerCode: 'y' }), 'foreign_key');
      await t.add({ parentId: id, slug: 'S' });
      await models.model('owner').byId('x').delete();
      expect(await t.field('parentId').select()).to.deep.equal([{ parentId: null }]);
      const name = `s' for key 't_a_b_unique`;
      await t.add({ slug: name });
      await rejected(t.add({ slug: name }), 'conflict', 'slug');
    });

    it('change tables, each in one statement', async () => {
      const models = await migrated(`
        await schema.createTable('owner', (t) => { t.id(); });
        await schema.createTable('t', (t) => {
          t.id(); t.string('old'); t.string('gone'); t.text('story'); t.references('ownerId', 'owner');
        });
        await schema.raw("insert into t (old) values ('kept'), ('too');");
        await schema.alterTable('t', (t) => {
          t.integer('views').notNull().default(7);
          t.string('slug').unique();
          t.rename('old', 'title');
          t.rename('story', 'tale');
          t.drop('gone');
          t.drop('ownerId');
          t.references('writerId', 'owner');
          t.index(['title']);
          t.index(['tale', 'views']);
        });
        await schema.alterTable('t', () => {});
        await schema.alterTable('t', (t) => { t.unique(['views', 'slug']); });
        await schema.alterTable('owner', (t) => { t.references('bossId', 'owner', { onDelete: 'set null' }); });
        await schema.createTable('u', (t) => { t.id(); });
        await schema.dropTable('u');
      `);
      expect(await models.model('t').order('id').select()).to.deep.equal([
        { id: 1, title: 'kept', tale: null, views: 7, slug: null, writerId: null },
        { id: 2, title: 'too', tale: null, views: 7, slug: null, writerId: null },
      ]);
      await models.model('t').byId(1).update({ slug: 's' });
      await rejected(models.model('t').byId(2).update({ slug: 's' }), 'conflict', 'slug');
      await rejected(models.model('t').byId(2).update({ writerId: 5 }), 'foreign_key');
      await rejected(models.model('u').count(), 'no_table');
    });

    it('refer to keys of tables that other programs made, in their very type', async () => {
      await database.run(
        'create table legacy (id int unsigned auto_increment primary key, code varchar(9) charset latin1 unique)',
      );
      const models = await migrated(`await schema.createTable('t', (t) => {
        t.id();
        t.references('legacyId', 'legacy');
        t.references('legacyCode', 'legacy', { column: 'code', type: 'string' });
      });`);
      await rejected(models.model('t').add({ legacyId: 1 }), 'foreign_key');
      const legacyId = await models.model('legacy').add({ code: 'ä' });
      await models.model('t').add({ legacyId, legacyCode: 'ä' });
      expect(await models.model('t').count()).to.equal(1);
    });

    it('go on behind the last good step, once what failed is mended', async () => {
      const first = "await schema.createTable('a', (t) => { t.id(); }); ";
      const migrations = folder({ '1_steps.mjs': source(`${first} await schema.raw('create tabel b (id int)');`) });
      const failed = await database
        .models({ migrations })
        .migrate()
        .catch((error: unknown) => error);
      expect(failed).to.be.instanceOf(ModelsError);
      expect(failed).to.include({ code: 'E_MIGRATION', step: 'raw(…)' });
      const models = database.models({ migrations });
      expect((await models.migrationStatus())[0]?.appliedAt).to.equal(undefined);
      expect(await models.model('a').add({})).to.equal(1);
      const mended = folder({});
      writeFileSync(
        join(mended, '1_steps.mjs'),
        source(`${first} await schema.raw('create table b (id int primary key)');`),
      );
      expect(await database.models({ migrations: mended }).migrate()).to.deep.equal({ applied: ['1_steps'] });
      expect(await models.model('a').count()).to.equal(1);
      expect(await models.model('b').count()).to.equal(0);
      expect(await database.models({ migrations: mended }).migrate()).to.deep.equal({ applied: [] });
    });

    it('are applied once by processes that start together, whatever letters their names have', async () => {
      const steps = source("await schema.createTable('a', (t) => { t.id(); });");
      const other = source("await schema.createTable('b', (t) => { t.id(); });");
      const migrations = folder({ '1_größe👍.mjs': steps, '1_GRÖSSE👍.mjs': other });
      const results = await Promise.all([1, 2, 3, 4].map(() => database.models({ migrations }).migrate()));
      expect(results.flatMap(({ applied }) => applied).sort()).to.deep.equal(['1_GRÖSSE👍', '1_größe👍']);
    });

    it('drop every table and view, whatever refers to what', async () => {
      const steps = `
        await schema.createTable('a', (t) => { t.id(); t.integer('n'); });
        await schema.createTable('b', (t) => { t.id(); t.references('aId', 'a'); });
        await schema.raw('create view v as select id, n from a');`;
      const models = await migrated(steps);
      await database.run('create table foreign_one (id int primary key)');
      await models.model('a').add({});
      expect((await models.migrateFresh()).applied).to.deep.equal(['1_steps']);
      expect(await models.model('v').count()).to.equal(0);
      await rejected(models.model('foreign_one').count(), 'no_table');
    });

    const refused: [what: string, steps: string, step: string, hint?: RegExp][] = [
      [
        'a default of another type',
        "schema.createTable('t', (t) => { t.integer('a').default('x'); })",
        "createTable('t')",
      ],
      ['a table that is not there', "schema.dropTable('t')", "dropTable('t')"],
      ['a column that is not there', "schema.alterTable('t', (t) => { t.drop('a'); })", "alterTable('t')"],
      ['wrong SQL', "schema.raw('create tabel t')", 'raw(…)'],
      [
        'several statements',
        "schema.raw('create table t (id int); drop table t')",
        'raw(…)',
        /one statement at a time/,
      ],
    ];
    for (const [what, steps, step, hint] of refused) {
      it(`name the step for ${what}`, async () => {
        const error = await migrated(`await ${steps};`).catch((thrown: unknown) => thrown);
        expect(error).to.be.instanceOf(ModelsError);
        expect(error).to.include({ code: 'E_MIGRATION', step });
        if (hint !== undefined) expect((error as ModelsError).hint).to.match(hint);
      });
    }

    it('take triggers, whose bodies have semicolons, and say what a user lacks for them', async () => {
      const steps = `
        await schema.createTable('t', (t) => { t.id(); t.integer('n'); });
        await schema.raw("create trigger rise before insert on t for each row begin set new.n = 5; set new.n = new.n + 1; end");
      `;
      if (!database.allowsTriggers) {
        const error = await migrated(steps).catch((thrown: Error) => thrown);
        expect((error as ModelsError).hint).to.contain('log_bin_trust_function_creators = 1');
        return;
      }
      const models = await migrated(steps);
      await models.model('t').add({ n: 1 });
      expect(await models.model('t').find()).to.include({ n: 6 });
    });

    it('record changes, or say what a user lacks for that', async () => {
      const steps = "await schema.createTable('t', (t) => { t.id(); t.changes({ keep: '1 day' }); });";
      const error = await migrated(steps).catch((thrown: Error) => thrown);
      if (database.allowsTriggers) expect(error).not.to.be.instanceOf(Error);
      else expect((error as ModelsError).hint).to.contain('log_bin_trust_function_creators = 1');
    });

    it('refuse long text that is unique on MySQL, which cannot index it', async () => {
      const unique = migrated("await schema.createTable('t', (t) => { t.id(); t.text('body').unique(); });");
      const error = await unique.then(() => undefined).catch((thrown: Error) => thrown);
      if (database.isMariaDb) expect(error).to.equal(undefined);
      else expect(String(error)).to.contain("t.string('body')");
    });
  });
}
