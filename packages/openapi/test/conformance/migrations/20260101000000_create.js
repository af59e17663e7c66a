/** @type {import('@rest-gen/model').Migration} */
export const up = async (schema) => {
  await schema.createTable('article', (t) => {
    t.id();
    t.string('title', 80).notNull();
    t.string('slug', 40).unique();
    t.text('body');
    t.integer('views').notNull();
    t.double('rating');
    t.boolean('live').notNull();
    t.string('status', 10).notNull();
    t.date('day');
    t.datetime('at');
    t.string('mail', 200);
    t.uuid('uuid');
    t.json('tags');
    t.json('author');
    t.decimal('price', 12, 2);
    t.string('secret', 40);
    t.timestamps();
  });
  await schema.createTable('remark', (t) => {
    t.id();
    t.references('articleId', 'article').notNull();
    t.string('text', 40).notNull();
  });
  await schema.createTable('paper', (t) => {
    t.string('id', 36).primary();
    t.string('name', 20).notNull();
    t.integer('size');
  });
  await schema.createTable('batch', (t) => {
    t.id();
    t.string('name', 20).notNull();
  });
  await schema.createTable('setting', (t) => {
    t.id();
    t.string('theme', 10).notNull();
    t.integer('size').notNull();
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
