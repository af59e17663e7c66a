import { requireServer } from '../servers.ts';
import { describeTableTypes } from '../table-types.ts';
import { makeDatabase, type TestDatabase } from './database.ts';

const server = await requireServer('mysql');

if (server !== undefined) {
  describe('MySQL or MariaDB', () => {
    let database: TestDatabase;
    before(async () => {
      database = await makeDatabase(server);
    });
    after(() => database.drop());

    describeTableTypes((migrations) => database.models({ migrations }));
  });
}
