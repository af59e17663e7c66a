import Rest from './rest.js';

export default class User extends Rest {
  static actions = ['get', 'query', 'patch'];
  static include = {
    profile: { table: 'profile', key: 'user_id', max: 1 },
    books: { table: 'book', key: 'author_id', max: 3, order: '-id' },
    editedBooks: { table: 'book', key: 'editor_id', where: { status: 'live' }, fields: 'id,title' },
    bookCount: { count: 'book', key: 'author_id' },
  };
  static search = ['name'];
}
