import type { Models } from '@rest-gen/model';
import { definePolicy, type Tables } from '@rest-gen/router';
import { assertType, type Equal } from './equal.ts';

declare const models: Models;

/** Models for a user have the types of their tables. */
export const own = async (): Promise<void> => {
  const restricted = models.as({ id: 1, name: 'Ann', isAdmin: false });
  const post = await restricted.model('post').find();
  assertType<Equal<typeof post, Tables['post']['row'] | undefined>>();
  await restricted.transaction((tx) => tx.repository('author').findMany({ where: { name: 'Ann' } }));
  // @ts-expect-error: there is no such table
  restricted.model('pots');
  // @ts-expect-error: there is no such column
  restricted.model('post').where({ titel: 'a' });
};

definePolicy<'post'>({
  relations: { author: true },
  always: { 'author.name': 'Ann' },
  read: [{ title: 'a' }, () => ({ title: { contains: 'b' }, or: [{ id: 1 }] }), (user) => user.isAdmin],
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
