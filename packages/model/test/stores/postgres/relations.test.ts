import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import { createModels } from '../../../src/index.ts';
import { describeKyselyRelations } from '../../relations/kysely-relations.ts';
import { openSchema } from '../../relations/random-relations.ts';
import type { RandomSchema } from '../../relations/random-schema.ts';
import { requireServer } from '../../servers.ts';
import { createDatabase, type TestDatabase } from './database.ts';

const server = await requireServer('postgres');

if (server !== undefined) {
  describe('PostgreSQL', () => {
    let database: TestDatabase;
    before(async () => {
      database = await createDatabase(server);
    });
    after(() => database.drop());

    const open = (schema: RandomSchema) => openSchema(schema, (options) => createModels(database.url, options));

    describeKyselyRelations('PostgreSQL', open, { jsonArrayFrom, jsonObjectFrom });
  });
}
