/** The tables of the first release. */
export const up = async (schema) => {
  await schema.createTable('item', (t) => {
    t.id();
    t.string('title').notNull();
    t.string('body');
    t.string('slug', 40).notNull();
    t.integer('views');
    t.json('data');
    t.string('author_name', 40);
    t.unique(['slug']);
  });
  await schema.createTable('note', (t) => {
    t.id();
    t.references('item_id', 'item').notNull();
    t.string('text').notNull();
  });
};
