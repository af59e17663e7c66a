import type { Models } from '../../../packages/model/src/index.ts';
import { migrations } from '../random-writes/board.ts';
import { describeRandomWrites } from '../random-writes/random-writes.ts';
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

    const open = async (): Promise<Models> => {
      const models = database.models({ migrations });
      await models.migrate();
      return models;
    };
    describeRandomWrites('MySQL or MariaDB', open);
  });
}
