/** @type {import('@rest-gen/model').Migration} */
export const up = async (schema) => {
  await schema.createTable('shelf', (t) => {
    t.id();
    t.string('name', 40).notNull();
  });
  await schema.createTable('book', (t) => {
    t.id();
    t.references('shelf_id', 'shelf');
    t.string('title', 80).notNull();
    t.string('slug', 80).notNull();
    t.enum('state', ['new', 'used']);
    t.enum('kind', ['novel', 'atlas']).notNull();
    t.date('printed_on');
    t.datetime('read_at');
    t.decimal('price', 8, 2);
    t.bigint('barcode');
    t.boolean('is_lent').notNull().default(false);
    t.json('tags');
    t.datetime('deleted_at');
  });
  await schema.createTable('cover', (t) => {
    t.id();
    t.string('title', 40).notNull();
    t.json('place');
    t.string('name', 200).notNull();
    t.string('path', 400).notNull();
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
  await schema.createTable('member', (t) => {
    t.id();
    t.string('name', 40).notNull();
    t.string('mail', 200);
  });
};
