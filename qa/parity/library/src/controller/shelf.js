import Rest from './rest.js';

export default class Shelf extends Rest {
  static include = {
    parent: true,
    children: { table: 'shelf', key: 'parent_id', max: 5 },
    books: { max: 2, include: { author: true, tags: { through: 'book_tag', fields: 'id,name' } } },
    members: { table: 'user', through: 'shelf_user', fields: 'id,name' },
    notes: { table: 'note', key: 'item_id', where: { item_type: 'shelf' } },
    bookCount: { count: 'book' },
    liveBookCount: { count: 'book', where: { status: 'live', price: { gte: 1 } } },
  };
  static maxRecords = 300;
  static pageSize = 3;
  static maxPageSize = 10;
  static bulk = ['patch', 'delete'];
}
