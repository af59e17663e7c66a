import { createModels } from '../../../packages/model/src/index.ts';
import { requireServer } from '../servers.ts';
import { describeTableTypes } from '../table-types.ts';
import { createDatabase, type TestDatabase } from './database.ts';

const server = await requireServer('postgres');

if (server !== undefined) {
  describe('PostgreSQL', () => {
    let database: TestDatabase;
    before(async () => {
      database = await createDatabase(server);
    });
    after(() => database.drop());

    describeTableTypes((migrations) => createModels(database.url, { migrations }));
  });
}
