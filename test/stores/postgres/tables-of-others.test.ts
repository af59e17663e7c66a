import { expect } from 'chai';
import { openStore } from '../../../packages/model/src/create-models.ts';
import { createModels, Increment, type Models, type Row } from '../../../packages/model/src/index.ts';
import { rejected } from '../fixture.ts';
import { requireServer } from '../servers.ts';
import { watched } from '../watched-client.ts';
import { createDatabase, type TestDatabase } from './database.ts';

const server = await requireServer('postgres');

if (server !== undefined) {
  describe('PostgreSQL: tables of others', () => {
    let database: TestDatabase;
    let models: Models;

    before(async () => {
      database = await createDatabase(server, "template template0 locale_provider icu icu_locale 'en-US'");
      await database.run(`
        create type mood as enum ('sad', 'ok', 'happy');
        create type "Odd ""Type""" as enum ('a');
        create type "really? $1" as enum ('a');
        create table sure (id serial primary key, answer "really? $1");
        create domain short_name as varchar(5) not null;
        create domain amount as numeric(6, 2);
        create table thing (
          id uuid primary key,
          name varchar(10),
          code char(4),
          data jsonb,
          plain json,
          mood mood default 'ok',
          odd "Odd ""Type""",
          tags text[],
          small smallint,
          real_number real,
          free numeric,
          rough numeric(4, -2),
          amount amount,
          domain_name short_name default 'x',
          made timestamptz default now(),
          local_time timestamp,
          seconds timestamptz(0),
          duration interval,
          address inet,
          twice integer generated always as (small * 2) stored
        );
        create table counted (id serial primary key, big bigserial, name text unique, check (name <> 'bad'));
        create table numbered (id bigint generated always as identity primary key, name text);
        create table country (code varchar(2) primary key, name text not null);
        create table pair (a integer, b integer, note text, primary key (a, b));
        create table covering (code integer, name text, primary key (code) include (name));
        create table keyless (id integer, name text);
        create table nothing (a integer);
        create view names as select id, name from counted;
        create materialized view kept_names as select id, name from counted;
        create schema other;
        create table other.hidden (id integer primary key);
        create table thing_part (id integer primary key, at date) partition by range (id);
        create table thing_part_1 partition of thing_part for values from (1) to (10);
        create table named (id integer primary key, name text unique);
        create table refers (id integer primary key, part integer references thing_part, hidden integer references other.hidden,
          name text constraint a references named (name) constraint b references named (name));
        create table "Odd; ""name"" $1" (id integer primary key, "select" text, "a ""b""" text unique, "é" text);
      `);
      models = createModels(database.url, { autoMigrate: false });
    });
    after(async () => {
      await models?.close();
      await database.drop();
    });

    const id = 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11';
    const typesOf = async (table: string): Promise<Record<string, string>> => {
      const { columns } = await models.repository(table).describe();
      return Object.fromEntries([...columns].map(([name, { type }]) => [name, type]));
    };

    it('say whether triggers, rules or tables below may change what is written', async () => {
      await database.run(`
        create table audited (id integer primary key);
        create function nothing() returns trigger language plpgsql as 'begin return old; end';
        create trigger gone before delete on audited for each row execute function nothing()`);
      expect(await isRewritten('audited')).to.equal(false);
      await database.run('create trigger kept after update on audited for each row execute function nothing()');
      expect(await isRewritten('audited')).to.equal(true);
      await database.run('create table ruled (id integer primary key, name text)');
      await database.run('create rule no as on insert to ruled do instead nothing');
      expect(await Promise.all(['ruled', 'names', 'thing_part'].map(isRewritten))).to.deep.equal([true, true, true]);
      expect(await Promise.all(['thing', 'counted', 'refers'].map(isRewritten))).to.deep.equal([false, false, false]);
      await database.run('drop table audited, ruled; drop function nothing()');

      async function isRewritten(table: string): Promise<boolean> {
        return (await models.describeTable?.(table))?.hasTriggers ?? false;
      }
    });

    it('give back what triggers store afterwards, read once for all records', async () => {
      await database.run(`
        create table noted (id integer primary key, n integer, changes integer default 0);
        create table noted_part (id integer primary key, n integer, changes integer default 0) partition by range (id);
        create table noted_part_1 partition of noted_part for values from (0) to (100);
        create function note() returns trigger language plpgsql as $$ begin
          execute format('update %I set changes = %s where id = %s', tg_table_name, new.changes + 1, new.id);
          return null;
        end $$;
        create trigger a after insert or update of n on noted for each row execute function note();
        create trigger a after insert or update of n on noted_part_1 for each row execute function note()`);
      const sent: string[] = [];
      const options = { patience: 10_000, connections: 2, statementTimeout: 30_000 };
      const { client } = openStore(database.url, options);
      const watching = createModels(
        watched(client, (text) => sent.push(text)),
        { autoMigrate: false },
      );
      try {
        for (const table of ['noted', 'noted_part']) {
          const model = watching.model(table);
          await model.describe();
          const rowsOf = async (work: Promise<{ row: Row }[]>): Promise<Row[]> => {
            sent.length = 0;
            const rows = (await work).map(({ row }) => row);
            expect(sent).to.have.length(2);
            return rows;
          };
          const row = (id: number, n: number): Row => ({ id, n, changes: n });
          const list = [3, 1, 2].map((id) => ({ ...row(id, 1), changes: 0 }));
          expect(await rowsOf(model.insertMany(list.slice(0, 1)))).to.deep.equal([row(3, 1)]);
          expect(await rowsOf(model.insertMany(list.slice(1)))).to.deep.equal([row(1, 1), row(2, 1)]);
          const changed = await rowsOf(model.where({ id: { lt: 3 } }).updateMany({ n: 2 }));
          expect(changed).to.have.deep.members([row(1, 2), row(2, 2)]);
          expect(await rowsOf(model.byId(3).updateMany({ id: 4, n: 2 }))).to.deep.equal([row(4, 2)]);
        }
      } finally {
        await watching.close();
        await database.run('drop table noted, noted_part; drop function note');
      }
    });

    it('say which table has a rule that allows no returning, also in a transaction', async () => {
      await database.run(`
        create table ruled (id integer primary key, n integer);
        insert into ruled values (1, 1);
        create rule added as on insert to ruled do instead nothing;
        create rule changed as on update to ruled do instead nothing`);
      const model = models.model('ruled');
      const failures = [
        model.add({ id: 2, n: 2 }),
        model.insertMany([{ id: 2 }, { id: 3 }]),
        model.byId(1).updateMany({ n: 2 }),
        models.transaction((tx) => tx.model('ruled').insert({ id: 2 })),
      ];
      for (const failed of failures) {
        const error = await rejected(failed, 'no_table');
        expect(error.message).to.match(/"ruled" does not allow (?:INSERT|UPDATE) RETURNING/);
        expect(error.hint).to.contain('models.kysely');
      }
      await database.run('drop table ruled');
    });

    it('take several records at a time, whatever their types are called', async () => {
      const list = await models.model('sure').insertMany([{ answer: 'a' }, {}, { answer: 'a' }]);
      expect(list.map(({ row }) => row.answer)).to.deep.equal(['a', null, 'a']);
    });

    describe('describe', () => {
      it('knows their types, and takes what it does not know for text', async () => {
        expect(await typesOf('thing')).to.deep.equal({
          id: 'string',
          name: 'string',
          code: 'string',
          data: 'json',
          plain: 'json',
          mood: 'string',
          odd: 'string',
          tags: 'json',
          small: 'integer',
          real_number: 'double',
          free: 'decimal',
          rough: 'decimal',
          amount: 'decimal',
          domain_name: 'string',
          made: 'datetime',
          local_time: 'datetime',
          seconds: 'datetime',
          duration: 'string',
          address: 'string',
          twice: 'integer',
        });
        expect(await typesOf('counted')).to.deep.equal({ id: 'integer', big: 'bigint', name: 'string' });
        expect(await typesOf('numbered')).to.deep.equal({ id: 'integer', name: 'string' });
      });

      it('lists them, also without a key, and knows the values of an enum', async () => {
        const tables = await models.tables();
        const keys = Object.fromEntries(tables.map(({ name, primaryKey }) => [name, primaryKey.join()]));
        expect(keys).to.include({ counted: 'id', names: 'id', kept_names: 'id', pair: 'a,b', nothing: '' });
        expect(keys).not.to.have.any.keys('hidden', 'pg_class', 'rest_gen_migrations');
        const thing = tables.find(({ name }) => name === 'thing');
        expect(thing?.columns.get('mood')?.values).to.deep.equal(['sad', 'ok', 'happy']);
        expect(thing?.dialect).to.equal('postgres');
      });

      it('knows what is filled and what may be null', async () => {
        const { columns } = await models.repository('thing').describe();
        const facts = ['id', 'name', 'mood', 'domain_name', 'made', 'twice'].map((name) => {
          const { nullable, hasDefault } = columns.get(name) ?? {};
          return [name, nullable, hasDefault];
        });
        expect(facts).to.deep.equal([
          ['id', false, true],
          ['name', true, false],
          ['mood', true, true],
          ['domain_name', false, true],
          ['made', true, true],
          ['twice', true, true],
        ]);
      });

      it('knows foreign keys, also to tables of other schemas, each once', async () => {
        expect((await models.repository('refers').describe()).foreignKeys).to.deep.equal([
          { column: 'part', table: 'thing_part', key: 'id' },
          { column: 'hidden', table: 'other.hidden', key: 'id' },
          { column: 'name', table: 'named', key: 'name' },
        ]);
      });

      it('takes the column "id" for the key of a view, and of a table without one', async () => {
        for (const name of ['names', 'kept_names', 'keyless']) {
          expect((await models.repository(name).describe()).primaryKey).to.deep.equal(['id']);
        }
        expect((await models.repository('thing_part').describe()).primaryKey).to.deep.equal(['id']);
        const country = await models.repository('country').describe();
        expect(country.primaryKey).to.deep.equal(['code']);
        // Too short for a UUID.
        expect(country.columns.get('code')).to.include({ hasDefault: false });
      });

      it('takes no column that the index of the key includes for a part of the key', async () => {
        expect((await models.repository('covering').describe()).primaryKey).to.deep.equal(['code']);
      });

      it('refuses what has no key, is not named as the search path asks for, or is no table', async () => {
        for (const name of ['nothing', 'hidden', 'public.thing', 'thing_pkey', 'THING', `thing${'x'.repeat(80)}`]) {
          await rejected(models.repository(name).describe(), 'no_table');
        }
        const inside = createModels(`${database.url}?options=-csearch_path%3Dother`);
        expect((await inside.repository('hidden').describe()).primaryKey).to.deep.equal(['id']);
        await rejected(inside.repository('thing').describe(), 'no_table');
        expect((await models.repository('other.hidden').describe()).primaryKey).to.deep.equal(['id']);
        await inside.close();
      });
    });

    describe('values', () => {
      afterEach(() => database.run('truncate thing, counted restart identity'));

      it('come back in the form of their columns', async () => {
        const values = {
          id,
          name: 'n',
          code: 'ab',
          data: { b: 1, a: [1.5, null] },
          plain: 'text',
          mood: 'sad',
          odd: 'a',
          tags: ['a', 'b c', null, '{"\\'],
          small: -32768,
          real_number: 0.5,
          free: '123456789012345678901234567890.123456789',
          rough: '1200',
          amount: '12.5',
          made: '2026-01-31T12:00:00.120Z',
          local_time: '2026-03-08T02:30:00.001Z',
          seconds: '2026-01-31T12:00:00.000Z',
          duration: '1 day',
          address: '10.0.0.1',
        };
        const things = models.repository('thing');
        expect(await things.insert(values)).to.equal(id);
        expect(await things.findOne({ where: { id } })).to.deep.equal({
          ...values,
          amount: '12.50',
          domain_name: 'x',
          twice: -65536,
        });
      });

      it('are added to exactly, or not at all', async () => {
        const things = models.repository('thing');
        await things.insert({ id, amount: '0.10', free: '0.1', small: 32766 });
        const change = { amount: new Increment(0.2), free: new Increment(1e-3), small: new Increment(1n) };
        expect(await things.update({ id }, change)).to.equal(1);
        expect(await things.findOne({ where: { id } })).to.include({ amount: '0.30', free: '0.101', small: 32767 });
        await rejected(things.update({ id }, { amount: new Increment(0.001) }), 'invalid_value', 'amount');
        await rejected(things.update({ id }, { small: new Increment(1) }), 'invalid_value');
        await rejected(things.update({ id }, { amount: new Increment(99999) }), 'invalid_value');
      });

      it('with microseconds are read without, and lists go on behind them', async () => {
        await database.run(`insert into thing (id, made) select gen_random_uuid(), '2026-01-01 00:00:00.0001'::timestamptz
          + n * interval '300 microseconds' from generate_series(1, 10) as n`);
        const orderBy = [
          ['made', 'asc'],
          ['id', 'asc'],
        ] as const;
        const things = models.repository('thing');
        const all = await things.findMany({ orderBy });
        expect(new Set(all.map(({ made }) => made)).size).to.equal(4);
        for (const [index, row] of all.entries()) {
          const rest = await things.findMany({ orderBy, after: [row.made, row.id] });
          expect(rest.map((one) => one.id)).to.deep.equal(all.slice(index + 1).map((one) => one.id));
        }
      });

      it('that ISO 8601 does not know stay as they are', async () => {
        await database.run(
          `insert into thing (id, made, local_time) values ('${id}', 'infinity', '0044-03-15 12:00:00 BC')`,
        );
        expect(await models.repository('thing').findOne({ where: { id } })).to.include({
          made: 'infinity',
          local_time: '0044-03-15 12:00:00 BC',
        });
      });

      it('of text sort by code points, whatever the collation of the column is', async () => {
        const counted = models.repository('counted');
        for (const name of ['b', 'B', 'a', 'ä']) await counted.insert({ name });
        const sorted = await counted.findMany({ orderBy: [['name', 'asc']] });
        expect(sorted.map(({ name }) => name)).to.deep.equal(['B', 'a', 'b', 'ä']);
        expect(await counted.count({ name: { gt: 'B', lt: 'b' } })).to.equal(1);
      });

      it('of every column can be sorted by', async () => {
        for (const name of (await models.repository('thing').describe()).columns.keys()) {
          await models.repository('thing').findMany({ orderBy: [[name, 'desc']] });
        }
      });
    });

    describe('ids', () => {
      afterEach(() => database.run('truncate thing, country'));

      it('that are no UUID match nothing', async () => {
        const things = models.repository('thing');
        await things.insert({ id, name: 'a' });
        for (const wrong of ['abc', '', '1', `${id}0`, `{${id}}`, "' or 1=1"]) {
          expect(await things.findOne({ where: { id: wrong } })).to.equal(undefined);
          expect(await things.update({ id: wrong }, { name: 'b' })).to.equal(0);
          expect(await things.delete({ id: wrong })).to.equal(0);
          expect(await things.count({ id: { in: [wrong, id] } })).to.equal(1);
          expect(await things.count({ id: { ne: wrong } })).to.equal(1);
          expect(await things.count({ id: { nin: [wrong] } })).to.equal(1);
          await rejected(things.findMany({ where: { id: { gt: wrong } } }), 'invalid_filter', 'id');
          await rejected(things.findMany({ orderBy: [['id', 'asc']], after: [wrong] }), 'invalid_filter', 'id');
          await rejected(things.insert({ id: wrong }), 'invalid_value', 'id');
        }
        expect(await things.count({ id: id.toUpperCase() })).to.equal(1);
      });

      it('that are given move the counter on, where that is allowed', async () => {
        const counted = models.repository('counted');
        expect(await counted.insert({ id: 5 })).to.equal(5);
        expect(await counted.insert({})).to.equal(6);
        await rejected(counted.insert({ id: 6 }), 'conflict', 'id');
        const role = `role_${database.name}`;
        await database.run(`create role ${role}; grant select, insert on counted to ${role}`);
        await database.run(`grant usage on counted_id_seq, counted_big_seq to ${role}`);
        const restricted = createModels(`${database.url}?options=-crole%3D${role}`);
        expect(await restricted.repository('counted').insert({ id: 8 })).to.equal(8);
        expect(await restricted.repository('counted').insert({})).to.equal(7);
        await restricted.close();
        await database.run(`drop owned by ${role}; drop role ${role}; truncate counted restart identity`);
      });

      it('are made for UUIDs, and given by the database where it counts', async () => {
        expect(await models.repository('thing').insert({})).to.match(/^[\da-f-]{36}$/);
        expect(await models.repository('counted').insert({ name: 'a' })).to.equal(1);
        expect(await models.repository('numbered').insert({ name: 'a' })).to.equal(1);
        await rejected(models.repository('numbered').insert({ id: 7 }), 'invalid_value', 'id');
        expect(await models.repository('country').insert({ code: 'DE', name: 'Germany' })).to.equal('DE');
      });
    });

    it('let no filter out of another one: a UUID is the same one in capitals', async () => {
      const things = models.model('thing');
      await things.add({ id });
      const others = things.where({ id: { ne: id } });
      const again = id.toUpperCase();
      expect(await others.where({ id: again }).where({ id: again }).count()).to.equal(0);
      expect(await things.where({ id: again }).delete()).to.equal(1);
    });

    describe('refusals', () => {
      const refused: [what: string, values: Record<string, unknown>, field?: string][] = [
        ['text that is too long', { name: 'x'.repeat(11) }, 'name'],
        ['text that is too long for a domain', { domain_name: 'abcdef' }, 'domain_name'],
        ['an integer of too many bits', { small: 32768 }, 'small'],
        ['a decimal with too many digits', { amount: '12345.67' }, 'amount'],
        ['a decimal with too many digits after the point', { amount: '1.234' }, 'amount'],
        ['a time before the year 1', { made: '0000-12-31' }, 'made'],
        ['a label that an enum does not have', { mood: 'angry' }, 'mood'],
        ['a list in another form', { tags: 'a' }, 'tags'],
        ['an address in another form', { address: 'x' }, 'address'],
        ['NUL in JSON that is taken apart', { data: 'a\0b' }, 'data'],
        ['a column that is computed', { twice: 4 }, 'twice'],
      ];
      for (const [what, values, field] of refused) {
        it(`are about ${what}`, async () => {
          await rejected(models.repository('thing').insert(values), 'invalid_value', field);
          expect(await models.repository('thing').count()).to.equal(0);
        });
      }

      it('of a time before the year 1 are those of a filter where it is one', async () => {
        const things = models.repository('thing');
        await rejected(things.findMany({ where: { made: { gt: '0000-12-31' } } }), 'invalid_filter', 'made');
        expect(await things.count({ made: '0000-12-31' })).to.equal(0);
      });

      it('keep text of the whole length, in whatever characters', async () => {
        const name = '👍'.repeat(10);
        const things = models.repository('thing');
        const key = await things.insert({ name });
        expect(await things.findOne({ where: { name }, fields: ['name'] })).to.deep.equal({ name });
        await rejected(things.update({ id: key }, { name: `${name}x` }), 'invalid_value', 'name');
        expect(await things.count({ name: `${name}x` })).to.equal(0);
        expect(await things.delete({})).to.equal(1);
      });

      it('of a check name its column', async () => {
        await rejected(models.repository('counted').insert({ name: 'bad' }), 'invalid_value', 'name');
        await rejected(models.repository('names').insert({ nam: 'x' }), 'unknown_field', 'nam');
      });

      it('name columns with odd names', async () => {
        const odd = models.repository('Odd; "name" $1');
        await odd.insert({ id: 1, select: "'; --", 'a "b"': 'x', é: 'y' });
        expect(await odd.findMany()).to.deep.equal([{ id: 1, select: "'; --", 'a "b"': 'x', é: 'y' }]);
        await rejected(odd.insert({ id: 2, 'a "b"': 'x' }), 'conflict', 'a "b"');
        expect(await odd.update({ é: 'y' }, { select: null })).to.equal(1);
        expect(await odd.count({ 'a "b"': { gt: 'w' } })).to.equal(1);
      });
    });

    it('a filter with more values than the protocol has places for is refused', async () => {
      const list = Array.from({ length: 65_536 }, (_, index) => index);
      await rejected(models.repository('counted').count({ id: list }), 'invalid_filter');
      expect(await models.repository('counted').count({ id: list.slice(1) })).to.be.a('number');
    });

    it('numbers of 32 bits are found, and passed, as they are shown', async () => {
      await database.run('create table short (id integer primary key, f real not null)');
      await database.run('insert into short select n, n / 10.0 from generate_series(1, 60) n');
      const short = models.repository('short');
      const orderBy = [
        ['f', 'asc'],
        ['id', 'asc'],
      ] as const;
      const all = await short.findMany({ orderBy });
      expect(all.map(({ f }) => f)).to.include(0.1);
      for (const [index, { id, f }] of all.entries()) {
        expect(await short.count({ f: f as number }), String(f)).to.equal(1);
        const rest = await short.findMany({ orderBy, after: [f, id] });
        expect(rest.map((row) => row.id)).to.deep.equal(all.slice(index + 1).map((row) => row.id));
      }
      expect(await short.count({ f: 1e300 })).to.equal(0);
      await rejected(short.insert({ id: 100, f: 1e300 }), 'invalid_value', 'f');
      await rejected(short.insert({ id: 100, f: 1e-300 }), 'invalid_value', 'f');
    });

    it('have indexes on expressions, and on a part of the records', async () => {
      await database.run(`create table searched (id integer primary key, a text, b text, "C d" text);
        create index on searched (a, lower(b), id); create index on searched (lower(a)); create index on searched ("C d" desc) include (b);
        create index on searched (b) where a is null; create unique index part on searched (b) where a is not null`);
      const { indexes } = await models.repository('searched').describe();
      expect(indexes).to.have.deep.members([['id'], ['a'], ['C d']]);
      await models.repository('searched').insert({ id: 1, a: 'a', b: 'b' });
      await rejected(models.repository('searched').insert({ id: 2, a: 'a', b: 'b' }), 'conflict', 'b');
    });

    it('are all dropped when everything begins anew', async () => {
      const own = await createDatabase(server);
      await own.run(`
        create table a (id integer primary key);
        create table b (id integer primary key, a integer references a);
        alter table a add b integer references b;
        create view v as select * from a;
        create materialized view m as select * from v;
        create table parts (id integer) partition by list (id);
        create table part partition of parts default;
        create schema other; create table other.stays (id integer);
      `);
      const folder = new URL('../fixtures/conformance', import.meta.url).pathname;
      const fresh = createModels(own.url, { migrations: folder });
      expect((await fresh.migrateFresh()).applied).to.have.length(1);
      await fresh.close();
      const left = await own.run(`select relname from pg_class where relkind in ('r', 'v', 'm', 'p')
        and relnamespace in ('public'::regnamespace, 'other'::regnamespace) and relname not like 'rest_gen%' order by 1`);
      expect(left.map(({ relname }) => relname)).to.deep.equal(['author', 'counter', 'post', 'stays']);
      await own.drop();
    });
  });
}
