/** @type {import('@rest-gen/model').Migration} */
export const up = async (schema) => {
  await schema.createTable('post', (t) => {
    t.id();
    t.string('title').notNull();
    t.text('body');
    t.integer('views').default(0);
  });
};
