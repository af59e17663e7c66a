import { expect } from 'chai';
import { createModels, type Models } from '../../../src/index.ts';
import { tableMigration, temporaryFolders } from '../../fixture.ts';
import { testStores } from './stores.ts';

describe('MongoDB: migrations', () => {
  const stores = testStores();
  const folder = temporaryFolders();
  const open: Models[] = [];
  afterEach(() => Promise.all(open.splice(0).map((models) => models.close())));

  function models(url: string, migrations: string): Models {
    const made = createModels(url, { migrations });
    open.push(made);
    return made;
  }

  it('run once, however many processes ask for them', async () => {
    const files = Array.from({ length: 3 }, (_, n) => [`${n}_t.mjs`, tableMigration(`t${n}`, 't.id();')]);
    const migrations = folder(Object.fromEntries(files));
    const url = stores.url();
    const runs = await Promise.all([1, 2, 3].map(() => models(url, migrations).migrate()));
    expect(runs.flatMap(({ applied }) => applied).sort()).to.deep.equal(['0_t', '1_t', '2_t']);
    const status = await models(url, migrations).migrationStatus();
    expect(status.every(({ appliedAt }) => appliedAt instanceof Date)).to.equal(true);
  });

  it('stop where another process has taken the lease', async () => {
    const migrations = folder({
      '1_a.mjs': `export const up = async (schema) => {
        await schema.createTable('a', (t) => { t.id(); });
        await globalThis.betweenSteps();
        await schema.createTable('b', (t) => { t.id(); });
      };`,
    });
    const url = stores.url();
    const lease = stores.collection('rest_gen_migration_lease');
    Object.assign(globalThis, { betweenSteps: () => lease.updateMany({}, { $set: { owner: 'another' } }) });
    const failed = await models(url, migrations)
      .migrate()
      .catch((thrown: unknown) => thrown);
    Reflect.deleteProperty(globalThis, 'betweenSteps');
    expect((failed as Error).message).to.contain('Another process has taken over');
    expect((await models(url, migrations).migrationStatus())[0]).to.include({ name: '1_a', appliedAt: undefined });
    expect(await stores.names())
      .to.include('a')
      .and.not.include('b');
  });

  it('begin anew in an empty database', async () => {
    const migrations = folder({ '1_a.mjs': tableMigration('a', 't.id(); t.text("x");') });
    const url = stores.url();
    await stores.collection('stray').insertOne({});
    const own = models(url, migrations);
    expect(await own.migrateFresh()).to.deep.equal({ applied: ['1_a'] });
    await own.model('a').add({ x: 'y' });
    expect(await own.migrateFresh()).to.deep.equal({ applied: ['1_a'] });
    expect(await own.model('a').count()).to.equal(0);
    expect(await stores.names()).to.have.members(['a', 'rest_gen_migrations', 'rest_gen_migration_lease']);
    expect(await own.migrateDown()).to.deep.equal({ reverted: '1_a' });
    expect(await stores.names()).not.to.include('a');
  });
});
