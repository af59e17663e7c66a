/** The tables of the application that `docs/http.md` and its neighbors talk to. */
export const up = async (schema) => {
  await schema.createTable('post', (t) => {
    t.id();
    t.string('title').notNull();
    t.integer('views').notNull();
    t.string('note');
    t.string('editKey');
  });
  await schema.createTable('setting', (t) => {
    t.string('id').primary();
    t.json('value').notNull();
  });
  await schema.createTable('order', (t) => {
    t.id();
    t.string('item').notNull();
  });
  await schema.createTable('idempotency_key', (t) => {
    t.string('id', 64).primary();
    t.string('fingerprint', 64).notNull();
    t.integer('status');
    t.json('headers');
    t.text('body');
    t.datetime('locked_until').notNull().index();
    t.datetime('created_at').notNull();
  });
};
