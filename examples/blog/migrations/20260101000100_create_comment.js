/** @type {import('@rest-gen/model').Migration} */
export const up = async (schema) => {
  await schema.createTable('comment', (t) => {
    t.id();
    t.references('postId', 'post').notNull();
    t.string('author').notNull();
    t.text('body').notNull();
    t.timestamps();
  });
};

/** @type {import('@rest-gen/model').Migration} */
export const down = async (schema) => {
  await schema.dropTable('comment');
};
