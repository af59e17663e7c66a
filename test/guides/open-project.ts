import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Logic } from '@rest-gen/logic';
import express from 'express';
import { render } from '../../packages/cli/src/render.ts';
import type { Models } from '../../packages/model/src/index.ts';
import {
  type ControllerClass,
  createRestRouter,
  type Policy,
  type RestRouterOptions,
  type RuleConfig,
} from '../../packages/router/src/index.ts';
import { takeAllMethods } from '../../packages/router/test/http-docs/run-curl.ts';
import { inEnvironment } from '../in-environment.ts';
import { ROOT } from '../workspace.ts';

/** A running project. */
export interface OpenProject {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Write a project into a directory of its own, with the base class of the generator and a database in memory where it has none, and serve it.
 *
 * @param files - text by path
 */
export async function openProject(files: ReadonlyMap<string, string>): Promise<OpenProject> {
  const folder = mkdtempSync(join(tmpdir(), 'rest-gen-guide-'));
  const base = await render('rest', { ts: false, esm: true });
  const all = new Map([
    ['package.json', '{ "type": "module" }'],
    ['src/controller/rest.js', base],
    [MODEL, MODELS],
    ...files,
  ]);
  for (const [path, text] of all) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  mkdirSync(join(folder, 'migrations'), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
  // The router uses `require`, which cannot load TypeScript sources in Node 20, so the files are imported here.
  const load = async (path: string): Promise<unknown> => (await import(pathToFileURL(join(folder, path)).href)).default;
  const named = async (directory: string): Promise<Record<string, unknown>> => {
    const paths = [...all.keys()].filter((path) => path.startsWith(directory));
    return Object.fromEntries(
      await Promise.all(paths.map(async (path) => [path.slice(directory.length, -'.js'.length), await load(path)])),
    );
  };
  const model = (await load(MODEL)) as Models;
  const options = all.has(OPTIONS) ? ((await load(OPTIONS)) as RestRouterOptions) : {};
  const hasPolicies = [...all.keys()].some((path) => path.startsWith('src/policy/'));
  const given = {
    ...options,
    rules: (await load('src/config/router.js')) as RuleConfig[],
    controllers: (await named('src/controller/')) as Record<string, ControllerClass>,
    logics: (await named('src/logic/')) as Record<string, Logic>,
    ...(hasPolicies && { policies: (await named('src/policy/')) as Record<string, Policy> }),
    model,
  };
  // The pages show the shorter errors of production.
  const router = inEnvironment('production', () => createRestRouter(given));
  const app = express();
  app.disable('x-powered-by');
  app.use(router, router.notFound);
  const server: Server = app.listen(0, '127.0.0.1');
  takeAllMethods(server);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.close();
      await model.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

// --- internal ---

const OPTIONS = 'src/config/options.js';
const MODEL = 'src/config/model.js';
const MODELS = `import { createModels } from '@rest-gen/model';
import { fileURLToPath } from 'node:url';

export default createModels('sqlite::memory:', { migrations: fileURLToPath(new URL('../../migrations', import.meta.url)), autoMigrate: true });
`;
