import { createModels } from '../../../packages/model/src/index.ts';
import { describeRandomStored } from '../policies/random-stored.ts';

describeRandomStored('SQLite', () => createModels('sqlite::memory:'), 'integer primary key');
