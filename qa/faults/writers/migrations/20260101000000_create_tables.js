/** @type {import('../../../../packages/model/src/index.ts').Migration} */
export const up = async (schema) => {
  await schema.createTable('issue', (t) => {
    t.id();
    t.string('title', 40).notNull().unique();
    t.integer('count').notNull();
    t.integer('writes').notNull();
    t.string('mark', 40);
  });
  await schema.createTable('comment', (t) => {
    t.id();
    t.references('issue_id', 'issue').notNull();
    t.string('text', 60).notNull().unique();
  });
  // Written by the hook of issues, once for each write.
  await schema.createTable('log', (t) => {
    t.id();
    t.integer('issue_id').notNull();
    t.string('mark', 40);
  });
  await schema.createTable('note', (t) => {
    t.id();
    t.string('text', 40);
  });
  // Deleted and restored in pairs.
  await schema.createTable('task', (t) => {
    t.id();
    t.integer('pair').notNull();
    t.string('name', 40).notNull().unique({ whereNull: 'deleted_at' });
    t.datetime('deleted_at');
  });
  await schema.createTable('label', (t) => {
    t.id();
    t.string('name', 40).notNull();
  });
  for (const name of ['issue', 'note']) {
    await schema.createTable(`${name}_label`, (t) => {
      t.id();
      t.references(`${name}_id`, name).notNull();
      t.references('label_id', 'label').notNull();
      t.unique([`${name}_id`, 'label_id']);
    });
  }
  await schema.raw("insert into label (name) values ('a'), ('b'), ('c'), ('d'), ('e'), ('f')");
  await schema.raw("insert into task (pair, name) values (1, 'a'), (1, 'b'), (2, 'c'), (2, 'd')");
  await schema.raw("insert into note (text) values ('a'), ('b')");
  await schema.raw(
    `insert into issue (title, count, writes) values ${['a', 'b', 'c', 'd', 'e'].map((name) => `('${name}', 0, 0)`)}`,
  );
};
