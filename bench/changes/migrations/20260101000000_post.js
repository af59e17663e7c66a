export const up = async (schema) => {
  await schema.createTable('post', (t) => {
    t.id();
    t.string('title').notNull();
    t.string('status', 20).notNull();
    t.integer('owner_id');
    // `serve.js <store> <way>`
    if (process.argv[3] === 'ours') t.changes({ keep: '1 day' });
  });
};

export const down = async (schema) => schema.dropTable('post');
