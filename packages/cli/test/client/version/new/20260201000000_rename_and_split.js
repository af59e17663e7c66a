/** Columns have other names, and the titles of issues are records of their own. */
export const up = async (schema) => {
  await schema.createTable('subject', (t) => {
    t.id();
    t.string('text').notNull();
    t.unique(['text']);
  });
  await schema.alterTable('issue', (t) => {
    t.rename('due', 'deadline');
    t.rename('state', 'phase');
    t.rename('reason', 'archive_reason');
    t.references('subject_id', 'subject');
  });
  await schema.raw('insert into subject (text) select distinct title from issue');
  await schema.raw('update issue set subject_id = (select subject.id from subject where subject.text = issue.title)');
  await schema.alterTable('issue', (t) => {
    t.change('subject_id').notNull();
    t.drop('title');
  });
  await schema.alterTable('comment', (t) => t.rename('body', 'text'));
};
