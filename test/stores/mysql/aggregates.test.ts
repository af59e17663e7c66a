import { aggregateMigrations, describeAggregates } from '../aggregates.ts';
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

    describeAggregates('MySQL or MariaDB', () =>
      database.models({ migrations: aggregateMigrations, autoMigrate: true }),
    );
  });
}
