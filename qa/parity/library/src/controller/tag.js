import Rest from './rest.js';

export default class Tag extends Rest {
  static idempotent = 'required';
  static idempotencyTtl = 60_000;
  static description = 'Tags of books';
  static include = {
    books: { through: 'book_tag', max: 2, fields: 'id,title' },
    bookCount: { count: 'book', through: 'book_tag' },
  };
}
