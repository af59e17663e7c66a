import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createModels } from '@rest-gen/model';
import { createRestRouter, type ModelProvider, type RestRouter } from '@rest-gen/router';
import type { Express, RequestHandler } from 'express';
import comment from '../../../../examples/blog/src/logic/comment.ts';
import post from '../../../../examples/blog/src/logic/post.ts';
import Rest from '../../../../test/fixture/rest.ts';
import { createDocs } from '../../src/docs/create-docs.ts';
import type { DocsOptions } from '../../src/docs/options.ts';

/** A running server. */
export interface Served {
  readonly url: string;
  close(): Promise<void>;
}

/** Posts and comments as in the blog, in SQLite, and a rule for another middleware. */
export function createBlog(models: ModelProvider): RestRouter {
  return createRestRouter({
    rules: [
      ['/post/:id?', 'rest'],
      [/\/post\/(\d+)\/comments(?:\/(\d+))?/, 'comment?postId=:1&id=:2', 'rest'],
      [/\/api\/(\w+)(?:\/(\d+))?/, 'api/:1?id=:2', 'rest'],
      [/\/odd(?=\/x)\/\w/, 'post', 'rest'],
      ['/page/:name', '/page'],
    ],
    controllers: {
      post: class extends Rest {
        static description = 'What is written.';
      },
      comment: class extends Rest {},
      'api/tag': class extends Rest {},
    },
    logics: { post, comment, 'api/tag': { postAction: { body: { name: { required: true, string: true } } } } },
    model: models,
  });
}

/** A store in memory with the tables of {@link createBlog}. */
export function createStore(): ModelProvider {
  const migrations = fileURLToPath(new URL('../../../../examples/blog/migrations', import.meta.url));
  return createModels('sqlite::memory:', { migrations, autoMigrate: true });
}

/** `info` of the tests. */
export const INFO = { title: 'Blog <1>', version: '1.2.3', description: 'Posts and *comments*.' };

export type Mount = (app: Express, docs: RequestHandler, router: RestRouter) => unknown;

/** Serve {@link createBlog} and its documentation, mounted by `mount`. */
export async function serveBlog(
  createApp: () => Express,
  mount: Mount,
  options: DocsOptions = { info: INFO },
): Promise<Served> {
  const models = createStore();
  const router = createBlog(models);
  const app = createApp();
  mount(app, createDocs(router, options), router);
  const served = await serve(app);
  return {
    url: served.url,
    async close() {
      await served.close();
      await models.close();
    },
  };
}

/** Serve an application on a free port. */
export async function serve(app: Express): Promise<Served> {
  const server = createServer(app);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
