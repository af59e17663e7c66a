import { sql } from 'kysely';
import { mysqlDialect } from '../../../packages/model/src/stores/mysql/mysql-dialect.ts';
import { requireServer } from '../servers.ts';
import { describeText } from '../text-operators.ts';
import { makeDatabase, type TestDatabase } from './database.ts';

const server = await requireServer('mysql');

if (server !== undefined) {
  describe('MySQL', () => {
    let database: TestDatabase;
    before(async () => {
      database = await makeDatabase(server);
    });
    after(() => database.drop());

    describeText('MySQL', mysqlDialect, sql`longtext character set utf8mb4`, () => database.models());
  });
}
