// Runs on Bun, which is no Node: a server, a validated request, an orderly stop. `npx -y bun@1 qa/packed/bun.js`
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Controller, createRestRouter } from '@rest-gen/router';
import { createServer, gracefulShutdown } from '@rest-gen/server';
import express from 'express';

assert(process.versions.bun, 'This program is for Bun.');

class Post extends Controller {
  async postAction() {
    await new Promise((resolve) => setTimeout(resolve, 200));
    return { title: this.post('title') };
  }
}

const router = createRestRouter({
  rules: [['/post', 'rest']],
  controllers: { post: Post },
  logics: { post: { postAction: { body: { title: { string: true, length: { max: 5 } } } } } },
});
const server = createServer(express().use(router)).listen(0, '127.0.0.1');
const closed = [];
const { stop } = gracefulShutdown(server, { close: [() => closed.push('router')] });
await once(server, 'listening');

const post = (title) =>
  fetch(`http://127.0.0.1:${server.address().port}/post`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ title }),
  });

const refused = await post('too long');
assert.equal(refused.status, 422);
assert.equal((await refused.json()).errors[0].pointer, '/title');

const running = post('tea');
await new Promise((resolve) => setTimeout(resolve, 100));
assert.equal(await stop(), true);
assert.deepEqual(await (await running).json(), { title: 'tea' });
assert.deepEqual(closed, ['router']);
process.exit(0);
