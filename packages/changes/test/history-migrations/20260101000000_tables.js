/** @type {import('@rest-gen/model').Migration} */
export const up = async (schema) => {
  await schema.createTable('post', (t) => {
    t.id();
    t.string('title').notNull();
    t.string('status', 20).notNull();
    t.integer('owner_id').notNull();
    t.decimal('price', 10, 2);
    t.double('weight');
    t.bigint('views');
    t.json('meta');
    t.datetime('due_at');
    t.date('day');
    t.boolean('pinned');
    t.string('grade', 20);
    t.string('updated_by');
    t.text('body');
    t.string('secret');
    t.changes({ keep: 'forever', except: ['secret', 'body'] });
  });
  await schema.createTable('remark', (t) => {
    t.id();
    t.references('post_id', 'post').notNull();
    t.references('parent_id', 'remark');
    t.string('text').notNull();
    t.changes({ keep: 'forever' });
  });
  await schema.createTable('page', (t) => {
    t.id();
    t.string('slug', 50).notNull().unique();
    t.string('title').notNull();
    t.datetime('deleted_at');
    t.changes({ keep: 'forever' });
  });
  await schema.createTable('line', (t) => {
    t.integer('order_id');
    t.string('code', 20);
    t.integer('amount').notNull();
    t.primary(['order_id', 'code']);
    t.changes({ keep: 'forever' });
  });
};

/** @type {import('@rest-gen/model').Migration} */
export const down = async (schema) => {
  for (const table of ['line', 'page', 'remark', 'post']) await schema.dropTable(table);
};
