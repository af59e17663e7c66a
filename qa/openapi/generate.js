// What generators make of one document: `node generate.js library`. Without a list of tools it is all of them; some need Node 24.
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const [, , name = '', ...chosen] = process.argv;
// The versions that Node 20 installs are in a folder of their own.
const folder = process.env.QA_TOOLS ?? here;
const document = join(here, 'generated', `${name}.json`);
const out = join(folder, 'generated', name);
mkdirSync(out, { recursive: true });

const ORVAL = 'orval/dist/bin/orval';
const TOOLS = {
  // Who sends a body may leave out what has a default.
  'openapi-typescript': () =>
    run(
      'openapi-typescript/bin/cli.js',
      document,
      '--default-non-nullable=false',
      '-o',
      `${out}/openapi-typescript.ts`,
    ),
  'hey-api': () => {
    const plugins = ['@hey-api/client-fetch', '@hey-api/sdk', 'zod', '@tanstack/react-query'];
    return run('@hey-api/openapi-ts/bin/run.js', '-i', document, '-o', `${out}/hey-api`, '-p', ...plugins);
  },
  'orval-fetch': () => orval('fetch'),
  'orval-axios': () => orval('axios'),
  'orval-axios-functions': () => orval('axios-functions'),
  'orval-react-query': () => orval('react-query'),
  'orval-vue-query': () => orval('vue-query'),
  'orval-swr': () => orval('swr'),
  'orval-zod': () => orval('zod'),
  'orval-angular': () => orval('angular'),
  // Mocks in a file of their own import the types only in this mode.
  'orval-mocked': () =>
    runOrval('--output', `${out}/orval-mocked/api.ts`, '--mode', 'split', '--client', 'fetch', '--mock'),
  kubb: () => run('@kubb/cli/bin/kubb.cjs', 'generate', '--config', 'kubb.config.js'),
  'swagger-typescript-api': () => swagger('swagger-typescript-api.ts', '--axios'),
  'swagger-typescript-api-fetch': () => swagger('swagger-typescript-api-fetch.ts'),
  'ng-openapi-gen': () =>
    run('ng-openapi-gen/lib/index.js', '--input', document, '--output', `${out}/ng-openapi-gen`, '--silent', 'true'),
  oazapfts: () => run('oazapfts/dist/cli.js', document, `${out}/oazapfts.ts`),
  'rtk-query': writeRtkQuery,
  'openapi-zod-client': () => run('openapi-zod-client/bin.js', document, '-o', `${out}/openapi-zod-client.ts`),
};

const all = Object.keys(TOOLS).filter((tool) => tool !== 'openapi-zod-client');
for (const tool of chosen.length > 0 ? chosen : all) await TOOLS[/** @type {keyof typeof TOOLS} */ (tool)]();

// --- internal ---

async function writeRtkQuery() {
  const { generateEndpoints } = await import('@rtk-query/codegen-openapi');
  const base = `import { createApi, fetchBaseQuery } from '@reduxjs/toolkit/query/react';

export const api = createApi({ baseQuery: fetchBaseQuery({ baseUrl: 'http://library.test' }), endpoints: () => ({}) });
`;
  writeFileSync(`${out}/rtk-base.ts`, base);
  const options = { schemaFile: document, apiFile: './rtk-base.ts', apiImport: 'api', hooks: true };
  writeFileSync(`${out}/rtk-query.ts`, await generateEndpoints(options));
}

/** @param {string} client */
function orval(client) {
  return runOrval('--output', `${out}/orval-${client}.ts`, '--client', client);
}

/** @param {...string} words */
function runOrval(...words) {
  return run(process.env.QA_TOOLS ? `${ORVAL}.js` : `${ORVAL}.mjs`, '--input', document, ...words);
}

/** @param {string} file @param {...string} words */
function swagger(file, ...words) {
  return run('swagger-typescript-api/dist/cli.mjs', 'generate', '-p', document, '-o', out, '-n', file, ...words);
}

/** @param {string} tool @param {...string} words */
async function run(tool, ...words) {
  const options = { cwd: folder, env: { ...process.env, QA_DOCUMENT: name } };
  const child = spawn(process.execPath, [join(folder, 'node_modules', tool), ...words], options);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      said += text;
    });
  }
  const status = await new Promise((resolve) => child.once('exit', resolve));
  if (status !== 0) throw new Error(`${tool} ended with ${status} on ${name}:\n${said}`);
}
