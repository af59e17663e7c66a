import { createModels } from '../../../packages/model/src/index.ts';
import { conformanceMigrations } from '../conformance.ts';
import { CROWD_PATIENCE, describeHttp } from '../http-conformance.ts';
import { requireServer } from '../servers.ts';
import { createDatabase, type TestDatabase } from './database.ts';

const server = await requireServer('postgres');

if (server !== undefined) {
  describe('PostgreSQL over HTTP', () => {
    let database: TestDatabase;

    before(async () => {
      database = await createDatabase(server);
    });
    after(() => database.drop());

    describeHttp('PostgreSQL', async () => {
      const models = createModels(database.url, {
        migrations: conformanceMigrations,
        autoMigrate: true,
        patience: CROWD_PATIENCE,
      });
      await models.ping();
      await database.run('truncate post, author, counter restart identity cascade');
      return models;
    });
  });
}
