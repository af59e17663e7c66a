import { createModels } from '../../../packages/model/src/index.ts';
import { requireServer } from '../servers.ts';
import { describeViews } from '../views.ts';
import { createDatabase, type TestDatabase } from './database.ts';

const server = await requireServer('postgres');

const AGGREGATE = 'select min(id) as id, customer, sum(amount) as amount from sale group by customer';

if (server !== undefined) {
  describe('PostgreSQL', () => {
    let database: TestDatabase;
    before(async () => {
      database = await createDatabase(server);
    });
    after(() => database.drop());

    describeViews('postgres', () => createModels(database.url), [
      ['the columns of a table', ['create view v as select id, customer, amount from sale'], 'create, update, delete'],
      [
        'columns and an expression',
        ['create view v as select id, customer, amount, amount * 2 as twice from sale'],
        'create, update, delete',
      ],
      ['an aggregate', [`create view v as ${AGGREGATE}`], ''],
      ['a join', ['create view v as select id, customer, amount, text from sale left join note on sale_id = id'], ''],
      ['a materialized view', ['create materialized view v as select id, customer, amount from sale'], ''],
      [
        'a trigger for deletes',
        [
          `create view v as ${AGGREGATE}`,
          `create function remove_v() returns trigger language plpgsql as
            'begin delete from sale where id = old.id; return old; end'`,
          'create trigger d instead of delete on v for each row execute function remove_v()',
        ],
        'delete',
      ],
    ]);
  });
}
