/** The answers to requests with an `Idempotency-Key`. */
export const up = (schema) =>
  schema.createTable('idempotency_key', (t) => {
    t.string('id', 64).primary();
    t.string('fingerprint', 64).notNull();
    t.integer('status');
    t.json('headers');
    t.text('body');
    t.datetime('locked_until').notNull().index();
    t.datetime('created_at').notNull();
  });

export const down = (schema) => schema.dropTable('idempotency_key');
