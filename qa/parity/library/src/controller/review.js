import Rest from './rest.js';

export default class Review extends Rest {
  static forms = true;
  static lines = true;
  static bulk = true;
  static include = {
    book: { include: { author: true } },
    user: true,
    parent: true,
    replies: { table: 'review', key: 'parent_id', max: 2, order: '-stars' },
  };
  static filterable = ['stars', 'book_id', 'is_open', 'user.name', 'book.title'];
  static sortable = ['stars', 'id', 'user.name'];
  static requirePrecondition = false;
}
