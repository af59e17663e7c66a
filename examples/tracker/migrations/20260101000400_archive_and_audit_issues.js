/** @type {import('@rest-gen/model').Migration} */
export const up = async (schema) => {
  await schema.alterTable('issue', (t) => {
    t.datetime('archived_at');
    t.string('archive_reason', 200);
    t.datetime('deleted_at');
  });
  // What each write did. Neither the issue nor the record is a foreign key: they may have been deleted.
  await schema.createTable('audit', (t) => {
    t.id();
    t.integer('issue_id').notNull().index();
    t.references('user_id', 'user').notNull();
    t.string('table', 40).notNull();
    t.integer('record_id').notNull();
    t.string('action', 10).notNull();
    t.json('before');
    t.json('after');
    t.timestamps();
  });
};

/** @type {import('@rest-gen/model').Migration} */
export const down = async (schema) => {
  await schema.dropTable('audit');
  await schema.alterTable('issue', (t) => {
    for (const column of ['archived_at', 'archive_reason', 'deleted_at']) t.dropColumn(column);
  });
};
