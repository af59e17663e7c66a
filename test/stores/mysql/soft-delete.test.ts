import type { Models } from '../../../packages/model/src/index.ts';
import { requireServer } from '../servers.ts';
import { describeSoftDelete, softDeleteMigrations } from '../writes/soft-delete.ts';
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
      const models = database.models({ migrations: softDeleteMigrations });
      await models.migrate();
      return models;
    };
    describeSoftDelete('MySQL or MariaDB', open);
  });
}
