import { createModels, type Models } from '../../../packages/model/src/index.ts';
import { requireServer } from '../servers.ts';
import { describeLinkedWrites } from '../writes/linked-writes.ts';
import { describeNestedWrites } from '../writes/nested-writes.ts';
import { describeStatementCounts } from '../writes/statement-counts.ts';
import { describeStoredPolicies } from '../writes/stored-policies.ts';
import { migrations } from '../writes/tracker.ts';
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
      const models = createModels(database.url, { migrations });
      await models.migrate();
      return models;
    };
    describeLinkedWrites('PostgreSQL', open);
    describeNestedWrites('PostgreSQL', open);
    describeStoredPolicies('PostgreSQL', open);
    describeStatementCounts('PostgreSQL', () => database.url);
  });
}
