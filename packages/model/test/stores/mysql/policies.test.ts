import { describeHttpPolicies } from '../../policies/http-policies.ts';
import { describeNoninterference } from '../../policies/noninterference.ts';
import { describeRandomPolicies } from '../../policies/random-policies.ts';
import { describeRandomStored } from '../../policies/random-stored.ts';
import { openSchema } from '../../relations/random-relations.ts';
import { requireServer } from '../../servers.ts';
import * as postgres from '../postgres/database.ts';
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

  describe('MySQL', () => {
    const databases: TestDatabase[] = [];
    before(async () => {
      for (const _ of [0, 1]) databases.push(await makeDatabase(server));
    });
    after(() => Promise.all(databases.map((one) => one.drop())));

    describeNoninterference('MySQL or MariaDB', (world) => (databases[world] as TestDatabase).models({}), {
      key: 'integer primary key auto_increment',
      time: 'datetime(3)',
    });
  });
}
