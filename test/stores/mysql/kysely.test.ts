import { conformanceMigrations } from '../conformance.ts';
import { describeKysely } from '../kysely.ts';
import { requireServer } from '../servers.ts';
import { makeDatabase, type TestDatabase } from './database.ts';

const server = await requireServer('mysql');

if (server !== undefined) {
  describe('MySQL', () => {
    let database: TestDatabase;
    before(async () => {
      database = await makeDatabase(server);
    });
    after(() => database.drop());

    const open = async () => {
      const models = database.models({ migrations: conformanceMigrations });
      await models.migrate();
      await database.empty();
      return models;
    };
    describeKysely('MySQL or MariaDB', open, {
      slow: 'select sleep(30)',
      hasTextualJson: true,
      expressions: {
        count: 'number',
        sum: 'string',
        sumOfBigints: 'string',
        sumOfDecimals: 'string',
        average: 'string',
        averageOfDoubles: 'number',
        comparison: 'number',
      },
    });
  });
}
