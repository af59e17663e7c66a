import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { tableMigration, temporaryFolders } from '../../../../test/stores/fixture.ts';
import { createModels, type MigrationState, type Models, ModelsError } from '../../src/index.ts';
import { SqliteClient } from '../../src/stores/sqlite/sqlite-client.ts';

describe('migrations and their files', () => {
  const folder = temporaryFolders();
  const opened: Models[] = [];
  afterEach(async () => {
    for (const models of opened.splice(0)) await models.close();
  });

  function open(files: Record<string, string>) {
    const path = folder(files);
    const client = new SqliteClient(':memory:', 1_000);
    const models = createModels(client, { migrations: path, autoMigrate: false });
    opened.push(models);
    const write = (name: string, text: string): void => writeFileSync(join(path, name), text);
    return { models, client, path, write };
  }

  async function failed(work: Promise<unknown>): Promise<ModelsError> {
    const error = await work.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).to.be.instanceOf(ModelsError).with.property('code', 'E_MIGRATION');
    return error as ModelsError;
  }

  const states = async (models: Models): Promise<[string, MigrationState['state']][]> =>
    (await models.migrationStatus()).map(({ name, state }) => [name, state]);

  const A = tableMigration('a', 't.id();');

  it('are told apart by their text, not by its line ends', async () => {
    const { models, write } = open({ '1_a.mjs': A });
    await models.migrate();
    write('1_a.mjs', A.replaceAll('\n', '\r\n'));
    expect(await states(models)).to.deep.equal([['1_a', 'applied']]);
    expect(await models.migrate()).to.deep.equal({ applied: [] });
  });

  it('are refused in both directions when one was changed since it was applied', async () => {
    const { models, write } = open({ '1_a.mjs': A, '2_b.mjs': tableMigration('b', 't.id();') });
    await models.migrate();
    write('1_a.mjs', `${A}// changed\n`);
    expect(await states(models)).to.deep.equal([
      ['1_a', 'changed'],
      ['2_b', 'applied'],
    ]);
    for (const work of [models.migrate(), models.migrateDown()]) {
      const error = await failed(work);
      expect(error.message).to.contain('has changed since it was applied').and.contain('1_a.mjs');
      expect(error.file).to.match(/1_a\.mjs$/);
      expect(error.hint).to.contain('write a new migration').and.contain('--fresh');
    }
    write('1_a.mjs', A);
    expect(await models.migrateDown()).to.deep.equal({ reverted: '2_b' });
  });

  it('may be mended when they failed as a whole', async () => {
    const { models, write } = open({ '1_a.mjs': "export const up = (schema) => schema.raw('nonsense');" });
    await failed(models.migrate());
    expect(await states(models)).to.deep.equal([['1_a', 'pending']]);
    write('1_a.mjs', A);
    expect(await models.migrate()).to.deep.equal({ applied: ['1_a'] });
    expect(await models.model('a').count()).to.equal(0);
  });

  it('may become another kind of JavaScript, and be compiled from TypeScript', async () => {
    const { models, path, write } = open({ '1_a.mjs': A });
    await models.migrate();
    renameSync(join(path, '1_a.mjs'), join(path, '1_a.js'));
    expect(await states(models)).to.deep.equal([['1_a', 'applied']]);
    rmSync(join(path, '1_a.js'));
    write('1_a.ts', A);
    expect(await states(models)).to.deep.equal([['1_a', 'applied']]);
    expect(await models.migrate()).to.deep.equal({ applied: [] });
  });

  it('are named when they are missing', async () => {
    const { models, path } = open({ '1_a.mjs': A, '2_b.mjs': tableMigration('b', 't.id();') });
    await models.migrate();
    rmSync(join(path, '1_a.mjs'));
    expect(await states(models)).to.deep.equal([
      ['1_a', 'missing'],
      ['2_b', 'applied'],
    ]);
    const [gone] = await models.migrationStatus();
    expect(gone?.appliedAt).to.be.instanceOf(Date);
    for (const work of [models.migrate(), models.migrateDown()]) {
      const error = await failed(work);
      expect(error.message).to.contain('"1_a" was applied, but its file is missing');
      expect(error.hint).to.contain('Restore the file');
    }
  });

  it('that came late are applied, and taken back first', async () => {
    const { models, write } = open({
      '2_b.mjs': tableMigration('b', 't.id();'),
      '4_d.mjs': tableMigration('d', 't.id();'),
    });
    await models.migrate();
    write('1_a.mjs', A);
    write('3_c.mjs', tableMigration('c', 't.id();'));
    expect(await models.migrate()).to.deep.equal({ applied: ['1_a', '3_c'] });
    const reverted: (string | undefined)[] = [];
    for (let turn = 0; turn < 5; turn += 1) reverted.push((await models.migrateDown()).reverted);
    expect(reverted).to.deep.equal(['3_c', '1_a', '4_d', '2_b', undefined]);
  });

  it('are taken back in order though the clock went back in between', async () => {
    const { models, write } = open({ '2_b.mjs': tableMigration('b', 't.id();') });
    await models.migrate();
    const now = Date.now;
    Date.now = () => now() - 3_600_000;
    write('1_a.mjs', A);
    try {
      // The lease of before ended at its release.
      await models.migrate();
    } finally {
      Date.now = now;
    }
    expect(await models.migrateDown()).to.deep.equal({ reverted: '1_a' });
  });

  it('are only looked at by a list: a fresh database stays empty', async () => {
    const { models, client, path } = open({ '1_a.mjs': A });
    expect(await models.migrationStatus()).to.deep.equal([{ name: '1_a', state: 'pending', appliedAt: undefined }]);
    expect(await models.migrateDown()).to.deep.equal({ reverted: undefined });
    rmSync(join(path, '1_a.mjs'));
    expect(await models.migrate()).to.deep.equal({ applied: [] });
    expect(await models.migrationStatus()).to.deep.equal([]);
    expect(await tables(client)).to.equal('');
  });

  it('are applied to an empty database by fresh, whatever was there', async () => {
    const { models, client, write } = open({
      '1_a.mjs': `export const up = async (schema) => {
        await schema.createTable('a', (t) => { t.id(); });
        await schema.createTable('b', (t) => { t.id(); t.references('aId', 'a').notNull(); });
        await schema.raw('alter table a add column bId integer references b(id)');
        await schema.raw('insert into a (bId) values (null); insert into b (aId) values (1); update a set bId = 1');
        await schema.raw('create view v as select id from a; create trigger r after insert on a begin select 1; end');
      };`,
    });
    await models.migrate();
    write('1_a.mjs', `${A}// changed\n`);
    write('2_b.mjs', tableMigration('v', "t.id(); t.references('aId', 'a');"));
    expect(await models.migrateFresh()).to.deep.equal({ applied: ['1_a', '2_b'], database: undefined });
    expect(await models.model('a').count()).to.equal(0);
    expect(await models.model('v').add({})).to.equal(1);
    expect(await tables(client)).to.equal('a rest_gen_migration_lease rest_gen_migrations v');
    expect(await states(models)).to.deep.equal([
      ['1_a', 'applied'],
      ['2_b', 'applied'],
    ]);
  });

  it('that cannot be loaded cost nothing', async () => {
    const { models, write } = open({ '1_a.mjs': A });
    await models.migrate();
    await models.model('a').add({});
    write('2_b.mjs', 'export const up = (');
    await failed(models.migrateFresh());
    expect(await models.model('a').count()).to.equal(1);
  });

  /** The tables and views that there are, in order. */
  async function tables(client: SqliteClient): Promise<string> {
    const text =
      "select name from sqlite_schema where type in ('table', 'view') and name <> 'sqlite_sequence' order by name";
    return (await client.query(text, [])).rows.map(({ name }) => name).join(' ');
  }
});
