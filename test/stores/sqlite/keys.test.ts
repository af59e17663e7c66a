import { createModels } from '../../../packages/model/src/index.ts';
import { describeKeys } from '../keys.ts';

describeKeys('SQLite', () => createModels('sqlite::memory:'));
