/** Columns have other names, and the dates of issues are records of their own. */
export const up = async (schema) => {
  await schema.createTable('deadline', (t) => {
    t.id();
    t.string('day', 40).notNull();
    t.unique(['day']);
  });
  await schema.alterTable('issue', (t) => {
    t.rename('title', 'subject');
    t.rename('reason', 'archive_reason');
    t.references('deadline_id', 'deadline');
  });
  await schema.raw('insert into deadline (day) select distinct due from issue where due is not null');
  await schema.raw('update issue set deadline_id = (select deadline.id from deadline where deadline.day = issue.due)');
  await schema.alterTable('issue', (t) => t.drop('due'));
  await schema.alterTable('comment', (t) => t.rename('body', 'text'));
};
