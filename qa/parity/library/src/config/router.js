import { defineRules } from '@rest-gen/router';

export default defineRules([
  ['/user/:id?', 'rest'],
  ['/user/:user_id/profile', '/profile', 'rest'],
  ['/book/:id/restore', 'book#restore', 'rest'],
  ['/book/:id/lend', 'book#lend', 'rest'],
  ['/book/:id?', 'rest'],
  [/\/book\/(\d+)\/reviews(?:\/(\d+))?/, 'review?book_id=:1&id=:2', 'rest'],
  ['/shelf/:shelf_id/book/:id?', '/book', 'rest'],
  ['/book/:book_id/attachment/:id(\\d+)?', '/attachment', 'rest'],
  ['/attachment/:id/file', '/attachment-file', 'rest'],
  ['/review/:id?', 'rest'],
  ['/shelf/:id?', 'rest'],
  ['/tag/:id?', 'rest'],
  ['/setting/:id?', 'rest'],
  ['/counter/:id?', 'rest'],
  ['/v1/book/:id?', 'rest'],
  ['/v2/book/:id?', 'rest'],
  ['/report/:kind?', 'rest'],
  ['/files/:path*', '/files', 'rest'],
  { match: '/admin', rules: [[/\/admin\/(?<name>user|tag)(?:\/(?<id>\d+))?/, ':name', 'rest']] },
]);
