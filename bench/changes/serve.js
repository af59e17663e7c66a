import { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { createChanges } from '../../packages/changes/dist/index.js';
import { defineLogic } from '../../packages/logic/dist/index.js';
import { createModels } from '../../packages/model/dist/index.js';
import { Controller, createRestRouter, definePolicy } from '../../packages/router/dist/index.js';

// `serve.js <store> <way>`: posts with the changes that `@rest-gen/changes` sends (`ours`), or with what a handler written by hand tells its clients (`by hand`): each
// new post, to those who are connected, without filters, policies or anything that is missed. It answers `usage` with its CPU time and memory.
const express = createRequire(new URL('../../packages/changes/package.json', import.meta.url))('express');
const [store, way] = process.argv.slice(2);
const models = createModels(store, {
  migrations: fileURLToPath(new URL('migrations', import.meta.url)),
});
await models.migrate();

class Post extends Controller {
  static declaresListQuery = true;
  async getAction() {
    return this.list(this.model().where(this.scope));
  }
  async postAction({ body }) {
    const [stored] = await this.model().insertMany([await this.writable(body)]);
    return this.created(stored);
  }
}
if (way === 'ours') Post.changes = true;
const title = { required: true, string: true };
const router = createRestRouter({
  rules: [['/post/:id?', '/post', 'rest']],
  controllers: { post: Post },
  logics: { post: defineLogic({ postAction: { body: { title, status: { string: true }, owner_id: { int: true } } } }) },
  policies: {
    post: definePolicy({
      read: [{ status: 'live' }, (user) => ({ owner_id: user.id })],
      create: 'everyone',
      update: 'everyone',
      delete: 'everyone',
    }),
  },
  model: models,
  user: ({ headers }) => headers['x-user'] && { id: Number(headers['x-user']) },
  log: false,
  ...(way === 'ours' && { parts: [createChanges({ maxStreams: 5_000, maxStreamsPerUser: 5_000, maxAge: 2_000_000 })] }),
});
await router.ready;
const app = express();
const added = new EventEmitter().setMaxListeners(0);
if (way !== 'ours') {
  app.get('/post', (_req, res, next) => {
    if (_req.query.live === undefined) return next();
    res.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(': here\n\n');
    const send = (text) => res.write(`data: ${text}\n\n`);
    added.on('post', send);
    res.once('close', () => added.off('post', send));
  });
  app.post('/post', (_req, res, next) => {
    const { end } = res;
    res.end = function (chunk, ...rest) {
      added.emit('post', String(chunk));
      return end.call(this, chunk, ...rest);
    };
    next();
  });
}
app.use(router);
const server = app.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
process.on('message', () => {
  globalThis.gc?.();
  const { user, system } = process.cpuUsage();
  process.send({ cpu: (user + system) / 1_000, rss: process.memoryUsage().rss / 1_048_576 });
});
process.on('disconnect', () => process.exit());
