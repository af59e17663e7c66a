import { fileURLToPath } from 'node:url';
import { createModels, type Models } from '@rest-gen/model';
import {
  createRestRouter,
  definePolicy,
  type RestRouter,
  type RestRouterOptions,
  type RouterAnswer,
} from '@rest-gen/router';
import Rest from '../../../test/fixture/rest.ts';
import { createChanges, type HistoryEntry } from '../src/index.ts';

/** Posts, pages and lines with a history: users see the posts that are live and their own, and the grade of their own alone. */
export interface Archive {
  readonly models: Models;
  readonly router: RestRouter;
  get(url: string, user?: number): Promise<RouterAnswer>;
  /** The whole history, page by page. */
  history(url: string, user?: number): Promise<HistoryEntry[]>;
  close(): Promise<void>;
}

export class Post extends Rest {
  static history: boolean | { actor: string } = { actor: 'updated_by' };
  static hidden = ['secret'];
}

class Remark extends Rest {
  static history = true;
}

class Page extends Rest {
  static history = true;
  static softDelete = 'deleted_at';
}

class Slugged extends Rest {
  static history = true;
  static key = 'slug';
}

class Line extends Rest {
  static history = true;
}

const own = (user: { readonly id?: unknown }) => ({ owner_id: user.id }) as never;

export const ARCHIVE: RestRouterOptions = {
  rules: [
    ['/owner/:owner_id/post/:id?', '/post', 'rest'],
    ['/:controller(post|remark|page|line)/:id?', '/:controller', 'rest'],
    ['/v2/page/:id?', '/v2/page', 'rest'],
  ],
  controllers: { post: Post, remark: Remark, page: Page, line: Line, 'v2/page': Slugged },
  policies: {
    post: definePolicy({
      read: [{ status: 'live' }, own],
      create: own,
      update: own,
      delete: own,
      fields: { grade: { read: own } },
    } as never),
    remark: definePolicy({ read: { 'post.status': 'live' }, relations: { post: true } } as never),
    page: definePolicy({
      read: 'user',
      create: 'user',
      update: 'user',
      delete: (user: { id?: unknown }) => user.id === 1,
    }),
    line: definePolicy('everyone'),
  },
  user: ({ headers }) => (headers['x-user'] === undefined ? undefined : { id: Number(headers['x-user']) }),
  log: false,
};

export async function openArchive(
  store = 'sqlite::memory:',
  options: Partial<RestRouterOptions> = {},
): Promise<Archive> {
  const models = createModels(store, { migrations: fileURLToPath(new URL('history-migrations', import.meta.url)) });
  await models.migrate();
  const router = createRestRouter({ ...ARCHIVE, model: models, parts: [createChanges()], ...options });
  await router.ready;
  const get: Archive['get'] = (url, user = 1) => router.request('GET', url, { user: { id: user } as never });
  return {
    models,
    router,
    get,
    history: async (url, user) => {
      const entries: HistoryEntry[] = [];
      for (let next: string | undefined = url; next !== undefined; ) {
        const { status, body, headers } = await get(next, user);
        if (status !== 200) throw new Error(`${next}: ${JSON.stringify(body)}`);
        entries.push(...body);
        next = /^<([^>]+)>; rel="next"$/.exec(String(headers.link))?.[1];
      }
      return entries;
    },
    close: async () => {
      await router.close();
      await models.close();
    },
  };
}
