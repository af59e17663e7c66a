import { createModels } from '../../../packages/model/src/index.ts';
import { postgresDialect } from '../../../packages/model/src/stores/postgres/postgres-dialect.ts';
import { describeJsonRows } from '../json-rows.ts';
import { requireServer } from '../servers.ts';
import { createDatabase } from './database.ts';

const server = await requireServer('postgres');

if (server !== undefined) {
  describe('PostgreSQL', () => {
    describeJsonRows(postgresDialect, async () => {
      const database = await createDatabase(server);
      const models = createModels(database.url, { autoMigrate: false });
      return { models, run: (text) => database.run(text), close: () => models.close().then(() => database.drop()) };
    });
  });
}
