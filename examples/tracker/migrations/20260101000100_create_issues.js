/** @type {import('@rest-gen/model').Migration} */
export const up = async (schema) => {
  await schema.createTable('issue', (t) => {
    t.id();
    // A foreign key has an index: that is what a list of related records needs.
    t.references('project_id', 'project').notNull();
    t.references('reporter_id', 'user').notNull();
    t.references('assignee_id', 'user');
    t.integer('number').notNull();
    t.string('title', 120).notNull();
    t.text('body');
    t.enum('status', ['open', 'doing', 'done']).notNull().default('open');
    t.integer('priority').notNull().default(3);
    t.date('due_date');
    t.decimal('estimate', 6, 2);
    t.timestamps();
    t.unique(['project_id', 'number']);
    // The orders of long lists, with the primary key: each page is as fast as the first.
    t.index(['number', 'id']);
    t.index(['priority', 'id']);
    t.index(['due_date', 'id']);
    t.index(['created_at', 'id']);
  });
  await schema.createTable('comment', (t) => {
    t.id();
    t.references('issue_id', 'issue', { onDelete: 'cascade' }).notNull();
    t.references('author_id', 'user').notNull();
    t.text('body').notNull();
    t.timestamps();
  });
};

/** @type {import('@rest-gen/model').Migration} */
export const down = async (schema) => {
  for (const table of ['comment', 'issue']) await schema.dropTable(table);
};
