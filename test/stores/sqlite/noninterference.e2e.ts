import { createModels } from '../../../packages/model/src/index.ts';
import { describeNoninterference } from '../policies/noninterference.ts';

describeNoninterference('SQLite', () => createModels('sqlite::memory:'), {
  key: 'integer primary key',
  time: 'datetime',
});
