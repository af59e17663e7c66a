import { expect } from 'chai';
import { temporaryFolders } from '../../../../test/stores/fixture.ts';
import { createDatabase } from '../../../../test/stores/postgres/database.ts';
import { requireServer } from '../../../../test/stores/servers.ts';
import { createModels } from '../../src/index.ts';

const server = await requireServer('postgres');

describe('names and defaults of migrations', () => {
  const folder = temporaryFolders();

  async function check(url: string): Promise<void> {
    for (const name of ['a.b', 'ord er', 'a as b', 'quo"te', 'select', '$1']) {
      const text = JSON.stringify(name);
      const migrations = folder({
        '1_a.mjs': `export const up = async (schema) => {
          await schema.createTable(${text}, (t) => { t.id(); t.string(${text}).index(); t.integer('old'); });
          await schema.createTable('other', (t) => { t.id(); t.references(${text}, ${text}); });
          await schema.alterTable(${text}, (t) => { t.rename('old', 'new'); t.binary('bytes').default(Uint8Array.from([0, 39, 92])); });
          await schema.alterTable(${text}, (t) => { t.drop('new'); });
        };`,
      });
      const models = createModels(url, { migrations, autoMigrate: false });
      await models.migrateFresh();
      const id = await models.model(name).add({ [name]: 'a' });
      expect(await models.model(name).byId(id).find()).to.deep.equal({
        id,
        [name]: 'a',
        bytes: Uint8Array.from([0, 39, 92]),
      });
      await models.model('other').add({ [name]: id });
      await models.close();
    }
  }

  it('are what they are on SQLite', () => check('sqlite::memory:'));

  if (server !== undefined) {
    it('are what they are on PostgreSQL', async () => {
      const database = await createDatabase(server);
      try {
        await check(database.url);
      } finally {
        await database.drop();
      }
    });
  }
});
