import { expect } from 'chai';
import { createModels, type Models } from '../../../packages/model/src/index.ts';
import { rejected } from '../fixture.ts';
import { requireServer } from '../servers.ts';
import { makeDatabase, type TestDatabase } from './database.ts';

const server = await requireServer('mysql');

if (server !== undefined) {
  describe('MySQL: tables that other programs made', () => {
    let database: TestDatabase;
    let models: Models;
    before(async () => {
      database = await makeDatabase(server);
      models = database.models();
      await database.run(`create table things (
        id int unsigned not null auto_increment primary key,
        big bigint unsigned, tiny tinyint unsigned, flag tinyint(1), medium mediumint, born year,
        price decimal(20, 6) unsigned, ratio float, score double,
        kind enum('small', 'large', 'huge'), marks set('a', 'b'),
        bit1 bit(1), bit9 bit(9),
        made timestamp null, precise datetime(6), plain datetime, day date, clock time(3),
        code char(5) character set latin1, name varchar(20) collate utf8mb4_general_ci, story mediumtext,
        raw varbinary(8), fixed binary(4), image blob,
        data json, own ${database.isMariaDb ? 'uuid' : 'char(36)'},
        total bigint generated always as (medium + 1) stored, twice int as (medium * 2) virtual,
        seen timestamp not null default current_timestamp on update current_timestamp,
        constraint name_once unique (name, day)
      ) default charset utf8mb4`);
      await database.run('create view v as select id, name, medium from things');
      await database.run('create view w as select name from things');
      await database.run('create table pair (a int, b int, primary key (a, b))');
      await database.run('create table keyless (a int, id int not null unique)');
      await database.run(
        'create table other_key (token char(36) default (uuid()) primary key, n int default 3, `null` int default null)',
      );
      await database.run('create table coded (code varchar(5) primary key)');
      await database.run("create table made_up (code varchar(5) default (concat('x', 1)) primary key)");
      await database.run(
        'create table `odd ``"name` (`id` int primary key, `__proto__` text, `a.b` text, `x as y` text)',
      );
    });
    beforeEach(() => database.run('delete from things'));
    after(() => database.drop());

    it('are listed, also without a key, with the values of an enum', async () => {
      const tables = await models.tables();
      const keys = Object.fromEntries(tables.map(({ name, primaryKey }) => [name, primaryKey.join()]));
      expect(keys).to.include({ things: 'id', v: 'id', w: '', pair: 'a,b', other_key: 'token' });
      const { columns, dialect } = tables.find(({ name }) => name === 'things') ?? {};
      expect(columns?.get('kind')?.values).to.deep.equal(['small', 'large', 'huge']);
      expect(dialect).to.equal('mysql');
    });

    it('say whether triggers, or tables below, may change what is written', async () => {
      await database.run('create table audited (id int primary key, n int)');
      await database.run('create trigger later after insert on audited for each row set @n = 1');
      await database.run('create trigger gone before delete on audited for each row set @n = 1');
      expect(await isRewritten('audited')).to.equal(false);
      await database.run('create trigger sooner before update on audited for each row set new.n = 1');
      expect(await Promise.all(['audited', 'v', 'things'].map(isRewritten))).to.deep.equal([true, true, false]);
      await database.run('drop table audited');

      async function isRewritten(table: string): Promise<boolean> {
        return (await models.describeTable?.(table))?.hasTriggers ?? false;
      }
    });

    it('have foreign keys for a user who may only read', async () => {
      const user = `${database.name.slice(0, 24)}_r`;
      await database.run('create table refers (id int primary key, thing int unsigned references things (id))');
      await database.run(`create user ${user}@'%'`);
      await database.run(`grant select on ${database.name}.* to ${user}@'%'`);
      const address = new URL(database.url);
      address.username = user;
      address.password = '';
      const reading = createModels(String(address), { autoMigrate: false });
      try {
        const { foreignKeys } = await reading.repository('refers').describe();
        expect(foreignKeys).to.deep.equal([{ column: 'thing', table: 'things', key: 'id' }]);
      } finally {
        await reading.close();
        await database.run('drop table refers');
        await database.run(`drop user ${user}@'%'`);
      }
    });

    it('have foreign keys, also to tables of other databases, each once', async () => {
      const other = `${database.name}_other`;
      await database.run(`create database ${other}`);
      await database.run(`create table ${other}.things (id int primary key)`);
      // MySQL takes references to whole unique keys only.
      const toName = database.isMariaDb ? ', foreign key (name) references things (name)' : '';
      await database.run(`create table refers (id int primary key, thing int unsigned, hidden int, name varchar(20) collate utf8mb4_general_ci,
        constraint a foreign key (thing) references things (id), constraint b foreign key (thing) references things (id),
        foreign key (hidden) references ${other}.things (id)${toName}) default charset utf8mb4`);
      const { foreignKeys } = await models.repository('refers').describe();
      await database.run('drop table refers');
      await database.run(`drop database ${other}`);
      expect(foreignKeys).to.have.deep.members([
        { column: 'thing', table: 'things', key: 'id' },
        { column: 'hidden', table: `${other}.things`, key: 'id' },
        ...(database.isMariaDb ? [{ column: 'name', table: 'things', key: 'name' }] : []),
      ]);
    });

    it('have types', async () => {
      const { columns, primaryKey } = await models.repository('things').describe();
      expect(primaryKey).to.deep.equal(['id']);
      expect(Object.fromEntries([...columns].map(([name, { type }]) => [name, type]))).to.deep.equal({
        id: 'integer',
        big: 'bigint',
        tiny: 'integer',
        flag: 'boolean',
        medium: 'integer',
        born: 'integer',
        price: 'decimal',
        ratio: 'double',
        score: 'double',
        kind: 'string',
        marks: 'string',
        bit1: 'boolean',
        bit9: 'bigint',
        made: 'datetime',
        precise: 'datetime',
        plain: 'datetime',
        day: 'date',
        clock: 'string',
        code: 'string',
        name: 'string',
        story: 'string',
        raw: 'binary',
        fixed: 'binary',
        image: 'binary',
        data: 'json',
        own: 'string',
        total: 'bigint',
        twice: 'integer',
        seen: 'datetime',
      });
      const filled = [...columns.values()].filter(({ hasDefault }) => hasDefault).map(({ name }) => name);
      expect(filled).to.deep.equal(['id', 'total', 'twice', 'seen']);
      const required = [...columns.values()].filter(({ nullable }) => !nullable).map(({ name }) => name);
      expect(required).to.deep.equal(['id', 'seen']);
    });

    it('keep what is written', async () => {
      const values = {
        big: 9223372036854775807n,
        tiny: 255,
        flag: true,
        medium: -8388608,
        born: 2026,
        price: '12345678901234.567891',
        ratio: 0.5,
        score: 0.1,
        kind: 'large',
        marks: 'a,b',
        bit1: true,
        bit9: 257,
        made: '2026-01-31T12:00:00.000Z',
        precise: '2026-01-31T12:00:00.123Z',
        plain: '2026-12-31T23:59:59.000Z',
        day: '2026-01-31',
        clock: '12:00:00.5',
        code: 'äb',
        name: 'x',
        story: 'é 👍',
        data: { b: 1, a: [null] },
        own: '00000000-0000-4000-8000-000000000001',
      };
      const id = await models.model('things').add({ ...values, raw: new Uint8Array([0, 255]), medium: -8388608 });
      const row = await models.model('things').byId(id).find();
      expect(row).to.deep.include(values);
      expect([...((row?.raw ?? []) as Uint8Array)]).to.deep.equal([0, 255]);
      expect(row).to.include({ total: -8388607, twice: -16777216 });
      for (const field of [
        'big',
        'price',
        'score',
        'ratio',
        'kind',
        'bit1',
        'made',
        'precise',
        'plain',
        'day',
        'own',
      ] as const) {
        expect(
          await models
            .model('things')
            .where({ [field]: values[field] })
            .count(),
          field,
        ).to.equal(1);
      }
    });

    it('are read as they are', async () => {
      await database.run("set session time_zone = '+05:00', session sql_mode = ''");
      await database.run(`insert into things (id, big, flag, medium, made, precise, plain, day, data, bit9)
        values (1, 18446744073709551615, 7, 1, '2026-01-31 17:00:00', '2026-01-31 12:00:00.123456', '0000-00-00 00:00:00', '0000-00-00', '[1]', 3)`);
      expect(await models.model('things').byId(1).find()).to.deep.include({
        big: 18446744073709551615n,
        flag: 7,
        made: '2026-01-31T12:00:00.000Z',
        precise: '2026-01-31T12:00:00.123Z',
        plain: '0000-00-00 00:00:00',
        day: '0000-00-00',
        data: [1],
        bit9: 3,
      });
    });

    it('refuse what they cannot hold, with the field', async () => {
      const things = models.repository('things');
      const refused: [field: string, value: unknown][] = [
        ['tiny', 256],
        ['tiny', -1],
        ['big', -1],
        ['medium', 8388608],
        ['kind', 'tiny'],
        ['code', 'abcdef'],
        ['code', 'a     '],
        ['code', '👍'],
        ['name', 'x'.repeat(21)],
        ['made', '1901-01-01T00:00:00Z'],
        ['price', '1.1234567'],
        ['raw', new Uint8Array(9)],
        ['clock', 'noon'],
        ...(database.isMariaDb ? ([['own', 'none']] satisfies [string, unknown][]) : []),
        ['total', 5],
      ];
      for (const [field, value] of refused) {
        const error = await rejected(things.insert({ [field]: value }), 'invalid_value', field);
        expect(error.message).not.to.match(/things|insert|abcdef|noon/);
      }
      expect(await things.count()).to.equal(0);
    });

    it('compare text as the column does', async () => {
      const things = models.repository('things');
      await things.insert({ name: 'Abc', day: '2026-01-01' });
      expect(await things.count({ name: 'aBC' })).to.equal(1);
      await rejected(things.insert({ name: 'ABC', day: '2026-01-01' }), 'conflict', 'name');
    });

    it('are compared with characters that their column does not have', async () => {
      await database.run(
        'create table sets (id int primary key, a varchar(9) character set latin1, b varchar(9) character set utf8mb3)',
      );
      await database.run("insert into sets values (1, '?', '?'), (2, 'ä', '€')");
      const sets = models.repository('sets');
      for (const field of ['a', 'b']) {
        expect(await sets.count({ [field]: '😀' })).to.equal(0);
        expect(await sets.count({ [field]: ['😀', '?'] })).to.equal(1);
        expect(await sets.count({ [field]: { ne: '😀' } })).to.equal(2);
        await rejected(sets.count({ [field]: { gt: '😀' } }), 'invalid_filter');
        await rejected(sets.update({ id: 1 }, { [field]: '😀' }), 'invalid_value', field);
      }
    });

    it('let no filter out of another one, whatever text the column takes for the same', async () => {
      const things = models.model('things');
      for (const name of ['draft', 'live', 'note']) await things.add({ name });
      const published = things.where({ name: { ne: 'draft' } });
      expect(
        await published
          .where({ name: 'Draft' })
          .where({ name: { eq: 'Draft' } })
          .count(),
      ).to.equal(0);
      const late = things.where({ name: { gt: 'M' } });
      expect(await late.where({ name: { gt: 'a' } }).count()).to.equal(1);
    });

    it('sort, and go on behind any row, whatever the type', async () => {
      const things = models.repository('things');
      const { insertId } = {
        insertId: await things.insert({ kind: 'small', precise: '2026-01-31T12:00:00.123Z', ratio: 0.1 }),
      };
      await things.insert({ kind: 'large', precise: '2026-01-31T12:00:00.124Z', ratio: 0.2, name: 'b' });
      await things.insert({ kind: 'huge', precise: null, ratio: 0.3, name: 'B', bit9: 5, price: '0.1' });
      await database.run("update things set precise = '2026-01-31 12:00:00.123999' where id = ?", [insertId]);
      expect((await things.findMany({ orderBy: [['kind', 'asc']] })).map(({ kind }) => kind)).to.deep.equal([
        'huge',
        'large',
        'small',
      ]);
      for (const field of ['kind', 'precise', 'ratio', 'name', 'bit9', 'price', 'seen', 'own', 'made']) {
        for (const direction of ['asc', 'desc'] as const) {
          const orderBy = [
            [field, direction],
            ['id', 'asc'],
          ] as const;
          const all = await things.findMany({ orderBy });
          for (const [index, row] of all.entries()) {
            const rest = await things.findMany({ orderBy, after: [row[field], row.id] });
            expect(
              rest.map(({ id }) => id),
              `${field} ${direction} ${index}`,
            ).to.deep.equal(all.slice(index + 1).map(({ id }) => id));
          }
        }
      }
    });

    it('need a key', async () => {
      const id = await models.model('things').add({ name: 'x', medium: 3 });
      expect(await models.model('v').byId(id).find()).to.deep.equal({ id, name: 'x', medium: 3 });
      expect(await models.model('keyless').count()).to.equal(0);
      expect(await models.model('pair').count()).to.equal(0);
      for (const name of ['w']) {
        expect((await rejected(models.model(name).count(), 'no_table')).message).to.contain('primary key');
      }
      expect(await models.model('other_key').add({})).to.match(/^[\da-f-]{36}$/);
      expect(await models.model('other_key').find()).to.include({ n: 3, null: null });
      await rejected(models.model('coded').add({}), 'not_null', 'code');
      // MySQL reports only keys that it has counted.
      if (database.isMariaDb) expect(await models.model('made_up').add({})).to.be.a('string');
      else await rejected(models.model('made_up').add({}), 'unavailable');
      expect(await models.model('made_up').add({ code: 'y' })).to.equal('y');
      await rejected(models.model('nowhere.user').count(), 'no_table');
    });

    it('add to decimals exactly', async () => {
      const id = await models.model('things').add({ price: '0.1' });
      await models.model('things').byId(id).increment('price', 0.2);
      expect(await models.model('things').byId(id).find()).to.include({ price: '0.300000' });
      await rejected(models.model('things').byId(id).increment('price', 1e-7), 'invalid_value', 'price');
      await rejected(models.model('things').byId(id).increment('tiny', 0.5), 'invalid_value', 'tiny');
    });

    it('have names of every kind', async () => {
      const odd = models.model('odd `"name');
      const values = JSON.parse('{"__proto__":"p","a.b":"q","x as y":"r"}');
      await odd.add(Object.assign(values, { id: 1 }));
      const row = await odd.where(JSON.parse('{"__proto__":"p"}')).order('-a.b').find();
      expect(Object.entries(row ?? {})).to.deep.equal([
        ['id', 1],
        ['__proto__', 'p'],
        ['a.b', 'q'],
        ['x as y', 'r'],
      ]);
      expect(Object.getPrototypeOf(row)).to.equal(Object.prototype);
    });
  });
}
