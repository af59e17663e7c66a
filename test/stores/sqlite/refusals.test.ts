import { expect } from 'chai';
import { sql } from 'kysely';
import { createModels, type Models } from '../../../packages/model/src/index.ts';
import { rejected } from '../fixture.ts';
import { createProduct, describeRefusals } from '../refusals.ts';

describe('SQLite: refusals', () => {
  async function open(): Promise<Models> {
    const models = createModels('sqlite::memory:', { autoMigrate: false });
    await sql.raw(createProduct('integer primary key')).execute(models.kysely);
    return models;
  }

  describeRefusals('SQLite', open);

  it('reports that the database can only be read', async () => {
    const models = await open();
    try {
      await sql`pragma query_only = on`.execute(models.kysely);
      const error = await rejected(models.model('product').add({ tenant_id: 1, name: 'a' }), 'permission_denied');
      expect(error.message).to.equal('The database can only be read');
      expect(error.hint).to.contain('to the file of the database and to its directory');
      expect(await models.model('product').select()).to.deep.equal([]);
    } finally {
      await models.close();
    }
  });
});
