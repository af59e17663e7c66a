/** @type {import('@rest-gen/model').Migration} */
export const up = async (schema) => {
  await schema.createTable('issue', (t) => {
    t.id();
    t.string('title').notNull();
    t.integer('votes').notNull().default(0);
    t.integer('owner_id').notNull();
    t.string('slug').notNull();
    t.string('note');
    t.string('code', 20).unique();
    t.datetime('due_at');
    t.timestamps();
  });
  await schema.createTable('comment', (t) => {
    t.id();
    t.references('issue_id', 'issue', { onDelete: 'cascade' }).notNull();
    t.string('text').notNull();
    t.integer('owner_id').notNull();
  });
  await schema.createTable('hidden', (t) => {
    t.id();
    t.string('text');
  });
  await schema.createTable('plan_token', (t) => {
    t.string('id', 64).primary();
    t.string('requester', 64).notNull();
    t.text('request').notNull();
    t.string('digest', 64).notNull();
    t.json('generated').notNull();
    t.text('answer');
    t.datetime('expires_at').notNull().index();
  });
};
