/** Two columns have better names, and authors are records of their own. */
export const up = async (schema) => {
  await schema.createTable('author', (t) => {
    t.id();
    t.string('name', 40).notNull();
    t.unique(['name']);
  });
  await schema.alterTable('item', (t) => {
    t.rename('body', 'text');
    t.rename('slug', 'handle');
    t.references('author_id', 'author');
  });
  await schema.raw('insert into author (name) select distinct author_name from item where author_name is not null');
  await schema.raw('update item set author_id = (select author.id from author where author.name = item.author_name)');
  await schema.alterTable('item', (t) => t.drop('author_name'));
  await schema.alterTable('note', (t) => {
    t.rename('item_id', 'entry_id');
    t.rename('text', 'words');
  });
};
