export const up = (schema) =>
  schema.createTable('post', (t) => {
    t.id();
    t.string('title').notNull();
    t.string('body');
    t.integer('views');
    t.string('state');
    t.json('meta');
    t.string('secret');
  });

export const down = (schema) => schema.dropTable('post');
