import { conformanceMigrations } from '../conformance.ts';
import { CROWD_PATIENCE, describeHttp } from '../http-conformance.ts';
import { requireServer } from '../servers.ts';
import { makeDatabase, type TestDatabase } from './database.ts';

const server = await requireServer('mysql');

if (server !== undefined) {
  describe('MySQL over HTTP', () => {
    let database: TestDatabase;
    before(async () => {
      database = await makeDatabase(server);
    });
    after(() => database.drop());

    describeHttp('MySQL or MariaDB', async () => {
      const models = database.models({ migrations: conformanceMigrations, patience: CROWD_PATIENCE });
      await models.migrate();
      await database.empty();
      return models;
    });
  });
}
