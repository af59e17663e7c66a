import { createModels } from '../../../packages/model/src/index.ts';
import { describeLinkedWrites } from '../writes/linked-writes.ts';
import { describeNestedWrites } from '../writes/nested-writes.ts';
import { describeStatementCounts } from '../writes/statement-counts.ts';
import { describeStoredPolicies } from '../writes/stored-policies.ts';
import { migrations } from '../writes/tracker.ts';

describeLinkedWrites('SQLite', async () => createModels('sqlite::memory:', { migrations, autoMigrate: true }));
describeNestedWrites('SQLite', async () => createModels('sqlite::memory:', { migrations, autoMigrate: true }));
describeStoredPolicies('SQLite', async () => createModels('sqlite::memory:', { migrations, autoMigrate: true }));
describeStatementCounts('SQLite', () => 'sqlite::memory:');
