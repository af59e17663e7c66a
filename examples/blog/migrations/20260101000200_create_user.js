/** @type {import('@rest-gen/model').Migration} */
export const up = async (schema) => {
  await schema.createTable('user', (t) => {
    t.id();
    t.string('first').notNull();
    t.string('last').notNull();
  });
};

/** @type {import('@rest-gen/model').Migration} */
export const down = async (schema) => {
  await schema.dropTable('user');
};
