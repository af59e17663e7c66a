import { createModels, type Models } from '../../../packages/model/src/index.ts';
import { requireServer } from '../servers.ts';
import { describeSoftDelete, softDeleteMigrations } from '../writes/soft-delete.ts';
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
      const models = createModels(database.url, { migrations: softDeleteMigrations });
      await models.migrate();
      return models;
    };
    describeSoftDelete('PostgreSQL', open);
  });
}
