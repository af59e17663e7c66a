export const up = (schema) =>
  schema.createTable('note', (t) => {
    t.id();
    t.string('word').index();
    t.text('body');
    t.json('meta');
  });
export const down = (schema) => schema.dropTable('note');
