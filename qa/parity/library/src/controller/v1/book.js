import Rest from '../rest.js';

export default class Book extends Rest {
  static actions = ['get', 'query', 'patch'];
  static deprecated = '2026-01-01';
  static sunset = '2027-01-01';
  static deprecationLink = 'https://example.com/moved';
  static hidden = ['secret_note', 'meta', 'rating'];
  static filterable = ['title', 'status', 'author_id'];
  static sortable = ['title'];
  static maxPageSize = 5;
  static include = { author: { fields: 'id,name' } };
}
