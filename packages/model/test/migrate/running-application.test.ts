import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createRestRouter, type RestRouterOptions } from '@rest-gen/router';
import { expect } from 'chai';
import express from 'express';
import Rest from '../../../../test/fixture/rest.ts';
import { tableMigration, temporaryFolders } from '../../../../test/stores/fixture.ts';
import { keepQuiet } from '../../../router/test/serve.ts';
import { ready } from '../../../server/src/index.ts';
import { captureErrors } from '../../../server/test/serve.ts';
import { createModels, type Models } from '../../src/index.ts';

const POST = tableMigration('post', "t.id(); t.text('title');");
const COMMENT = tableMigration('comment', "t.id(); t.text('note'); t.references('post_id', 'post').notNull();");
const MOOD = "export const up = (schema) => schema.alterTable('comment', (t) => { t.text('mood'); });";
const DELETED = "export const up = (schema) => schema.alterTable('post', (t) => { t.datetime('deleted_at'); });";

class Post extends Rest {
  static include = { comments: { fields: 'id,note' } };
}
class SoftPost extends Rest {
  static softDelete = 'deleted_at';
}
class MoodyPost extends Rest {
  static include = { comments: true };
}
class OpenPost extends Rest {}
class Comment extends Rest {}

describe('a running application, while another process migrates', () => {
  keepQuiet();
  const folder = temporaryFolders();
  const closing: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  /** Serve a store without the last migration; `migrate` applies it in other models. */
  async function serve(migrations: readonly string[], options: RestRouterOptions) {
    const files = folder();
    const write = (text: string, index: number) => writeFileSync(join(files, `${index}_step.mjs`), text);
    migrations.slice(0, -1).forEach(write);
    const url = `sqlite:${join(folder(), 'app.sqlite3')}`;
    const open = (): Models => {
      const models = createModels(url, { migrations: files, autoMigrate: false });
      closing.push(() => models.close());
      return models;
    };
    const other = open();
    await other.migrate();
    await other.model('post').insert({ title: 'One' });
    migrations.forEach(write);
    const models = open();
    const router = createRestRouter({ rules: [['/post/:id?', 'rest']], model: models, ...options });
    await router.ready;
    const server = express().get('/ready', ready(models)).use(router).listen(0, '127.0.0.1');
    await once(server, 'listening');
    closing.push(() => new Promise((resolve) => server.close(resolve)));
    const get = async (path: string) => {
      const { port } = server.address() as AddressInfo;
      const answer = await fetch(`http://127.0.0.1:${port}${path}`);
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
    };
    return { get, migrate: () => other.migrate() };
  }

  const pending: readonly (readonly [
    what: string,
    migrations: string[],
    options: RestRouterOptions,
    path: string,
    expected: object,
  ])[] = [
    [
      'the table of a relation',
      [POST, COMMENT],
      { controllers: { post: Post } },
      '/post/1?include=comments',
      { id: 1, title: 'One', comments: [] },
    ],
    [
      'the column of static softDelete',
      [POST, DELETED],
      { controllers: { post: SoftPost } },
      '/post/1',
      { id: 1, title: 'One', deleted_at: null },
    ],
    [
      'a column that a policy names',
      [POST, DELETED],
      { controllers: { post: OpenPost }, policies: { post: { read: { deleted_at: null } } } },
      '/post/1',
      { id: 1, title: 'One', deleted_at: null },
    ],
    [
      'a column of the table of a relation',
      [POST, COMMENT, MOOD],
      { controllers: { post: MoodyPost, comment: Comment } },
      '/post?comments.mood=fine',
      [],
    ],
  ];
  for (const [what, migrations, options, path, expected] of pending) {
    it(`is not ready without ${what}, and serves it afterwards`, async () => {
      const { get, migrate } = await serve(migrations, options);
      const reason = 'A migration is pending: run rest-gen migrate';
      const printed = await captureErrors(async () => {
        expect(await get('/ready')).to.deep.equal({ status: 503, body: { status: 'unavailable', reason } });
      });
      expect(printed).to.equal(`E_NOT_READY: ${reason}\n`);
      const early = await get(path);
      expect([early.status, early.body.code, early.body.hint]).to.deep.equal([503, 'E_UNAVAILABLE', reason]);
      await migrate();
      expect(await get(path)).to.deep.equal({ status: 200, body: expected });
      expect(await get('/ready')).to.deep.equal({ status: 200, body: { status: 'ready' } });
    });
  }
});
