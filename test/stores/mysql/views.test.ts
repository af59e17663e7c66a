import { requireServer } from '../servers.ts';
import { describeViews } from '../views.ts';
import { makeDatabase, type TestDatabase } from './database.ts';

const server = await requireServer('mysql');

if (server !== undefined) {
  const database: TestDatabase = await makeDatabase(server);
  describe('MySQL or MariaDB', () => {
    after(() => database.drop());

    describeViews('mysql', () => database.models({}), [
      ['the columns of a table', ['create view v as select id, customer, amount from sale'], 'create, update, delete'],
      [
        'columns and an expression',
        ['create view v as select id, customer, amount, amount * 2 as twice from sale'],
        // MySQL inserts into no view with an expression.
        database.isMariaDb ? 'create, update, delete' : 'update, delete',
      ],
      [
        'an aggregate',
        ['create view v as select min(id) as id, customer, sum(amount) as amount from sale group by customer'],
        '',
      ],
      ['a join', ['create view v as select id, customer, amount, text from sale left join note on sale_id = id'], ''],
      ['a union', ['create view v as select id, customer from sale union all select sale_id, text from note'], ''],
      ['a temporary table', ['create algorithm = temptable view v as select id, customer, amount from sale'], ''],
    ]);
  });
}
