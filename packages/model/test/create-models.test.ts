import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { rejected, tableMigration, temporaryFolders } from '../../../test/stores/fixture.ts';
import { createModels, ModelsError } from '../src/index.ts';

describe('createModels', () => {
  const folder = temporaryFolders();
  const { NODE_ENV } = process.env;
  afterEach(() => {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = NODE_ENV;
  });

  const refused: [url: string, part: string][] = [
    ['postgres://user:secret@host', 'no database'],
    ['mysql://user:secret@host', 'no database'],
    ['oracle://user:secret@host/db', '"oracle:"'],
    ['./core/app.sqlite3', 'no scheme'],
    ['', 'no scheme'],
    ['sqlite:', 'no file'],
    ['sqlite://', 'no file'],
    ['sqlite:a\0b', 'no file'],
  ];
  for (const [url, part] of refused) {
    it(`refuses "${url.replace('\0', '\\0')}"`, () => {
      let error: unknown;
      try {
        createModels(url);
      } catch (thrown) {
        error = thrown;
      }
      expect(error).to.be.instanceOf(ModelsError).with.property('code', 'E_STORE_URL');
      expect((error as ModelsError).message)
        .to.contain(part)
        .and.not.to.contain('secret');
      expect((error as ModelsError).hint).to.match(/sqlite:\.\/data\/app\.sqlite3|:\/\/user:password@/);
    });
  }

  it('opens nothing before the first query', async () => {
    const file = join(folder(), 'data', 'deep', 'app.sqlite3');
    const models = createModels(`sqlite:${file}`, { autoMigrate: false });
    models.repository('post');
    expect(existsSync(file)).to.equal(false);
    await models.ping();
    expect(existsSync(file)).to.equal(true);
    await models.close();
  });

  it('closes without ever having been opened', async () => {
    const models = createModels('sqlite::memory:');
    await models.close();
    await rejected(models.ping(), 'unavailable');
  });

  for (const prefix of ['sqlite:', 'SQLite:', 'sqlite://']) {
    it(`takes a path after ${prefix}`, async () => {
      const file = join(folder(), 'app.sqlite3');
      const models = createModels(`${prefix}${file}`, { autoMigrate: false });
      await models.ping();
      await models.close();
      expect(existsSync(file)).to.equal(true);
    });
  }

  it('migrates before the first query, once for all that come first', async () => {
    const migrations = folder({ '1_post.mjs': tableMigration('post', 't.id();') });
    const models = createModels('sqlite::memory:', { migrations, autoMigrate: true });
    const counts = await Promise.all(Array.from({ length: 5 }, () => models.model('post').count()));
    expect(counts).to.deep.equal([0, 0, 0, 0, 0]);
    await models.close();
  });

  it('does not migrate by itself in production, nor when told not to', async () => {
    const migrations = folder({ '1_post.mjs': tableMigration('post', 't.id();') });
    process.env.NODE_ENV = 'production';
    const production = createModels('sqlite::memory:', { migrations });
    await rejected(production.model('post').count(), 'no_table');
    await production.close();
    process.env.NODE_ENV = 'test';
    const told = createModels('sqlite::memory:', { migrations, autoMigrate: false });
    await rejected(told.model('post').count(), 'no_table');
    expect(await told.migrate()).to.deep.equal({ applied: ['1_post'] });
    expect(await told.model('post').count()).to.equal(0);
    await told.close();
    const ordinary = createModels('sqlite::memory:', { migrations });
    expect(await ordinary.model('post').count()).to.equal(0);
    await ordinary.close();
  });

  it('needs no folder to migrate by itself', async () => {
    const models = createModels('sqlite::memory:', { migrations: join(folder(), 'none'), autoMigrate: true });
    await models.ping();
    await models.close();
  });

  it('refuses the models to a migration, which would wait for itself', async () => {
    const migrations = folder({ '1_post.mjs': 'export const up = () => globalThis.modelsOfTest.ping();' });
    const models = createModels('sqlite::memory:', { migrations, autoMigrate: true });
    Object.assign(globalThis, { modelsOfTest: models });
    const error = await models.ping().catch((thrown: unknown) => thrown);
    Reflect.deleteProperty(globalThis, 'modelsOfTest');
    expect(error)
      .to.be.instanceOf(ModelsError)
      .with.property('message')
      .that.contains('A migration cannot use the models');
    await models.close();
  });

  it('tells every first query when a migration fails, and tries again', async () => {
    const migrations = folder({ '1_post.mjs': "export const up = (schema) => schema.raw('nonsense');" });
    const models = createModels('sqlite::memory:', { migrations, autoMigrate: true });
    const errors = await Promise.all([1, 2].map(() => models.ping().catch((error: unknown) => error)));
    for (const error of errors) expect(error).to.be.instanceOf(ModelsError).with.property('code', 'E_MIGRATION');
    expect(await models.ping().catch((error: unknown) => error)).to.be.instanceOf(ModelsError);
    await models.close();
  });
});
