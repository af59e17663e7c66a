/** @type {import('@rest-gen/model').Migration} */
export const up = async (schema) => {
  await schema.createTable('author', (t) => {
    t.id();
    t.string('name').notNull();
  });
};

/** @type {import('@rest-gen/model').Migration} */
export const down = async (schema) => {
  await schema.dropTable('author');
};
