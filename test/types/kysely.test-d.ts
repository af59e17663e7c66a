import type { SqlTables } from '@rest-gen/router';
import type { Kysely } from 'kysely';
import { assertType, type Equal } from './equal.ts';

/** `SqlTables` are tables of Kysely: those of SQLite here, where a boolean is a number. */
export const kysely = async (db: Kysely<SqlTables>): Promise<void> => {
  const [row] = await db
    .selectFrom('post')
    .innerJoin('author', 'author.id', 'post.authorId')
    .select(['post.id', 'post.live', 'author.name'])
    .execute();
  assertType<Equal<typeof row, { id: number; live: number; name: string } | undefined>>();
  await db.insertInto('post').values({ title: 'a' }).execute();
  // @ts-expect-error: the title is required
  await db.insertInto('post').values({ views: 1 }).execute();
  // @ts-expect-error: there is no such table
  db.selectFrom('pots');
  // @ts-expect-error: there is no such column
  db.selectFrom('post').select('titel');
};
