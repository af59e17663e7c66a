import { type Models, sql } from '@rest-gen/model';
import { assertType, type Equal } from './equal.ts';

/** `models.kysely` knows the tables. */
export const kysely = async ({ kysely: db }: Models): Promise<void> => {
  const [row] = await db
    .selectFrom('post')
    .innerJoin('author', 'author.id', 'post.authorId')
    .select(['post.id', 'post.live', 'author.name'])
    .execute();
  assertType<Equal<typeof row, { id: number; live: boolean; name: string } | undefined>>();
  await db.insertInto('post').values({ title: 'a', at: new Date(), meta: '{}' }).execute();
  const since = sql<string>`${new Date()}`;
  const [found] = await db.selectFrom('post').select(['at', 'meta']).where('at', '>', since).execute();
  assertType<Equal<typeof found, { at: string | null; meta: unknown } | undefined>>();
  const update = db.updateTable('post');
  // @ts-expect-error: JSON is written as text
  await update.set({ meta: { a: 1 } }).execute();
  // @ts-expect-error: the title is required
  await db.insertInto('post').values({ views: 1 }).execute();
  // @ts-expect-error: there is no such table
  db.selectFrom('pots');
  // @ts-expect-error: there is no such column
  db.selectFrom('post').select('titel');
};
