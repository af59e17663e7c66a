/** @type {import('@rest-gen/model').Migration} */
export const up = async (schema) => {
  await schema.createTable('scheduled_job', (t) => {
    t.string('id', 100).primary();
    t.string('schedule').notNull();
    t.bigint('next_at').notNull();
    t.bigint('leased_until').notNull();
    t.datetime('ran_at');
    t.text('error');
  });
};

/** @type {import('@rest-gen/model').Migration} */
export const down = async (schema) => {
  await schema.dropTable('scheduled_job');
};
