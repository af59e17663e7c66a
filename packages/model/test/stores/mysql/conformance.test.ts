import { conformanceMigrations, describeProvider } from '../../conformance.ts';
import { requireServer } from '../../servers.ts';
import { makeDatabase, type TestDatabase } from './database.ts';

const server = await requireServer('mysql');

if (server !== undefined) {
  describe('MySQL', () => {
    const options = { migrations: conformanceMigrations, connections: 5 };
    let database: TestDatabase;
    before(async () => {
      database = await makeDatabase(server);
    });
    after(() => database.drop());

    describeProvider('MySQL or MariaDB', async () => {
      const models = database.models(options);
      await models.migrate();
      await database.empty();
      return models;
    });
  });
}
