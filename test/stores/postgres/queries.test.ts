import { createModels } from '../../../packages/model/src/index.ts';
import { describeQueries, propertyMigrations } from '../property.ts';
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

    describeQueries('PostgreSQL', () =>
      createModels(database.url, { migrations: propertyMigrations, autoMigrate: true }),
    );

    describeQueries('PostgreSQL, with indexes that have null last', async () => {
      const models = createModels(database.url, { migrations: propertyMigrations, autoMigrate: true });
      await models.migrate();
      for (const columns of [
        'small',
        'big',
        'price',
        'ratio',
        'live',
        'day',
        'at',
        'key',
        'bytes',
        'word',
        'place, big',
      ])
        await database.run(`create index on thing (${columns})`);
      return models;
    });
  });
}
