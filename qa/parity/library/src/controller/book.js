import Rest from './rest.js';

export default class Book extends Rest {
  static softDelete = 'deleted_at';
  static bulk = ['post', 'patch', 'delete'];
  static hidden = ['secret_note'];
  static lines = true;
  static include = {
    author: true,
    editor: { table: 'user', key: 'editor_id', fields: 'id,name' },
    shelf: { include: { parent: true } },
    reviews: { max: 3, order: '-id', include: { user: true }, write: true },
    tags: { through: 'book_tag', fields: 'id,name' },
    notes: { table: 'note', key: 'item_id', where: { item_type: 'book' }, max: 2, write: true },
    reviewCount: { count: 'review' },
    praiseCount: { count: 'review', where: { stars: { gte: 4 }, is_open: true } },
    tagCount: { count: 'tag', through: 'book_tag' },
  };
  static search = ['title', 'author.name'];
  static maxRecords = 500;

  async lendAction({ body }) {
    const copies = body.copies ?? 1;
    return this.change({ copies, is_open: copies > 0 });
  }

  async beforeWrite({ action, values, before }) {
    if (action === 'create' && values.title === 'forbidden') this.fail(409, 'Not this title.', { title: values.title });
    if (action === 'update' && before.title === 'Fixed' && values.title !== undefined) this.fail(423, 'Fixed stays.');
    if (typeof values.title === 'string') values.secret_note = `note of ${values.title}`.slice(0, 60);
  }

  async afterWrite({ table, action, before, after }) {
    const record_id = Number((after ?? before).id);
    await this.model('audit')
      .unrestricted()
      .add({ table, action, record_id, user_id: this.user?.id ?? null, before, after });
    if (action === 'update' && after.title === 'rollback') throw new Error('After the write');
  }
}
