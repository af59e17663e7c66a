import Book1 from '../v1/book.js';

export default class Book2 extends Book1 {
  static deprecated = { patchAction: '2026-06-01' };
  static sunset = undefined;
  static deprecationLink = undefined;

  async show({ id, title, status }) {
    return { id, title, label: `${title} (${status})` };
  }
}
