/** @type {import('@rest-gen/model').Migration} */
export const up = async (schema) => {
  // No unique names: a write that was done twice has to show.
  for (const table of ['entry', 'payment']) {
    await schema.createTable(table, (t) => {
      t.id();
      t.string('name').notNull();
    });
  }
  for (const table of ['note', 'counter']) {
    await schema.createTable(table, (t) => {
      t.id();
      t.integer('value').notNull();
    });
  }
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
