// The server that the tracers watch.
import process from 'node:process';
import { setImmediate } from 'node:timers/promises';
import { Controller, createRestRouter } from '@rest-gen/router';
import express from 'express';

class Post extends Controller {
  async getAction() {
    await setImmediate();
    if (this.id === '13') throw new Error('no luck');
    return { id: this.id ?? null };
  }
}

const router = createRestRouter({
  rules: [
    ['/post/:id?', 'rest'],
    [/\/v1\/(\w+)(?:\/(\d+))?/, 'v1/:1?id=:2', 'rest'],
  ],
  controllers: { post: Post, 'v1/tag': Post },
  logics: { post: { getAction: { query: { page: { int: true } } } } },
});
const app = express().use('/api', router);
const server = app.listen(0, '127.0.0.1', () => process.send?.(server.address().port));
