// Other people's tools on the documents of the examples: linters, and generated clients, which are compiled with each TypeScript that users have and then
// used. Some of the tools need Node 24.
import { spawn } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const TOOLS = 'qa/openapi/node_modules';
const OUT = 'qa/openapi/generated';
// Without questions, reports and looks for new versions.
const env = {
  ...process.env,
  ...{ CI: 'true', REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', DO_NOT_TRACK: '1' },
};

await run('--conditions=rest-source', 'qa/openapi/write-documents.ts');
await Promise.all(['blog', 'tracker'].map(generateAll));
// It writes into its working directory, whatever its configuration says.
await execute(['node_modules/@kubb/cli/bin/kubb.cjs', 'generate'], `${root}qa/openapi`);
for (const compiler of ['typescript5', 'typescript6', 'typescript']) {
  await run(`node_modules/${compiler}/bin/tsc`, '-p', 'qa/openapi/clients/tsconfig.json');
}
await run('node_modules/typescript/bin/tsc', '-p', 'qa/openapi/tsconfig.json');
// Generated clients have enums and imports without extensions, which Node does not run.
const loaded = ['--conditions=rest-source', '--import=./qa/openapi/node_modules/tsx/dist/loader.mjs'];
await run(
  ...loaded,
  'node_modules/mocha/bin/mocha.js',
  '--no-config',
  '--timeout',
  '60000',
  'qa/openapi/test/*.test.ts',
);

// --- internal ---

/**
 * Generate all clients of an example.
 *
 * @param {string} example
 */
async function generateAll(example) {
  const document = `${OUT}/${example}.json`;
  const out = `${OUT}/${example}`;
  const orval = ['orval/dist/bin/orval.mjs', '--input', document, '--output'];
  // Zodios cannot type a call with the 50 query parameters of an issue.
  const filterable = example === 'tracker' ? `${OUT}/tracker-filterable.json` : document;
  // Who sends a body may leave out what has a default.
  const options = ['--default-non-nullable=false'];
  await generate('openapi-typescript/bin/cli.js', document, ...options, '-o', `${out}/openapi-typescript.ts`);
  await generate(
    '@hey-api/openapi-ts/bin/run.js',
    '-i',
    document,
    '-o',
    `${out}/hey-api`,
    '-c',
    '@hey-api/client-fetch',
  );
  for (const client of ['fetch', 'axios']) await generate(...orval, `${out}/orval-${client}.ts`, '--client', client);
  await generate('openapi-zod-client/bin.js', filterable, '-o', `${out}/openapi-zod-client.ts`);
  const name = ['-o', out, '-n', 'swagger-typescript-api.ts', '--axios'];
  await generate('swagger-typescript-api/dist/cli.mjs', 'generate', '-p', document, ...name);
}

/** @param {string} tool @param {...string} words */
function generate(tool, ...words) {
  return run(`${TOOLS}/${tool}`, ...words);
}

/** @param {...string} words */
function run(...words) {
  return execute(words, root);
}

/** @param {string[]} words @param {string} cwd */
async function execute(words, cwd) {
  const child = spawn(process.execPath, words, { cwd, env, stdio: 'inherit' });
  const status = await new Promise((resolve) => child.once('exit', resolve));
  if (status !== 0) process.exit(Number(status ?? 1));
}
