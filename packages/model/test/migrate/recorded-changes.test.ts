import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { temporaryFolders } from '../../../../test/stores/fixture.ts';
import { mysqlAdmin } from '../../../../test/stores/servers.ts';
import { watched } from '../../../../test/stores/watched-client.ts';
import { openStore } from '../../src/create-models.ts';
import { createModels, type Models, ModelsError, sql } from '../../src/index.ts';
import { STORES } from '../each-store.ts';

type Change = Record<'table' | 'key' | 'action' | 'before' | 'actor', unknown>;

for (const [name, make] of STORES) {
  describe(`recorded changes: ${name}`, () => {
    const folder = temporaryFolders();
    let database: Awaited<ReturnType<typeof make>>;
    let models: Models;
    let path: string;
    let count = 0;
    const statements: string[] = [];

    beforeEach(async () => {
      database = await make();
      const url = new URL(database.url);
      // Where the binary log is on, only an administrator may create triggers.
      if (name === 'mysql' && mysqlAdmin !== undefined) {
        const { username, password } = new URL(mysqlAdmin);
        Object.assign(url, { username, password });
      }
      path = folder();
      const settings = { patience: 5_000, connections: 2, statementTimeout: 0 };
      const { client } = openStore(name === 'sqlite' ? database.url : url.href, settings);
      const reported = watched(client, (text) => statements.push(text));
      models = createModels(reported, { migrations: path, autoMigrate: false });
    });
    afterEach(async () => {
      await models.close();
      await database.drop();
    });

    /** Apply one more migration. */
    async function migrate(up: string, transaction = true): Promise<void> {
      count += 1;
      const config = `export const config = { transaction: ${transaction} };`;
      writeFileSync(join(path, `${count}_up.mjs`), `export const up = async (schema) => { ${up} }; ${config}`);
      await models.migrate();
    }

    async function refused(up: string, transaction?: boolean): Promise<ModelsError> {
      const error = await migrate(up, transaction).catch((thrown: unknown) => thrown);
      expect(error).to.be.instanceOf(ModelsError).with.property('code', 'E_MIGRATION');
      return error as ModelsError;
    }

    async function run(text: string): Promise<Record<string, unknown>[]> {
      return (await sql.raw<Record<string, unknown>>(text).execute(models.kysely)).rows;
    }

    /** The changes since the last call. */
    async function changes(): Promise<Change[]> {
      const rows = await run(`select * from rest_gen_change where id > ${last} order by id`);
      last = Number(rows.at(-1)?.id ?? last);
      return rows.map(({ table_name, record_key, action, before, actor }) => ({
        table: table_name,
        key: record_key,
        action,
        before: typeof before === 'string' ? JSON.parse(before) : before,
        actor,
      }));
    }
    let last = 0;
    beforeEach(() => {
      last = 0;
    });
    const brief = (all: Change[]) => all.map(({ key, action, before }) => [key, action, before]);

    const POST = `await schema.createTable('post', (t) => {
      t.id(); t.string('title', 80); t.string('secret'); t.integer('views').notNull().default(0); t.binary('bytes');
      t.changes({ keep: '7 days', except: ['secret'] });
    });`;

    it('are those of statements, of models and of many records', async () => {
      await migrate(POST);
      const posts = models.model('post');
      const bytes = new Uint8Array([0, 255]);
      await posts.add({ title: 'a', secret: 's', bytes });
      await run("insert into post (title, secret) values ('it''s', 's'), ('c', 's')");
      await posts.addMany([{ title: 'd"\\\u0001\u2028💥' }, { title: 'e' }]);
      expect(await changes()).to.deep.equal(
        ['1', '2', '3', '4', '5'].map((key) => ({ table: 'post', key, action: 'create', before: null, actor: null })),
      );
      await posts.byId(1).update({ title: 'A' });
      await run('update post set views = 1 where id in (2, 3)');
      await posts.where({ id: [4, 5] }).update({ views: 2 });
      expect(brief(await changes())).to.deep.equal([
        ['1', 'update', { id: 1, title: 'a', views: 0 }],
        ['2', 'update', { id: 2, title: "it's", views: 0 }],
        ['3', 'update', { id: 3, title: 'c', views: 0 }],
        ['4', 'update', { id: 4, title: 'd"\\\u0001\u2028💥', views: 0 }],
        ['5', 'update', { id: 5, title: 'e', views: 0 }],
      ]);
      await posts.byId(1).delete();
      await run('delete from post where id = 2');
      expect(brief(await changes())).to.deep.equal([
        ['1', 'delete', { id: 1, title: 'A', views: 0 }],
        ['2', 'delete', { id: 2, title: "it's", views: 1 }],
      ]);
    });

    it('have a time in UTC with milliseconds', async () => {
      await migrate(POST);
      const begin = Date.now();
      await models.model('post').add({ title: 'a' });
      const row = await models.model('rest_gen_change').find();
      expect(row?.at).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      expect(Math.abs(Date.parse(String(row?.at)) - begin)).to.be.lessThan(60_000);
      expect(row).to.include({ position: null });
    });

    it('are none for what is rolled back, or stays as it is', async () => {
      await migrate(POST);
      await models.model('post').add({ title: 'a' });
      await changes();
      await models
        .transaction(async (inside) => {
          await inside.model('post').byId(1).update({ title: 'b' });
          throw new Error('no');
        })
        .catch(() => {});
      await run("update post set title = 'a', views = 0");
      expect(await changes()).to.deep.equal([]);
      // What is not recorded is compared, too; upper and lower case differ.
      await run("update post set secret = 'new'");
      await run("update post set title = 'A'");
      expect(brief(await changes())).to.deep.equal([
        ['1', 'update', { id: 1, title: 'a', views: 0 }],
        ['1', 'update', { id: 1, title: 'a', views: 0 }],
      ]);
    });

    it('name the key as text, and a moved record twice', async () => {
      await migrate(`await schema.createTable('line', (t) => {
          t.uuid('order_id'); t.date('day'); t.enum('kind', ['a', 'b']); t.string('code', 20); t.bigint('no'); t.integer('n');
          t.primary(['order_id', 'day', 'kind', 'code', 'no']); t.changes({ keep: 'forever' });
        });`);
      const uuid = '0190b6a2-5d7e-7c3a-9f41-2b8d6e0c1a57';
      const row = { order_id: uuid, day: '2026-01-31', kind: 'a', code: 'é,', no: 9_007_199_254_740_993n, n: 1 };
      await models.model('line').add(row);
      const key = [uuid, '2026-01-31', 'a', 'é,', '9007199254740993'].join('\u001f');
      const now = [uuid, '2026-01-31', 'a', 'E', '9007199254740993'].join('\u001f');
      expect(brief(await changes())).to.deep.equal([[key, 'create', null]]);
      await run("update line set code = 'E'");
      const [old, created] = await changes();
      expect([old?.key, old?.action, (old?.before as typeof row | undefined)?.code]).to.deep.equal([
        key,
        'delete',
        'é,',
      ]);
      expect([created?.key, created?.action, created?.before]).to.deep.equal([now, 'create', null]);
    });

    it('hold values of every type', async () => {
      await migrate(`await schema.createTable('every', (t) => {
        t.string('id', 20).primary(); t.text('text'); t.decimal('price', 12, 3); t.double('ratio'); t.boolean('done'); t.datetime('at'); t.json('data');
        t.changes({ keep: '7 days' });
      });`);
      const at = '2026-01-31T12:00:00.123Z';
      const data = { 'it"s': [1.5, null, { a: '\ud800' }] };
      const isPair = name === 'mysql';
      await models.model('every').add({
        id: 'k',
        text: 'x',
        price: '12.500',
        ratio: 0.1 + 0.2,
        done: true,
        at,
        data: isPair ? { a: 1 } : data,
      });
      await models.model('every').byId('k').update({ text: 'y' });
      await models
        .model('every')
        .byId('k')
        .update({ data: { b: [2] } });
      await models.model('every').byId('k').delete();
      const [, first, , third] = await changes();
      const before = first?.before as Record<string, unknown>;
      expect(before).to.include({ id: 'k', text: 'x', ratio: 0.1 + 0.2 });
      expect(Number(before.price)).to.equal(12.5);
      expect(Number(before.done)).to.equal(1);
      const time = String(before.at)
        .replace(' ', 'T')
        .replace(/0*(?:Z|\+00:00)?$/, 'Z');
      expect(time).to.equal(at);
      expect(JSON.parse(String(before.data))).to.deep.equal(isPair ? { a: 1 } : data);
      const later = (third?.before as Record<string, unknown> | undefined)?.data;
      expect(JSON.parse(String(later))).to.deep.equal({ b: [2] });
    });

    it('hold more columns than a function takes arguments', async () => {
      await migrate(
        "await schema.createTable('wide', (t) => { t.id(); for (let at = 0; at < 130; at += 1) t.text('c' + at); t.changes({ keep: '1 week' }); });",
      );
      await run("insert into wide (c0, c129) values ('{}', '{}')");
      await run('delete from wide');
      const before = (await changes())[1]?.before as Record<string, unknown>;
      expect(Object.keys(before)).to.have.length(131);
      expect(before).to.include({ id: 1, c0: '{}', c128: null, c129: '{}' });
    });

    it('go on when columns are added, dropped, renamed and changed', async () => {
      await migrate(POST);
      await models.model('post').add({ title: 'a', secret: 's' });
      await migrate(`await schema.alterTable('post', (t) => {
        t.string('note').default('n'); t.drop('bytes'); t.rename('secret', 'hidden'); t.change('views').string(20); t.index(['title']);
      });`);
      await changes();
      await models.model('post').byId(1).update({ title: 'b' });
      await models.model('post').add({ title: 'c' });
      expect(brief(await changes())).to.deep.equal([
        ['1', 'update', { id: 1, title: 'a', views: '0', note: 'n' }],
        ['2', 'create', null],
      ]);
      expect(await settings()).to.deep.equal([['post', 604_800, ['hidden']]]);
      await migrate(`await schema.alterTable('post', (t) => { t.drop('hidden'); t.rename('title', 'name'); });`);
      await models.model('post').byId(1).delete();
      expect(brief(await changes())).to.deep.equal([['1', 'delete', { id: 1, name: 'b', views: '0', note: 'n' }]]);
      expect(await settings()).to.deep.equal([['post', 604_800, []]]);
    });

    async function settings(): Promise<unknown[]> {
      const rows = await run('select * from rest_gen_change_table order by table_name');
      return rows.map(({ table_name, keep_seconds, except_columns }) => [
        table_name,
        keep_seconds === null ? null : Number(keep_seconds),
        JSON.parse(String(except_columns)),
      ]);
    }

    it('begin, change and end with a table that exists', async () => {
      const long = 'x'.repeat(60);
      await migrate(
        `for (const name of ['a', '${long}', '${long}2']) await schema.createTable(name, (t) => { t.id(); t.string('b'); });`,
      );
      await migrate(`await schema.alterTable('a', (t) => t.changes({ keep: '90 minutes' }));
        for (const name of ['${long}', '${long}2']) await schema.alterTable(name, (t) => t.changes({ keep: 'forever', except: ['b'] }));`);
      expect(await settings()).to.deep.equal([
        ['a', 5_400, []],
        [long, null, ['b']],
        [`${long}2`, null, ['b']],
      ]);
      await migrate(`await schema.alterTable('a', (t) => t.changes({ keep: '1 second', except: ['b'] }));`);
      for (const table of ['a', long, `${long}2`]) await run(`insert into ${table} (b) values ('x')`);
      await run("update a set b = 'y'");
      expect((await changes()).map(({ table, action, before }) => [table, action, before])).to.deep.equal([
        ['a', 'create', null],
        [long, 'create', null],
        [`${long}2`, 'create', null],
        ['a', 'update', { id: 1 }],
      ]);
      await migrate(`await schema.alterTable('a', (t) => t.dropChanges()); await schema.dropTable('${long}');`);
      await run("update a set b = 'z'");
      await run(`insert into ${long}2 (b) values ('x')`);
      expect((await changes()).map(({ table }) => table)).to.deep.equal([`${long}2`]);
      expect(await run(`select id from rest_gen_change where table_name <> '${long}2'`)).to.deep.equal([]);
      expect(await settings()).to.deep.equal([[`${long}2`, null, ['b']]]);
      // Readers that know an earlier position have missed changes.
      const pruned = async () =>
        (await run('select pruned from rest_gen_change_table order by pruned')).map((row) => Number(row.pruned));
      const [other = 0] = await pruned();
      await migrate(`await schema.alterTable('a', (t) => t.changes({ keep: '1 hour' }));`);
      expect((await pruned())[1]).to.be.greaterThan(other);
    });

    it('leave writes as they are, and are no tables of the application', async () => {
      await migrate(
        `${POST} await schema.createTable('plain', (t) => { t.string('code', 20).primary(); t.changes({ keep: '7 days' }); });`,
      );
      expect(await models.model('post').add({ title: 'a' })).to.equal(1);
      expect(await models.model('plain').add({ code: 'x' })).to.equal('x');
      expect(await models.model('post').add({ title: 'b' })).to.equal(2);
      expect(await models.model('post').where({ id: 1 }).update({ views: 1 })).to.equal(1);
      expect((await models.tables()).map((table) => table.name).sort()).to.deep.equal(['plain', 'post']);
      const [post] = (await models.structures()).filter((one) => one.name === 'post');
      expect(post?.others).to.deep.equal([]);
      expect(post?.changes).to.deep.equal({ keep: '1 week', except: ['secret'] });
      await models.migrateFresh();
      expect(await settings()).to.have.length(2);
    });

    it('name who has done it, where a connection can say so', async () => {
      await migrate(POST);
      const set = {
        sqlite: 'select 1',
        postgres: "select set_config('rest_gen.actor', 'Ada', true)",
        mysql: "set @rest_gen_actor = 'Ada'",
      };
      await models.transaction(async (inside) => {
        await sql.raw(set[name as keyof typeof set]).execute(inside.kysely);
        await inside.model('post').add({ title: 'a' });
      });
      expect((await changes()).map(({ actor }) => actor)).to.deep.equal([name === 'sqlite' ? null : 'Ada']);
    });

    if (name === 'mysql')
      it('have times in UTC, whatever the time zone of the session that writes', async () => {
        await migrate(`await schema.raw('create table post (id int primary key, at timestamp(6) null)');
          await schema.raw("insert into post values (1, '2026-01-31 12:00:00.123456'), (2, null)");
          await schema.alterTable('post', (t) => t.changes({ keep: '7 days' }));`);
        await models.transaction(async (inside) => {
          await sql.raw("set time_zone = '+05:00'").execute(inside.kysely);
          await sql.raw('delete from post').execute(inside.kysely);
          await sql.raw("set time_zone = '+00:00'").execute(inside.kysely);
        });
        expect((await changes()).map(({ before }) => (before as { at: unknown }).at)).to.deep.equal([
          '2026-01-31 12:00:00.123456',
          null,
        ]);
      });

    if (name === 'sqlite')
      it('have null for bytes in a column of text', async () => {
        await migrate(POST);
        await run("insert into post (title, views) values (x'00ff', 1)");
        await run('delete from post');
        expect((await changes())[1]?.before).to.deep.equal({ id: 1, title: null, views: 1 });
      });

    if (name === 'postgres')
      it('need no right of the role that writes', async () => {
        await migrate(POST);
        const role = `rest_gen_${randomUUID().replaceAll('-', '')}`;
        await run(`create role ${role}`);
        try {
          await run(`grant insert on post to ${role}`);
          await models.transaction(async (inside) => {
            await sql.raw(`set local role ${role}`).execute(inside.kysely);
            await sql.raw("insert into post (title) values ('a')").execute(inside.kysely);
          });
          const [function_] = await run(
            "select proname as name from pg_proc where proname like 'rest\\_gen\\_change\\_%'",
          );
          const [may] = await run(`select has_function_privilege('${role}', '${function_?.name}()', 'execute') as may`);
          expect(may).to.deep.equal({ may: false });
        } finally {
          await run(`drop owned by ${role}`);
          await run(`drop role ${role}`);
        }
        expect((await changes()).map(({ action }) => action)).to.deep.equal(['create']);
      });

    it('cost no statement more', async () => {
      const define = (table: string, more: string) =>
        `await schema.createTable('${table}', (t) => { t.id(); t.string('title').unique(); ${more} });`;
      await migrate(`${define('plain', '')} ${define('post', "t.changes({ keep: '7 days' });")}`);
      const counts = async (table: string): Promise<number[]> => {
        const records = models.model(table);
        const writes = [
          () => records.add({ title: 'a' }),
          () => records.addMany([{ title: 'b' }, { title: 'c' }]),
          () => records.where({ id: 1 }).update({ title: 'd' }),
          () => records.byId(2).update({ title: 'e' }),
          () => records.byId(1).delete(),
        ];
        await records.find();
        const found: number[] = [];
        for (const write of writes) {
          statements.length = 0;
          await write();
          found.push(statements.length);
        }
        return found;
      };
      const plain = await counts('plain');
      expect(plain[0]).to.equal(1);
      expect(await counts('post')).to.deep.equal(plain);
    });

    it('go on where a migration has failed', async () => {
      const steps = (except: string, last: string) => `await schema.createTable('t', (t) => { t.id(); t.string('a'); });
        await schema.alterTable('t', (t) => { t.string('b'); t.changes({ keep: '1 day', except: ['${except}'] }); });
        await schema.alterTable('t', (t) => t.rename('b', 'c'));
        await schema.raw("insert into t (a) values ('x')"); ${last}`;
      expect((await refused(steps('no', ''), false)).message).to.contain('"t" has no column "no"');
      count -= 1;
      await refused(steps('b', "await schema.raw('nonsense');"), false);
      count -= 1;
      await migrate(steps('b', "await schema.alterTable('t', (t) => t.string('d'));"), false);
      await run('delete from t');
      expect(brief(await changes())).to.deep.equal([
        ['1', 'create', null],
        ['1', 'delete', { id: 1, a: 'x', d: null }],
      ]);
      expect(await settings()).to.deep.equal([['t', 86_400, ['c']]]);
    });

    it('refuse what they cannot name or record', async () => {
      const table = (columns: string, options = "{ keep: '7 days' }") =>
        `await schema.createTable('t', (t) => { ${columns} t.changes(${options}); });`;
      const said = async (up: string): Promise<string> => {
        const { message } = await refused(up);
        count -= 1;
        if (name === 'mysql') {
          await run('drop table if exists t');
          await run("delete from rest_gen_migrations where state <> 'applied'");
        }
        return message;
      };
      expect(await said(table("t.string('a');"))).to.contain('"t" has no primary key');
      expect(await said(table("t.datetime('a').primary();"))).to.contain('"a" is a key of the type datetime');
      expect(await said(table('t.id();', "{ keep: 'forever', except: ['no'] }"))).to.contain('"t" has no column "no"');
      expect(await said(table('t.id();', "{ keep: 'forever', except: ['id'] }"))).to.contain('"id" is the key of "t"');
      for (const keep of ['7', '7 months', '0 days', '-1 days', '1.5 days', ''])
        expect(await said(table('t.id();', `{ keep: '${keep}' }`))).to.contain(`keep: "${keep}" is no time`);
      const view =
        "await schema.createTable('b', (t) => { t.id(); }); await schema.raw('create view v as select * from b');";
      expect(await said(`${view} await schema.alterTable('v', (t) => t.changes({ keep: '1 day' }));`)).to.contain(
        '"v" is a view',
      );
    });
  });
}
