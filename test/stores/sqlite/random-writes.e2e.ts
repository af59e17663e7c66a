import { createModels } from '../../../packages/model/src/index.ts';
import { migrations } from '../random-writes/board.ts';
import { describeRandomWrites } from '../random-writes/random-writes.ts';

describeRandomWrites('SQLite', async () => createModels('sqlite::memory:', { migrations, autoMigrate: true }));
