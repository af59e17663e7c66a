import { createModels } from '../../../packages/model/src/index.ts';
import { describeKeys } from '../keys.ts';
import { requireServer } from '../servers.ts';
import { describeStaticKey } from '../static-key.ts';
import { describeTimeKeys } from '../time-keys.ts';
import { createDatabase, type TestDatabase } from './database.ts';

const server = await requireServer('postgres');

if (server !== undefined) {
  describe('PostgreSQL', () => {
    let database: TestDatabase;
    before(async () => {
      database = await createDatabase(server);
    });
    after(() => database.drop());

    describeKeys('PostgreSQL', () => createModels(database.url));
    describeTimeKeys('PostgreSQL', () => createModels(database.url), 'timestamp with time zone');
    describeStaticKey('PostgreSQL', () => createModels(database.url));
  });
}
