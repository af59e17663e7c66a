import { createModels } from '../../../packages/model/src/index.ts';
import { describeColumnsOfOthers } from '../columns-of-others.ts';

describe('SQLite', () => {
  const columns = {
    id: 'integer primary key',
    time: 'datetime',
    quote: '"',
    oddDay: ['insert into', 'datetime', 1078358400],
  } as const;
  describeColumnsOfOthers('SQLite', () => createModels('sqlite::memory:'), columns);
});
