import { createRestRouter, type ModelProvider } from '@rest-gen/router';
import type { Router } from 'express';
import Rest from '../../../../test/fixture/rest.ts';

class Author extends Rest {}
class Review extends Rest {}
class Book extends Rest {
  static include = {
    author: true,
    reviews: { max: 2, order: '-id', fields: 'id,stars,text' },
    praiseCount: { count: 'review', where: { stars: 5 } },
  } as const;
  static search = ['title', 'author.name'];
  static maxRecords = 200;
}

/** Books with an author and reviews. */
export function createBooks(model: ModelProvider): Router {
  return createRestRouter({
    rules: [
      ['/book/:book_id/review/:id?', '/review', 'rest'],
      ['/book/:id?', 'rest'],
      ['/author/:id?', 'rest'],
    ],
    controllers: { author: Author, book: Book, review: Review },
    model,
  });
}
