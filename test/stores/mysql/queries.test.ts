import { describeQueries, propertyMigrations } from '../property.ts';
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

    describeQueries('MySQL or MariaDB', () => database.models({ migrations: propertyMigrations, autoMigrate: true }));
  });
}
