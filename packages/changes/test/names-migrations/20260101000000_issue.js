/** Issues and their authors, with recorded changes. */
export const up = async (schema) => {
  await schema.createTable('author', (t) => {
    t.id();
    t.string('name').notNull();
    t.changes({ keep: 'forever' });
  });
  await schema.createTable('issue', (t) => {
    t.id();
    t.string('text');
    t.string('changed_by');
    t.string('secret');
    t.references('author_id', 'author');
    t.changes({ keep: 'forever', except: ['secret'] });
  });
};
