import { describeBulk } from '../bulk-conformance.ts';
import { requireServer } from '../servers.ts';
import { makeDatabase, type TestDatabase } from './database.ts';

const server = await requireServer('mysql');

if (server !== undefined) {
  describe('MySQL: many records', () => {
    let database: TestDatabase;
    before(async () => {
      database = await makeDatabase(server);
    });
    after(() => database.drop());

    describeBulk('MySQL or MariaDB', async () => {
      await database.empty();
      return database.url;
    });
  });
}
