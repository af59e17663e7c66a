import { createModels } from '../../../packages/model/src/index.ts';
import { describeHttpPolicies } from '../policies/http-policies.ts';
import { describeRandomPolicies } from '../policies/random-policies.ts';
import { createDatabase, type TestDatabase } from '../postgres/database.ts';
import { openSchema } from '../relations/random-relations.ts';
import { requireServer } from '../servers.ts';

const server = await requireServer('postgres');

if (server !== undefined) {
  describe('SQLite', () => {
    let database: TestDatabase;
    before(async () => {
      database = await createDatabase(server);
    });
    after(() => database.drop());

    describeRandomPolicies(
      'SQLite',
      (schema) => openSchema(schema, (options) => createModels('sqlite::memory:', options)),
      () => database.url,
      false,
    );
    describeHttpPolicies(
      'SQLite',
      (schema) => openSchema(schema, (options) => createModels('sqlite::memory:', options)),
      () => database.url,
    );
  });
}
