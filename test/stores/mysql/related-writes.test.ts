import type { Models } from '../../../packages/model/src/index.ts';
import { requireServer } from '../servers.ts';
import { describeLinkedWrites } from '../writes/linked-writes.ts';
import { describeNestedWrites } from '../writes/nested-writes.ts';
import { describeStatementCounts } from '../writes/statement-counts.ts';
import { describeStoredPolicies } from '../writes/stored-policies.ts';
import { migrations } from '../writes/tracker.ts';
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
    describeLinkedWrites('MySQL or MariaDB', open);
    describeNestedWrites('MySQL or MariaDB', open);
    describeStoredPolicies('MariaDB', open);
    describeStatementCounts('MySQL or MariaDB', () => database.url);
  });
}
