/** @type {import('@rest-gen/model').Migration} */
export const up = async (schema) => {
  await schema.createTable('organization', (t) => {
    t.id();
    t.string('name', 80).notNull().unique();
  });
  await schema.createTable('user', (t) => {
    t.id();
    t.string('name', 80).notNull();
    t.string('email').notNull().unique();
  });
  await schema.createTable('project', (t) => {
    t.id();
    t.references('organization_id', 'organization').notNull();
    t.string('name', 80).notNull().index();
    t.text('description');
  });
};

/** @type {import('@rest-gen/model').Migration} */
export const down = async (schema) => {
  for (const table of ['project', 'user', 'organization']) await schema.dropTable(table);
};
