import { createModels } from '../../../packages/model/src/index.ts';
import { conformanceMigrations } from '../conformance.ts';
import { describeKysely } from '../kysely.ts';
import { requireServer } from '../servers.ts';
import { createDatabase, type TestDatabase } from './database.ts';

const server = await requireServer('postgres');

if (server !== undefined) {
  describe('PostgreSQL', () => {
    let database: TestDatabase;
    before(async () => {
      database = await createDatabase(server);
    });
    after(() => database.drop());

    const open = async () => {
      const models = createModels(database.url, { migrations: conformanceMigrations, autoMigrate: true });
      await models.ping();
      await database.run('truncate post, author, counter restart identity cascade');
      return models;
    };
    describeKysely('PostgreSQL', open, {
      slow: 'select pg_sleep(30)',
      expressions: {
        count: 'number',
        sum: 'number',
        sumOfBigints: 'string',
        sumOfDecimals: 'string',
        average: 'string',
        averageOfDoubles: 'number',
        comparison: 'boolean',
      },
    });
  });
}
