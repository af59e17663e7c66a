import { createModels } from '../../../packages/model/src/index.ts';
import { describeHttpPolicies } from '../policies/http-policies.ts';
import { describeRandomPolicies } from '../policies/random-policies.ts';
import { describeRandomStored } from '../policies/random-stored.ts';
import { openSchema } from '../relations/random-relations.ts';
import { requireServer } from '../servers.ts';
import { createDatabase, type TestDatabase } from './database.ts';

const server = await requireServer('postgres');

if (server !== undefined) {
  describe('PostgreSQL', () => {
    let database: TestDatabase;
    let reference: TestDatabase;
    before(async () => {
      database = await createDatabase(server);
      reference = await createDatabase(server);
    });
    after(async () => {
      await database.drop();
      await reference.drop();
    });

    describeRandomPolicies(
      'PostgreSQL',
      (schema) => openSchema(schema, (options) => createModels(database.url, options)),
      () => reference.url,
    );
    describeHttpPolicies(
      'PostgreSQL',
      (schema) => openSchema(schema, (options) => createModels(database.url, options)),
      () => reference.url,
    );
  });

  describe('PostgreSQL', () => {
    let database: TestDatabase;
    before(async () => {
      database = await createDatabase(server);
    });
    after(() => database.drop());

    describeRandomStored('PostgreSQL', () => createModels(database.url), 'serial primary key');
  });
}
