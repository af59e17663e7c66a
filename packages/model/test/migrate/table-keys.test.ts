import { expect } from 'chai';
import { rejected, temporaryFolders } from '../../../../test/stores/fixture.ts';
import { makeDatabase } from '../../../../test/stores/mysql/database.ts';
import { createDatabase } from '../../../../test/stores/postgres/database.ts';
import { requireServer } from '../../../../test/stores/servers.ts';
import { createModels, type Models } from '../../src/index.ts';

/** Two tables that refer to each other, and a key of two columns that are not in the order of the table. */
const STEPS = `
  await schema.createTable('shop', (t) => {
    t.id('id', { type: 'integer' });
    t.integer('head');
    if (schema.dialect === 'sqlite') t.foreign(['head'], 'clerk', { onDelete: 'set null' });
  });
  await schema.createTable('clerk', (t) => {
    t.id();
    t.integer('shop').notNull();
    t.foreign(['shop'], 'shop');
  });
  if (schema.dialect !== 'sqlite')
    await schema.alterTable('shop', (t) => t.foreign(['head'], 'clerk', { onDelete: 'set null' }));
  await schema.createTable('line', (t) => {
    t.string('note');
    t.integer('no');
    t.string('order', 20);
    t.primary(['order', 'no']);
  });
  await schema.createTable('part', (t) => {
    t.id();
    t.string('line_order', 20);
    t.integer('line_no');
    t.foreign(['line_order', 'line_no'], 'line', { columns: ['order', 'no'], onDelete: 'cascade' });
  });`;

const STORES = [
  ['sqlite', async () => ({ url: 'sqlite::memory:', drop: async () => {} })],
  ['postgres', createDatabase],
  ['mysql', makeDatabase],
] as const;

for (const [name, make] of STORES) {
  const server = name === 'sqlite' ? '' : await requireServer(name);
  if (server === undefined) continue;

  describe(`keys of several columns in migrations: ${name}`, () => {
    const folder = temporaryFolders();
    let database: { readonly url: string; drop(): Promise<void> };
    let models: Models;
    beforeEach(async () => {
      database = await make(server);
    });
    afterEach(async () => {
      await models.close();
      await database.drop();
    });

    async function migrate(steps: string): Promise<void> {
      const migrations = folder({ '1_steps.mjs': `export const up = async (schema) => { ${steps} };` });
      models = createModels(database.url, { migrations, autoMigrate: false });
      await models.migrate();
    }

    it('are made, in their order, with the keys that refer to them and to each other', async () => {
      await migrate(STEPS);
      const tables = new Map((await models.tables()).map((table) => [table.name, table]));
      expect(tables.get('line')?.primaryKey).to.deep.equal(['order', 'no']);
      expect(tables.get('line')?.columns.get('no')?.nullable).to.equal(false);
      await models.model('line').add({ order: 'a', no: 2 });
      await rejected(models.model('line').add({ order: 'a', no: 2 }), 'conflict', 'order');
      await models.model('part').add({ line_order: 'a', line_no: 2 });
      await rejected(models.model('part').add({ line_order: 'b', line_no: 2 }), 'foreign_key');
      await models.model('line').byId(['a', 2]).delete();
      expect(await models.model('part').count()).to.equal(0);
      const shop = await models.model('shop').add({});
      const clerk = await models.model('clerk').add({ shop });
      await models.model('shop').byId(shop).update({ head: clerk });
      await rejected(models.model('shop').byId(shop).update({ head: 9 }), 'foreign_key');
      await models.model('clerk').byId(clerk).delete();
      expect(await models.model('shop').byId(shop).find()).to.include({ head: null });
    });

    it('are refused where a column or the other side is missing', async () => {
      await expectFailure("await schema.createTable('t', (t) => { t.integer('a'); t.primary(['a', 'b']); });", /"b"/);
      await expectFailure(
        "await schema.createTable('t', (t) => { t.id(); t.foreign(['id', 'a'], 'o'); });",
        /2 columns.*refer to 1/,
      );
    });

    async function expectFailure(steps: string, message: RegExp): Promise<void> {
      const failure = await migrate(steps).then(
        () => undefined,
        (error: Error) => error,
      );
      expect(failure?.message).to.match(message);
      await models.close();
    }
  });
}

describe('foreign keys of tables that exist', () => {
  it('cannot be added on SQLite', async () => {
    const migrations = temporaryFolder({
      '1_steps.mjs': `export const up = async (schema) => {
        await schema.createTable('t', (t) => { t.id(); t.integer('a'); });
        await schema.alterTable('t', (t) => t.foreign(['a'], 't'));
      };`,
    });
    const models = createModels('sqlite::memory:', { migrations, autoMigrate: false });
    const failure = await models.migrate().then(
      () => undefined,
      (error: Error) => error,
    );
    expect(failure?.message).to.contain('SQLite adds the foreign key to "t" only in createTable');
    await models.close();
  });
  const temporaryFolder = temporaryFolders();
});
