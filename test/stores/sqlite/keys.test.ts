import { createModels } from '../../../packages/model/src/index.ts';
import { describeKeys } from '../keys.ts';
import { describeStaticKey } from '../static-key.ts';

describeKeys('SQLite', () => createModels('sqlite::memory:'));
describeStaticKey('SQLite', () => createModels('sqlite::memory:'));
