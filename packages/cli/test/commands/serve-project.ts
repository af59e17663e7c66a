import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createRestRouter, type RestRouterOptions } from '@rest-gen/router';
import express from 'express';

export type Send = (method: string, path: string, body?: object) => Promise<{ status: number; id?: number }>;

/** Serve the project as an application does. @returns requests; the method `close` ends it */
export async function serveProject(root: string, address: string): Promise<Send> {
  const before = process.env.DATABASE_URL;
  process.env.DATABASE_URL = address;
  // An application is started in its project, where its migrations are.
  const directory = process.cwd();
  process.chdir(root);
  const { default: model } = await import(pathToFileURL(join(root, 'src/config/model.js')).href);
  process.chdir(directory);
  if (before === undefined) delete process.env.DATABASE_URL;
  else process.env.DATABASE_URL = before;
  return serve(root, { model }, () => model.close());
}

/** Serve a project without tables. */
export function serveFiles(root: string): Promise<Send> {
  return serve(root, {}, async () => {});
}

// --- internal ---

async function serve(
  root: string,
  options: Pick<RestRouterOptions, 'model'>,
  close: () => Promise<void>,
): Promise<Send> {
  const router = createRestRouter({ root: join(root, 'src'), ...options, log: false });
  await router.ready;
  const server = express().use(router).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return async (method, path, body) => {
    if (method === 'close') {
      server.close();
      server.closeAllConnections();
      await close();
      return { status: 0 };
    }
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
    });
    const text = await answer.text();
    return { ...(text !== '' && JSON.parse(text)), status: answer.status };
  };
}
