import { join } from 'node:path';
import { expect } from 'chai';
import { createModels, ModelsError } from '../../../packages/model/src/index.ts';
import type { SqlClient, SqlQuery } from '../../../packages/model/src/sql/sql-client.ts';
import { loadDriver, type SqliteValue } from '../../../packages/model/src/stores/sqlite/load-driver.ts';
import { changeDefinition } from '../../../packages/model/src/stores/sqlite/table-text.ts';
import { temporaryFolders } from '../fixture.ts';

describe('changes of a column in SQLite', () => {
  const folder = temporaryFolders();

  describe('in the text of a table', () => {
    const OLD = `CREATE TABLE "T" ( /* a, (b */ [id] integer primary key autoincrement, -- the key, of (all)
  \`na"me\` varchar(10) collate nocase constraint "not null" not null on conflict abort default 'a,b)' check (length("na""me") < 9),
  kind text check (kind in ('a''b', 'c')) default (upper('c')), twice integer generated always as (id * 2) stored,
  ref integer default null references T (id) on delete set null not deferrable,
  plain, constraint c unique (kind), check (plain > 0)) STRICT`;
    const NOTHING = { type: undefined, check: undefined, isRequired: undefined, fallback: undefined };

    const changes = [
      [
        'NA"ME',
        { isRequired: false, fallback: "default 'z'" },
        ' -- the key, of (all)\n  `na"me` varchar(10) collate nocase constraint "not null" not null on conflict abort default \'a,b)\' check',
        " `na\"me` varchar(10) default 'z' collate nocase check",
      ],
      [
        'kind',
        { type: 'TEXT', check: "check (kind in ('x'))", isRequired: true },
        "\n  kind text check (kind in ('a''b', 'c')) default",
        " kind TEXT not null check (kind in ('x')) default",
      ],
      ['ref', { fallback: 'none' }, '\n  ref integer default null references', ' ref integer references'],
      ['plain', { type: 'INTEGER', fallback: 'default 1' }, '\n  plain,', ' plain INTEGER default 1,'],
      ['id', { fallback: 'default 1' }, ' /* a, (b */ [id] integer primary', ' [id] integer default 1 primary'],
    ] as const;
    for (const [column, change, before, after] of changes) {
      it(`replaces only what changes: ${column}`, () => {
        expect(OLD).to.contain(before);
        expect(changeDefinition(OLD, column, { ...NOTHING, ...change })).to.equal(OLD.replace(before, after));
      });
    }

    for (const column of ['id', 'twice', 'nope']) {
      it(`refuses another type: ${column}`, () => {
        expect(() => changeDefinition(OLD, column, { ...NOTHING, type: 'TEXT' })).to.throw(column);
      });
    }
  });

  it('are refused where the driver protects the schema, and change nothing', async () => {
    const database = new (loadDriver().DatabaseSync)(':memory:', { defensive: true });
    const query: SqlQuery = async (text, parameters) => {
      const statement = database.prepare(text);
      if (/^\s*(?:select|pragma)/i.test(text)) return { rows: statement.all(...(parameters as SqliteValue[])) };
      return { rows: [], affected: statement.run(...(parameters as SqliteValue[])).changes };
    };
    const client: SqlClient = {
      dialect: 'sqlite',
      query,
      transaction: async (work) => {
        await query('begin', []);
        const ended = async (text: string) => void (await query(text, []));
        return work(query).then(
          (result) => ended('commit').then(() => result),
          (error) => ended('rollback').then(() => Promise.reject(error)),
        );
      },
      close: async () => database.close(),
    };
    const migrations = folder({
      '1_a.mjs': `export const up = async (schema) => {
        await schema.createTable('t', (t) => { t.id(); t.string('a'); });
        await schema.alterTable('t', (t) => { t.change('a').notNull(); });
      };`,
    });
    const models = createModels(client, { migrations, autoMigrate: false });
    const error = await models.migrate().catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(ModelsError).with.property('message').that.contains('without the defensive mode');
    expect(await models.tables()).to.deep.equal([]);
    await models.close();
  });

  const refused = [
    ['a text', "'2024'", 'datetime'],
    ['a text', "'now'", 'date'],
    ['a text', "'2026-02-31'", 'date'],
    ['a text', "'1.999'", 'decimal(10, 2)'],
    ['a text', "'123456789'", 'decimal(10, 2)'],
    ['a double', '1e21', 'decimal(30, 2)'],
    ['a text', "'b'", 'uuid'],
    ['a text, primary key (a)', "'1'", 'integer'],
  ] as const;
  for (const [column, value, type] of refused) {
    it(`refuse ${value} of "${column}" as ${type}`, async () => {
      const change = type.includes('(') ? type : `${type}()`;
      const migrations = folder({
        '1_a.mjs': `export const up = async (schema) => {
          await schema.raw(${JSON.stringify(`create table t (${column})`)});
          await schema.raw(${JSON.stringify(`insert into t values (${value})`)});
          await schema.alterTable('t', (t) => { t.change('a').${change}; });
        };`,
      });
      const models = createModels('sqlite::memory:', { migrations, autoMigrate: false });
      const error = await models.migrate().catch((thrown: unknown) => thrown);
      expect(error).to.be.instanceOf(ModelsError).with.property('message').that.contains('"a" ');
      await models.close();
    });
  }

  it('leave virtual tables to their modules', async () => {
    const file = join(folder(), 'app.sqlite3');
    const other = new (loadDriver().DatabaseSync)(file);
    other.exec('create virtual table t using fts5 (a)');
    const migrations = folder({
      '1_a.mjs': `export const up = (schema) => schema.alterTable('t', (t) => { t.change('a').notNull(); });`,
    });
    const models = createModels(`sqlite:${file}`, { migrations, autoMigrate: false });
    const error = await models.migrate().catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(ModelsError).with.property('message').that.contains('no such column');
    await models.close();
    expect(other.prepare('select a from t').all()).to.deep.equal([]);
    other.close();
  });

  it('keep views, triggers, indexes and the integrity of the file', async () => {
    const file = join(folder(), 'app.sqlite3');
    const other = new (loadDriver().DatabaseSync)(file);
    other.exec(`create table t (id integer primary key, a text, b text unique);
      create index t_a on t (a collate nocase, lower(b)) where a > '1';
      create view v as select id, a from t;
      create trigger log after insert on t begin update t set b = a where id = new.id; end;
      insert into t (a, b) values ('12', 'x'), ('2', 'y')`);
    const migrate = async (change: string): Promise<unknown> => {
      const models = createModels(`sqlite:${file}`, {
        migrations: folder({
          [`${change.length}_a.mjs`]: `export const up = (schema) => schema.alterTable('t', (t) => { ${change} });`,
        }),
        autoMigrate: false,
      });
      return models
        .migrate()
        .catch((error: unknown) => error)
        .finally(() => models.close());
    };
    const error = await migrate("t.change('a').integer();");
    expect(error).to.be.instanceOf(ModelsError).with.property('message').that.contains('has a trigger for updates');
    other.exec(
      'drop trigger log; create trigger log after insert on t begin delete from t where id = new.id and a = 3; end; delete from rest_gen_migrations',
    );
    expect(await migrate("t.change('a').integer().notNull();")).to.have.property('applied');
    expect(other.prepare('select * from v order by a').all()).to.deep.equal([
      { id: 2, a: 2 },
      { id: 1, a: 12 },
    ]);
    other.exec("insert into t (a, b) values (3, 'gone'), (4, 'z')");
    expect(other.prepare("select a from t where a > '1' and lower(b) = 'z'").all()).to.deep.equal([{ a: 4 }]);
    expect(() => other.exec('insert into t (a) values (null)')).to.throw('NOT NULL');
    expect(other.prepare('pragma integrity_check').all()).to.deep.equal([{ integrity_check: 'ok' }]);
    other.close();
  });
});
