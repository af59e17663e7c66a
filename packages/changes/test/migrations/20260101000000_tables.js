/** @type {import('@rest-gen/model').Migration} */
export const up = async (schema) => {
  await schema.createTable('post', (t) => {
    t.id();
    t.string('title').notNull();
    t.string('status', 20).notNull();
    t.integer('owner_id').notNull();
    t.decimal('price', 10, 2);
    t.json('meta');
    t.datetime('due_at');
    t.boolean('pinned');
    t.text('note');
    t.string('secret');
    t.changes({ keep: '7 days', except: ['secret'] });
  });
  await schema.createTable('comment', (t) => {
    t.id();
    t.references('post_id', 'post');
    t.string('text').notNull();
    t.changes({ keep: 'forever' });
  });
  await schema.createTable('line', (t) => {
    t.integer('order_id');
    t.string('code', 20);
    t.integer('amount').notNull();
    t.primary(['order_id', 'code']);
    t.changes({ keep: '1 day' });
  });
  await schema.createTable('member', (t) => {
    t.id();
    t.integer('user_id').notNull();
    t.string('room').notNull();
  });
};

/** @type {import('@rest-gen/model').Migration} */
export const down = async (schema) => {
  for (const table of ['member', 'line', 'comment', 'post']) await schema.dropTable(table);
};
