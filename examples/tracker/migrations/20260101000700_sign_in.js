/** @type {import('@rest-gen/model').Migration} */
export const up = async (schema) => {
  await schema.alterTable('user', (t) => {
    // A hash; null for users who have not chosen a password yet.
    t.string('password');
    t.datetime('verified_at');
  });
  // Sessions, API tokens, and what is mailed to verify an address or to reset a password.
  await schema.createTable('token', (t) => {
    t.id();
    t.references('user_id', 'user', { onDelete: 'cascade' }).notNull();
    t.enum('kind', ['session', 'api', 'verify', 'reset']).notNull();
    t.string('hash', 43).notNull().unique();
    t.string('name');
    t.json('abilities');
    t.datetime('used_at');
    t.datetime('expires_at');
    t.timestamps();
  });
  // Attempts to sign in, by account and network.
  await schema.createTable('attempt', (t) => {
    t.string('id', 43).primary();
    t.integer('count').notNull();
    t.datetime('expires_at').notNull();
  });
};

/** @type {import('@rest-gen/model').Migration} */
export const down = async (schema) => {
  for (const table of ['attempt', 'token']) await schema.dropTable(table);
  await schema.alterTable('user', (t) => {
    for (const column of ['password', 'verified_at']) t.dropColumn(column);
  });
};
