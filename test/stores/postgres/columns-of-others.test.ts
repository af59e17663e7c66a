import { createModels } from '../../../packages/model/src/index.ts';
import { describeColumnsOfOthers } from '../columns-of-others.ts';
import { requireServer } from '../servers.ts';
import { createDatabase, type TestDatabase } from './database.ts';

const server = await requireServer('postgres');

if (server !== undefined) {
  describe('PostgreSQL', () => {
    let database: TestDatabase;
    before(async () => {
      database = await createDatabase(server);
    });
    after(() => database.drop());

    const columns = {
      id: 'bigserial primary key',
      time: 'timestamptz',
      quote: '"',
      oddDay: ['insert into', 'date', 'infinity'],
    } as const;
    describeColumnsOfOthers('PostgreSQL', () => createModels(database.url), columns);
  });
}
