import { createModels } from '../../../packages/model/src/index.ts';
import { describeViews } from '../views.ts';

const PLAIN = 'create view v as select id, customer, amount from sale';
const INSERT = `create trigger v_insert instead of insert on v
  begin insert into sale (customer, amount) values (new.customer, new.amount); end`;
const UPDATE = `create trigger v_update instead of update on v
  begin update sale set customer = new.customer, amount = new.amount where id = new.id; end`;
const DELETE = 'create trigger v_delete instead of delete on v begin delete from sale where id = old.id; end';

describeViews('sqlite', () => createModels('sqlite::memory:'), [
  ['the columns of a table', [PLAIN], ''],
  [
    'an aggregate',
    ['create view v as select min(id) as id, customer, sum(amount) as amount from sale group by customer'],
    '',
  ],
  ['a join', ['create view v as select id, customer, amount, text from sale left join note on sale_id = id'], ''],
  ['triggers for updates', [PLAIN, UPDATE], 'update'],
  ['triggers for updates and deletes', [PLAIN, UPDATE, DELETE], 'update, delete'],
  ['triggers for everything', [PLAIN, INSERT, UPDATE, DELETE], 'create, update, delete'],
]);
