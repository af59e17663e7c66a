import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createModels, type Models } from '@rest-gen/model';
import { createRestRouter, definePolicy, type RestRouter, type RestRouterOptions } from '@rest-gen/router';
import express5 from 'express';
import Rest from '../../../test/fixture/rest.ts';
import { type ChangesOptions, createChanges } from '../src/index.ts';

/** Posts, of which users see those that are live and their own, with comments; served on a port. */
export interface Board {
  readonly url: string;
  readonly server: Server;
  readonly models: Models;
  readonly router: RestRouter;
  close(): Promise<void>;
}

export interface BoardOptions {
  readonly store?: string;
  readonly create?: () => ReturnType<typeof express5>;
  readonly changes?: ChangesOptions;
  readonly router?: Partial<RestRouterOptions>;
  readonly port?: number;
}

export class Post extends Rest {
  static changes = true;
  static hidden = ['secret'];
  static include = { comments: true } as const;
  static csv = ['id', 'title'];
  static aggregate = ['status'];
}

class Comment extends Rest {
  static changes = true;
  static include = { post: true } as const;
}

class Line extends Rest {
  static changes = true;
}

export async function openBoard(options: BoardOptions = {}): Promise<Board> {
  const { store = 'sqlite::memory:', create = express5, port = 0 } = options;
  const models = createModels(store, { migrations: fileURLToPath(new URL('migrations', import.meta.url)) });
  await models.migrate();
  const own = (user: { readonly id?: unknown }) => ({ owner_id: user.id }) as never;
  const router = createRestRouter({
    rules: [
      ['/post/:post_id/comment', '/comment', 'rest'],
      ['/:controller(post|comment|line)/:id?', '/:controller', 'rest'],
    ],
    controllers: { post: Post, comment: Comment, line: Line },
    policies: {
      post: definePolicy({ read: [{ status: 'live' }, own], create: own, update: own, delete: own }),
      comment: definePolicy({ read: 'user', create: 'user', update: 'user', delete: 'user' }),
      line: definePolicy('everyone'),
      member: definePolicy('nobody'),
    },
    model: models,
    user: userOf,
    log: false,
    parts: [createChanges({ pollInterval: 10, ...options.changes })],
    ...options.router,
  });
  await router.ready;
  const app = create();
  app.use(router, router.notFound, router.errors);
  const server = app.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${taken}`,
    server,
    models,
    router,
    close: async () => {
      await router.close();
      server.closeAllConnections();
      server.close();
      await models.close();
    },
  };
}

/** The header `X-User`, or the cookie `user`, has the id of the user. */
function userOf({ headers }: { readonly headers: Readonly<Record<string, unknown>> }): { id: number } | undefined {
  const id = headers['x-user'] ?? /(?:^|; )user=(\d+)/.exec(String(headers.cookie ?? ''))?.[1];
  return id === undefined ? undefined : { id: Number(id) };
}
