import { createModels } from '../../../packages/model/src/index.ts';
import { describeColumnsOfOthers } from '../columns-of-others.ts';
import { requireServer } from '../servers.ts';
import { makeDatabase, type TestDatabase } from './database.ts';

const server = await requireServer('mysql');

if (server !== undefined) {
  describe('MySQL', () => {
    let database: TestDatabase;
    before(async () => {
      database = await makeDatabase(server);
    });
    after(() => database.drop());

    const columns = {
      id: 'bigint auto_increment primary key',
      time: 'datetime',
      quote: '`',
      oddDay: ['insert ignore into', 'date', '0000-00-00'],
    } as const;
    describeColumnsOfOthers('MySQL', () => createModels(database.url), columns);
  });
}
