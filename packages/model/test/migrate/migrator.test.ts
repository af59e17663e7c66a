import { unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { rejected, tableMigration, temporaryFolders } from '../../../../test/stores/fixture.ts';
import { createModels, type Models, ModelsError } from '../../src/index.ts';

describe('migrations', () => {
  const folder = temporaryFolders();
  let models: Models | undefined;
  afterEach(() => models?.close());

  const open = (migrations: string, file = ':memory:'): Models => {
    models = createModels(`sqlite:${file}`, { migrations, autoMigrate: false });
    return models;
  };

  async function failed(work: Promise<unknown>): Promise<ModelsError> {
    const error = await work.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).to.be.instanceOf(ModelsError).with.property('code', 'E_MIGRATION');
    return error as ModelsError;
  }

  it('run in the order of their names, each file once', async () => {
    const migrations = folder({
      '20260102_b.mjs': tableMigration('b', "t.id(); t.references('aId', 'a');"),
      '20260101_a.cjs': "exports.up = (schema) => schema.createTable('a', (t) => { t.id(); });",
      '20260103_c.js': "module.exports = { up: (schema) => schema.createTable('c', (t) => { t.id(); }) };",
      'notes.md': '',
      '20260101_a.d.cts': '',
      '20260101_a.js.map': '',
    });
    const all = open(migrations);
    expect(await all.migrate()).to.deep.equal({ applied: ['20260101_a', '20260102_b', '20260103_c'] });
    expect(await all.migrate()).to.deep.equal({ applied: [] });
    writeFileSync(join(migrations, '20260101_late.mjs'), tableMigration('late', 't.id();'));
    expect(await all.migrate()).to.deep.equal({ applied: ['20260101_late'] });
    expect((await all.migrationStatus()).map(({ name, appliedAt }) => [name, appliedAt instanceof Date])).to.deep.equal(
      [
        ['20260101_a', true],
        ['20260101_late', true],
        ['20260102_b', true],
        ['20260103_c', true],
      ],
    );
  });

  it('are looked for by ready() until none is pending', async () => {
    const migrations = folder({ '1_a.mjs': tableMigration('a', 't.id();'), '2_b.mjs': tableMigration('b', 't.id();') });
    const all = open(migrations);
    expect(await failed(all.ready())).to.include({
      expose: true,
      message: '2 migrations are pending: run rest-gen migrate',
    });
    await all.migrate();
    writeFileSync(join(migrations, '3_c.mjs'), 'nonsense, which is not loaded');
    expect((await failed(all.ready())).message).to.contain('A migration is pending');
    unlinkSync(join(migrations, '3_c.mjs'));
    await all.ready();
    writeFileSync(join(migrations, '3_c.mjs'), '');
    await all.ready();
    await models?.close();
    await rejected(all.ready(), 'unavailable');
  });

  const FOLDERS: readonly (readonly [what: string, option: boolean, applied: boolean, isReady: boolean])[] = [
    ['the option names it', true, false, false],
    ['migrations of it were applied', false, true, false],
    ['nothing says that there are migrations', false, false, true],
  ];
  for (const [what, isNamed, isApplied, isReady] of FOLDERS) {
    it(`${isReady ? 'may' : 'must'} have a directory where ${what}`, async () => {
      const file = join(folder(), 'app.sqlite3');
      const migrations = folder({ '1_a.mjs': tableMigration('a', 't.id();') });
      if (isApplied) await open(migrations, file).migrate();
      await models?.close();
      models = createModels(`sqlite:${file}`, {
        ...(isNamed && { migrations: join(migrations, 'none') }),
        autoMigrate: true,
      });
      if (isReady) await models.ready();
      else expect((await failed(models.ready())).message).to.contain('The directory of the migrations does not exist');
    });
  }

  it('wait for steps that nobody awaits, and fail with them', async () => {
    const all = open(
      folder({
        '1_a.mjs': `export const up = async (schema) => {
          schema.createTable('a', (t) => { t.id(); });
          schema.createTable('b', (t) => { t.id(); });
        };`,
        '2_c.mjs': `export const up = async (schema) => {
          schema.createTable('c', (t) => { t.id(); });
          schema.raw('insert into nope values (1)');
        };`,
        '3_d.mjs': `export const up = async (schema) => {
          schema.createTable('d', (t) => { t.id(); });
          throw new Error('own');
        };`,
      }),
    );
    expect((await failed(all.migrate())).message).to.match(/2_c\.mjs.*raw\(…\) failed: no such table: nope/);
    expect((await all.migrationStatus()).map(({ appliedAt }) => appliedAt !== undefined)).to.deep.equal([
      true,
      false,
      false,
    ]);
    expect(await all.model('b').count()).to.equal(0);
    await rejected(all.model('c').count(), 'no_table');
    await rejected(all.model('d').count(), 'no_table');
  });

  it('stop at the one that fails, take back all of its steps and keep those before', async () => {
    const all = open(
      folder({
        '1_a.mjs': tableMigration('a', 't.id();'),
        '2_b.mjs': `export const up = async (schema) => {
          await schema.createTable('b', (t) => { t.id(); });
          await schema.createTable('a', (t) => { t.id(); });
        };`,
      }),
    );
    const error = await failed(all.migrate());
    expect(error.file).to.match(/2_b\.mjs$/);
    expect(error.step).to.equal("createTable('a')");
    expect(error.message).to.contain('2_b.mjs').and.contain('already exists');
    expect((await all.migrationStatus()).map(({ appliedAt }) => appliedAt !== undefined)).to.deep.equal([true, false]);
    await rejected(all.model('b').count(), 'no_table');
    expect(await all.model('a').count()).to.equal(0);
  });

  it('say what went wrong in code that is not a step', async () => {
    const all = open(folder({ '1_a.mjs': "export const up = () => { throw new Error('oh'); };" }));
    const error = await failed(all.migrate());
    expect(error.message).to.contain('1_a.mjs').and.contain('oh');
    expect(error.step).to.equal(undefined);
  });

  const unloadable: [what: string, files: Record<string, string>, part: string][] = [
    ['a name without a time', { 'create_post.mjs': 'export const up = () => {};' }, 'create_post.mjs'],
    ['no up', { '1_a.mjs': 'export const down = () => {};' }, '"up"'],
    ['a down that is no function', { '1_a.mjs': 'export const up = () => {}; export const down = 1;' }, '"down"'],
    ['a syntax error', { '1_a.mjs': 'export const up = (' }, '1_a.mjs'],
    ['the same name twice', { '1_a.mjs': '', '1_a.cjs': '' }, 'same migration'],
  ];
  for (const [what, files, part] of unloadable) {
    it(`refuse ${what}`, async () => {
      const error = await failed(open(folder(files)).migrate());
      expect(error.message).to.contain(part);
      expect(error.file).to.be.a('string');
    });
  }

  it('say which Node runs TypeScript, where it does not', async () => {
    // What Node throws where neither it nor a loader knows the extension.
    const text = "throw Object.assign(new Error('Unknown'), { code: 'ERR_UNKNOWN_FILE_EXTENSION' });";
    const error = await failed(open(folder({ '1_a.mjs': text })).migrate());
    expect(error.message).to.contain('cannot be loaded');
    expect(error.hint).to.contain('22.18');
  });

  it('say so when there is no folder', async () => {
    const missing = join(folder(), 'none');
    const all = open(missing);
    for (const work of [all.migrate(), all.migrateDown(), all.migrationStatus()]) {
      expect((await failed(work)).message).to.contain(missing);
    }
    const noFolder = join(folder({ file: '' }), 'file');
    expect((await failed(open(noFolder).migrate())).message).to.contain('cannot be read');
  });

  it('have nothing to do in an empty folder', async () => {
    const all = open(folder());
    expect(await all.migrate()).to.deep.equal({ applied: [] });
    expect(await all.migrateDown()).to.deep.equal({ reverted: undefined });
  });

  it('go back one at a time, and not without a down', async () => {
    const all = open(
      folder({
        '1_a.mjs': "export const up = (schema) => schema.createTable('a', (t) => { t.id(); });",
        '2_b.mjs': tableMigration('b', 't.id();'),
      }),
    );
    await all.migrate();
    expect(await all.migrateDown()).to.deep.equal({ reverted: '2_b' });
    expect((await failed(all.migrateDown())).message)
      .to.contain('1_a.mjs')
      .and.contain('"down"');
    expect(await all.model('a').count()).to.equal(0);
  });

  it('name a file that is gone', async () => {
    const file = join(folder(), 'app.sqlite3');
    await open(folder({ '1_a.mjs': tableMigration('a', 't.id();') }), file).migrate();
    await models?.close();
    const other = open(folder({ '2_b.mjs': tableMigration('b', 't.id();') }), file);
    const error = await failed(other.migrate());
    expect(error.message).to.contain('1_a');
  });
});
