/** @type {import('@rest-gen/model').Migration} */
export const up = async (schema) => {
  await schema.createTable('webhook_delivery', (t) => {
    t.string('id', 64).primary();
    t.string('webhook', 60).notNull();
    t.bigint('position').notNull();
    t.string('record_key', 700).notNull();
    t.string('type').notNull();
    t.datetime('occurred_at').notNull();
    t.string('state', 10).notNull();
    t.integer('attempts').notNull();
    t.bigint('next_at').notNull();
    t.integer('status');
    t.text('error');
    t.index(['webhook', 'record_key', 'position']);
    t.index(['state', 'next_at']);
  });
  await schema.createTable('webhook_cursor', (t) => {
    t.string('id', 60).primary();
    t.bigint('position').notNull();
  });
};

/** @type {import('@rest-gen/model').Migration} */
export const down = async (schema) => {
  await schema.dropTable('webhook_cursor');
  await schema.dropTable('webhook_delivery');
};
