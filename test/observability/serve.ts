import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import express, { type RequestHandler } from 'express';
import { defineLogic } from '../../packages/logic/src/index.ts';
import { Controller, createRestRouter } from '../../packages/router/src/index.ts';

class Post extends Controller {
  async getAction() {
    await setImmediate();
    (this.req as unknown as { log?: { info(text: string): void } }).log?.info('reading');
    if (this.id === '13') throw new Error('no luck');
    return { id: this.id ?? null };
  }
  postAction() {
    return {};
  }
}

/** Serve a resource behind the handlers of an example, and request each path, with these ids. */
export async function ask(
  handlers: readonly RequestHandler[],
  paths: readonly string[],
  ids: readonly string[],
): Promise<string[]> {
  const app = express().use(...handlers, express.Router());
  const rules = [[/\/post(?:\/(\d+))?/, 'post?id=:1', 'rest']] as const;
  const logics = { post: defineLogic({ getAction: { query: { page: { int: true } } } }) };
  app.use(createRestRouter({ rules, controllers: { post: Post }, logics }));
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const bodies: string[] = [];
  for (const [index, path] of paths.entries()) {
    const headers = { 'X-Request-Id': ids[index] ?? '' };
    bodies.push(await (await fetch(`http://127.0.0.1:${port}${path}`, { headers })).text());
    await setImmediate();
  }
  server.closeAllConnections();
  server.close();
  return bodies;
}
