import { literal } from '../render.ts';
import { databaseUrl } from './database.ts';
import type { ProjectRequest } from './plan-project.ts';

/** The command that a new project waits for. */
export const NEXT_COMMAND = "npx rest-gen controller post 'title:string!' -r";

/** `src/app`: the application, apart from its server so that tests can use it. */
export function app({ database }: ProjectRequest): string[] {
  const hasModel = database !== 'none';
  return [
    "import { createDocs } from '@rest-gen/openapi';",
    "import { createRestRouter } from '@rest-gen/router';",
    "import { live, ready } from '@rest-gen/server';",
    "import express from 'express';",
    ...(hasModel ? ["import models from './config/model.js';"] : []),
    '',
    '/** The resources: one rule each, in src/config/router. */',
    'export const router = createRestRouter({',
    '  root: import.meta.dirname,',
    ...(hasModel ? ['  model: models,'] : []),
    '  // The type of each error leads to what the documentation says of it.',
    "  problemType: '/docs/errors#',",
    '});',
    '',
    'export const app = express();',
    "app.disable('x-powered-by');",
    "app.get('/live', live());",
    `app.get('/ready', ready(${hasModel ? 'models' : ''}));`,
    '// The documentation: a page, and the OpenAPI document behind it.',
    "app.use('/docs', createDocs(router));",
    'app.use(router);',
    '// Last: what no handler took is answered 404.',
    'app.use(router.notFound);',
    '// Errors of everything above are problem documents, too.',
    'app.use(router.errors);',
  ];
}

/** `src/server`: the program. */
export function server({ language, database }: ProjectRequest): string[] {
  const isTs = language === 'ts';
  const hasModel = database !== 'none';
  return [
    ...(isTs ? ["import type { AddressInfo } from 'node:net';"] : []),
    "import './env.js';",
    "import { createServer, gracefulShutdown } from '@rest-gen/server';",
    "import { app, router } from './app.js';",
    ...(hasModel ? ["import models from './config/model.js';"] : []),
    '',
    'const server = createServer(app);',
    `// At SIGTERM and SIGINT what is in flight is answered${hasModel ? ', then the models are closed' : ''} and the process ends.`,
    `gracefulShutdown(server, { close: [router${hasModel ? ', models' : ''}] });`,
    'const wanted = Number(process.env.PORT || 3000);',
    `server.once('error', (error${isTs ? ': NodeJS.ErrnoException' : ''}) => {`,
    "  if (error.code !== 'EADDRINUSE') throw error;",
    // A template in the project, not here.
    '  console.error(`Port $' + '{wanted} is in use. Choose another one: PORT=$' + '{wanted + 1} npm start`);',
    '  process.exit(1);',
    '});',
    'server.listen(wanted, () => {',
    `  const { port } = server.address()${isTs ? ' as AddressInfo' : ''};`,
    '  console.log(`http://127.0.0.1:$' + '{port}`);',
    '});',
  ];
}

/** `src/env`: reads `.env`, on every Node and for `rest-gen migrate` too; `node --env-file-if-exists` is there from 22.9 on only. */
export function env(): string[] {
  return [
    "import { existsSync } from 'node:fs';",
    "import process from 'node:process';",
    '',
    '// Variables that are set already win.',
    "if (existsSync('.env')) process.loadEnvFile('.env');",
  ];
}

/** `src/config/router`: a list without rules. */
export function router(): string[] {
  return [
    "import { defineRules } from '@rest-gen/router';",
    '',
    'export default defineRules([',
    '  // Tried in written order: the first match wins.',
    ']);',
  ];
}

/** `src/config/model`: the provider of models. */
export function model({ name, database }: ProjectRequest): string[] {
  if (database === 'none') return [];
  return [
    "import '../env.js';",
    "import { createModels } from '@rest-gen/model';",
    '',
    `export default createModels(process.env.DATABASE_URL || ${literal(databaseUrl(database, name))});`,
  ];
}
