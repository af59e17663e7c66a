/** @type {import('@rest-gen/model').Migration} */
export const up = async (schema) => {
  await schema.createTable('label', (t) => {
    t.id();
    t.string('name', 40).notNull().unique();
    t.string('color', 7).notNull();
  });
  // Many to many: an issue has several labels, and a label several issues.
  await schema.createTable('issue_label', (t) => {
    t.id();
    t.references('issue_id', 'issue', { onDelete: 'cascade' }).notNull();
    t.references('label_id', 'label', { onDelete: 'cascade' }).notNull();
    t.unique(['issue_id', 'label_id']);
  });
};

/** @type {import('@rest-gen/model').Migration} */
export const down = async (schema) => {
  for (const table of ['issue_label', 'label']) await schema.dropTable(table);
};
