/** The tables of the first release. */
export const up = async (schema) => {
  await schema.createTable('issue', (t) => {
    t.id();
    t.string('title').notNull();
    t.string('state', 20).notNull().default('open');
    t.string('due', 40);
    t.string('reason', 40);
    t.unique(['reason']);
  });
  await schema.createTable('comment', (t) => {
    t.id();
    t.references('issue_id', 'issue').notNull();
    t.string('body').notNull();
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
