/** @type {import('@rest-gen/model').Migration} */
export const up = async (schema) => {
  await schema.createTable('issue', (t) => {
    t.id();
    t.string('title', 120).notNull();
    t.enum('state', ['open', 'closed']).notNull().default('open');
    t.integer('hours');
    t.integer('owner_id').notNull();
    t.timestamps();
  });
};

/** @type {import('@rest-gen/model').Migration} */
export const down = async (schema) => {
  await schema.dropTable('issue');
};
