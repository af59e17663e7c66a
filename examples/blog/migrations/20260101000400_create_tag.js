/** @type {import('@rest-gen/model').Migration} */
export const up = async (schema) => {
  await schema.createTable('tag', (t) => {
    t.id();
    t.string('name').notNull();
    t.unique(['name']);
  });
};

/** @type {import('@rest-gen/model').Migration} */
export const down = async (schema) => {
  await schema.dropTable('tag');
};
