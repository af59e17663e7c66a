import { definePolicy } from '@rest-gen/router';

definePolicy<'post'>({
  relations: { author: true },
  always: { 'author.name': 'Ann' },
  read: [{ title: 'a' }, (user) => ({ title: { contains: 'b' }, or: [{ id: 1 }] }), (user) => user.isAdmin],
  create: (user) => ({ title: user.name }),
  fields: { title: { read: 'user', write: 'nobody' } },
});
definePolicy({ read: { anything: 1 } });

definePolicy<'post'>({
  // @ts-expect-error: there is no such column
  read: { titel: 'a' },
  // @ts-expect-error: a column of numbers
  update: (user) => ({ id: { contains: user.name } }),
  // @ts-expect-error: one of the list has no such column
  create: ['user', { titel: 'a' }],
  // @ts-expect-error: there is no such word
  delete: 'evreyone',
  // @ts-expect-error: there is no such field
  fields: { titel: { read: 'user' } },
});
// @ts-expect-error: there is no such operation
definePolicy({ raed: 'everyone' });
// @ts-expect-error: there is no such table
definePolicy<'pst'>({ read: 'everyone' });
