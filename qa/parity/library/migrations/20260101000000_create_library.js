/** @type {import('@rest-gen/model').Migration} */
export const up = async (schema) => {
  await schema.createTable('user', (t) => {
    t.id();
    t.string('name', 40).notNull().unique();
    t.string('email').notNull();
    t.integer('tenant_id').notNull();
    t.boolean('is_admin').notNull().default(false);
  });
  await schema.createTable('profile', (t) => {
    t.id();
    t.references('user_id', 'user').notNull().unique();
    t.text('bio');
    t.json('settings');
  });
  await schema.createTable('shelf', (t) => {
    t.id();
    t.string('name', 40).notNull();
    t.references('parent_id', 'shelf');
  });
  await schema.createTable('book', (t) => {
    t.id();
    t.string('title', 80).notNull();
    t.string('isbn', 20).unique();
    t.enum('status', ['draft', 'live', 'gone']).notNull().default('draft');
    t.references('author_id', 'user').notNull();
    t.references('editor_id', 'user');
    t.references('shelf_id', 'shelf', { onDelete: 'set null' });
    t.decimal('price', 8, 2);
    t.double('rating');
    t.bigint('copies');
    t.boolean('is_open').notNull().default(true);
    t.date('published');
    t.datetime('printed_at');
    t.json('meta');
    t.string('edit_key', 40);
    t.text('secret_note');
    t.datetime('deleted_at');
    t.timestamps();
  });
  await schema.createTable('review', (t) => {
    t.id();
    t.references('book_id', 'book', { onDelete: 'cascade' }).notNull();
    t.references('user_id', 'user').notNull();
    t.references('parent_id', 'review');
    t.integer('stars').notNull();
    t.text('text').notNull();
    t.boolean('is_open').notNull().default(true);
  });
  await schema.createTable('tag', (t) => {
    t.id();
    t.string('name', 40).notNull().unique();
  });
  await schema.createTable('book_tag', (t) => {
    t.id();
    t.references('book_id', 'book', { onDelete: 'cascade' }).notNull();
    t.references('tag_id', 'tag').notNull();
    t.unique(['book_id', 'tag_id']);
  });
  await schema.createTable('setting', (t) => {
    t.string('id', 40).primary();
    t.json('value');
    t.integer('version').notNull().default(1);
  });
  await schema.createTable('counter', (t) => {
    t.uuid('id').primary();
    t.integer('value').notNull().default(0);
    t.string('name', 40);
  });
  await schema.createTable('attachment', (t) => {
    t.id();
    t.references('book_id', 'book').notNull();
    t.string('name').notNull();
    t.string('type', 100).notNull();
    t.integer('size').notNull();
    t.string('path').notNull();
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
  await schema.createTable('note', (t) => {
    t.id();
    t.integer('item_id').notNull().index();
    t.string('item_type', 10).notNull();
    t.text('text').notNull();
    t.binary('data');
    t.datetime('due_at');
    t.integer('tenant_id').notNull();
    t.integer('owner_id');
    t.boolean('is_approved').notNull().default(false);
  });
  await schema.createTable('shelf_user', (t) => {
    t.references('shelf_id', 'shelf', { onDelete: 'cascade' }).notNull();
    t.references('user_id', 'user').notNull();
    t.unique(['shelf_id', 'user_id']);
  });
  await schema.createTable('audit', (t) => {
    t.id();
    t.string('table', 40).notNull();
    t.string('action', 10).notNull();
    t.integer('record_id').notNull();
    t.integer('issue_id');
    t.integer('user_id');
    t.json('before');
    t.json('after');
  });
};

/** @type {import('@rest-gen/model').Migration} */
export const down = () => {};
