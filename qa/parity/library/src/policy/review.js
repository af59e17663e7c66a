import { definePolicy } from '@rest-gen/router';

export default definePolicy({
  relations: { book: { include: { author: true } } },
  read: [{ is_open: true }, (user) => ({ user_id: user.id }), (user) => ({ 'book.author.id': user.id })],
  create: (user) => ({ user_id: user.id }),
  update: (user) => ({ user_id: user.id }),
  delete: [(user) => ({ user_id: user.id }), (user) => user.admin],
});
