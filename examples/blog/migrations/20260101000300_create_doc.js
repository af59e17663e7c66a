/** @type {import('@rest-gen/model').Migration} */
export const up = async (schema) => {
  await schema.createTable('doc', (t) => {
    t.string('id').primary();
    t.string('title').notNull();
    t.string('status').notNull().default('draft').index();
  });
};

/** @type {import('@rest-gen/model').Migration} */
export const down = async (schema) => {
  await schema.dropTable('doc');
};
