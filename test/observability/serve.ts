import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { trace } from '@opentelemetry/api';
import express, { type RequestHandler } from 'express';
import { defineLogic } from '../../packages/logic/src/index.ts';
import { Controller, createRestRouter } from '../../packages/router/src/index.ts';

class Post extends Controller {
  async getAction() {
    await setImmediate();
    // Child of the action's span.
    trace.getTracer('store').startSpan('select').end();
    (this.req as unknown as { log?: { info(text: string): void } }).log?.info('reading');
    if (this.id === '13') throw new Error('no luck');
    return { id: this.id ?? null };
  }
  postAction() {
    return {};
  }
}

/** Serve a resource behind the handlers of an example, and request each path. */
export async function ask(handlers: readonly RequestHandler[], paths: readonly string[]): Promise<string[]> {
  const app = express().use(...handlers, express.Router());
  const rules = [[/\/post(?:\/(\d+))?/, 'post?id=:1', 'rest']] as const;
  const logics = { post: defineLogic({ getAction: { query: { page: { int: true } } } }) };
  app.use(createRestRouter({ rules, controllers: { post: Post }, logics }));
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const bodies: string[] = [];
  for (const path of paths) {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    bodies.push(await (await fetch(`http://127.0.0.1:${port}${path}`, { headers: { traceparent } })).text());
    await setImmediate();
  }
  server.closeAllConnections();
  server.close();
  return bodies;
}
