import { createModels, type Models } from '../../../packages/model/src/index.ts';
import { migrations } from '../random-writes/board.ts';
import { describeRandomWrites } from '../random-writes/random-writes.ts';
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

    const open = async (): Promise<Models> => {
      const models = createModels(database.url, { migrations });
      await models.migrate();
      return models;
    };
    describeRandomWrites('PostgreSQL', open);
  });
}
