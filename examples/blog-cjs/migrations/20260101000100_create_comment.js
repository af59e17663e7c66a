/** @type {import('@rest-gen/model').Migration} */
exports.up = async (schema) => {
  await schema.createTable('comment', (t) => {
    t.id();
    t.references('postId', 'post').notNull();
    t.text('body').notNull();
    t.timestamps();
  });
};

/** @type {import('@rest-gen/model').Migration} */
exports.down = async (schema) => {
  await schema.dropTable('comment');
};
