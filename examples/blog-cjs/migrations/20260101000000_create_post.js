/** @type {import('@rest-gen/model').Migration} */
exports.up = async (schema) => {
  await schema.createTable('post', (t) => {
    t.id();
    t.string('title').notNull();
    t.text('body');
    t.timestamps();
  });
};

/** @type {import('@rest-gen/model').Migration} */
exports.down = async (schema) => {
  await schema.dropTable('post');
};
