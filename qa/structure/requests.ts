import type { AddressInfo } from 'node:net';
import express from 'express';
import { defineLogic, partial } from '../../packages/logic/src/index.ts';
import { createModels, sql } from '../../packages/model/src/index.ts';
import { createRestRouter, definePolicy, type RestRouterOptions } from '../../packages/router/src/index.ts';
import Rest from '../../test/fixture/rest.ts';
import { countRun, type Ran } from './coverage.ts';

/** A request of a small application on SQLite. */
export interface Sample {
  readonly title: string;
  readonly hasPolicy: boolean;
  readonly method: string;
  readonly path: string;
  readonly body?: object;
  readonly status: number;
}

export const SAMPLES: readonly Sample[] = [
  { title: 'GET /post/7', hasPolicy: false, method: 'GET', path: '/post/7', status: 200 },
  { title: 'GET /post', hasPolicy: false, method: 'GET', path: '/post?title=a&sort=-id', status: 200 },
  { title: 'POST /post', hasPolicy: false, method: 'POST', path: '/post', body: { title: 'a' }, status: 201 },
  {
    title: 'POST /post with a policy',
    hasPolicy: true,
    method: 'POST',
    path: '/post',
    body: { title: 'a', author_id: 1 },
    status: 201,
  },
];

/** Which of our functions a request runs, when the ones before it have loaded what they need. */
export async function measure({ hasPolicy, method, path, body, status }: Sample): Promise<Ran> {
  const models = createModels('sqlite::memory:', { autoMigrate: false });
  await sql`create table post (id integer primary key, title varchar(80) not null, author_id integer)`.execute(
    models.kysely,
  );
  for (let id = 1; id <= 7; id += 1) await models.model('post').add({ title: 'a', author_id: 1 });
  const router = createRestRouter({
    rules: [['/post/:id?', 'rest']],
    controllers: { post: class extends Rest {} },
    logics: { post: LOGIC },
    model: models,
    log: false,
    ...(hasPolicy && OWNED),
  } as RestRouterOptions);
  await router.ready;
  const server = express().use(router, router.notFound, router.errors).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const ask = async (): Promise<void> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
    });
    const text = await response.text();
    if (response.status !== status) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  };
  try {
    return await countRun(ask);
  } finally {
    server.closeAllConnections();
    server.close();
    await models.close();
  }
}

// --- internal ---

const FIELDS = { title: { required: true, string: true, length: { max: 80 } }, author_id: { int: true } } as const;
const LOGIC = defineLogic({ postAction: { body: FIELDS }, patchAction: { body: partial(FIELDS) } });

const own = (user: { id?: unknown }): object => ({ author_id: user.id });
const OWNED = {
  user: () => ({ id: 1 }),
  policies: { post: definePolicy({ read: 'everyone', create: own, update: own, delete: own } as never) },
};
