import { describeHttpPolicies } from '../policies/http-policies.ts';
import { describeRandomPolicies } from '../policies/random-policies.ts';
import { describeRandomStored } from '../policies/random-stored.ts';
import * as postgres from '../postgres/database.ts';
import { openSchema } from '../relations/random-relations.ts';
import { requireServer } from '../servers.ts';
import { makeDatabase, type TestDatabase } from './database.ts';

const server = await requireServer('mysql');
const reference = await requireServer('postgres');

if (server !== undefined && reference !== undefined) {
  describe('MySQL', () => {
    let database: TestDatabase;
    let expected: postgres.TestDatabase;
    before(async () => {
      database = await makeDatabase(server);
      expected = await postgres.createDatabase(reference);
    });
    after(async () => {
      await database.drop();
      await expected.drop();
    });

    describeRandomPolicies(
      'MySQL or MariaDB',
      (schema) => openSchema(schema, (options) => database.models(options)),
      () => expected.url,
      false,
    );
    describeHttpPolicies(
      'MySQL or MariaDB',
      (schema) => openSchema(schema, (options) => database.models(options)),
      () => expected.url,
    );
  });

  describe('MySQL', () => {
    let database: TestDatabase;
    before(async () => {
      database = await makeDatabase(server);
    });
    after(() => database.drop());

    describeRandomStored('MySQL or MariaDB', () => database.models({}), 'integer primary key auto_increment');
  });
}
