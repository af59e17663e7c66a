/** @type {import('@rest-gen/model').Migration} */
export const up = async (schema) => {
  await schema.createTable('attachment', (t) => {
    t.id();
    t.references('issue_id', 'issue').notNull();
    t.references('uploader_id', 'user').notNull();
    t.string('name').notNull();
    t.string('type', 100).notNull();
    t.integer('size').notNull();
    t.string('path').notNull();
    t.timestamps();
  });
};

/** @type {import('@rest-gen/model').Migration} */
export const down = async (schema) => {
  await schema.dropTable('attachment');
};
