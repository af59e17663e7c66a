import { expect } from 'chai';
import { conformanceMigrations, describeProvider } from '../conformance.ts';
import { requireServer } from '../servers.ts';
import { makeDatabase, type TestDatabase } from './database.ts';

const server = await requireServer('mysql');

if (server !== undefined) {
  describe('MySQL', () => {
    let database: TestDatabase;
    const { TZ } = process.env;

    // Whatever of this shows anywhere is a mistake of ours.
    before(async () => {
      process.env.TZ = 'America/St_Johns';
      database = await makeDatabase(server);
    });
    after(async () => {
      await database.drop();
      if (TZ === undefined) delete process.env.TZ;
      else process.env.TZ = TZ;
    });

    it('is tested where time zones and the order of text are others', async () => {
      expect(new Date(2026, 0, 1).getTimezoneOffset()).to.equal(210);
      expect(await database.run('select @@character_set_database as name')).to.deep.equal([{ name: 'latin1' }]);
    });

    describeProvider('MySQL or MariaDB', async () => {
      const models = database.models({ migrations: conformanceMigrations });
      await models.migrate();
      await database.empty();
      return models;
    });
  });
}
