import { describeKeys } from '../keys.ts';
import { requireServer } from '../servers.ts';
import { describeStaticKey } from '../static-key.ts';
import { describeTimeKeys } from '../time-keys.ts';
import { makeDatabase, type TestDatabase } from './database.ts';

const server = await requireServer('mysql');

if (server !== undefined) {
  describe('MySQL or MariaDB', () => {
    let database: TestDatabase;
    before(async () => {
      database = await makeDatabase(server);
    });
    after(() => database.drop());

    describeKeys('MySQL or MariaDB', () => database.models({}), ' character set utf8mb4 collate utf8mb4_bin');
    describeTimeKeys('MySQL or MariaDB', () => database.models({}), 'datetime(6)');
    describeStaticKey('MySQL or MariaDB', () => database.models({}));
  });
}
