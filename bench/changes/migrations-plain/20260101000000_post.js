export const up = async (schema) => {
  await schema.createTable('post', (t) => {
    t.id();
    t.string('title').notNull();
    t.string('status', 20).notNull();
    t.integer('owner_id');
  });
};

export const down = async (schema) => schema.dropTable('post');
