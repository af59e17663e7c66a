// Other people's tools on the documents of the examples: linters, and generated clients, which are compiled with each TypeScript that users have and then
// used. Some of the tools need Node 24.
import { spawn } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const TOOLS = 'qa/openapi/node_modules';
const OUT = 'qa/openapi/generated';
const TRACKER = `${OUT}/tracker.json`;
// Without questions, reports and looks for new versions.
const env = {
  ...process.env,
  ...{ CI: 'true', REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
};

await run('--conditions=rest-source', 'qa/openapi/write-documents.ts');
await Promise.all([
  // Who sends a body may leave out what has a default.
  generate('openapi-typescript/bin/cli.js', TRACKER, '--default-non-nullable=false', '-o', `${OUT}/openapi-typescript.ts`),
  generate('@hey-api/openapi-ts/bin/run.js', '-i', TRACKER, '-o', `${OUT}/hey-api`, '-c', '@hey-api/client-fetch'),
  generate('orval/dist/bin/orval.mjs', '--input', TRACKER, '--output', `${OUT}/orval-fetch.ts`, '--client', 'fetch'),
]);
await Promise.all([
  generate('orval/dist/bin/orval.mjs', '--input', TRACKER, '--output', `${OUT}/orval-axios.ts`, '--client', 'axios'),
  generate('openapi-zod-client/bin.js', `${OUT}/tracker-filterable.json`, '-o', `${OUT}/openapi-zod-client.ts`),
  generate('swagger-typescript-api/dist/cli.mjs', 'generate', '-p', TRACKER, '-o', OUT, '-n', 'swagger-typescript-api.ts', '--axios'),
]);
for (const compiler of ['typescript5', 'typescript6', 'typescript']) {
  await run(`node_modules/${compiler}/bin/tsc`, '-p', 'qa/openapi/clients/tsconfig.json');
}
await run('node_modules/typescript/bin/tsc', '-p', 'qa/openapi/tsconfig.json');
await run('node_modules/mocha/bin/mocha.js', '--import=./qa/openapi/node_modules/tsx/dist/loader.mjs', '--timeout', '60000', 'qa/openapi/test/*.test.ts');

// --- internal ---

/** @param {string} tool @param {...string} words */
function generate(tool, ...words) {
  return run(`${TOOLS}/${tool}`, ...words);
}

/** @param {...string} words */
async function run(...words) {
  const child = spawn(process.execPath, words, { cwd: root, env, stdio: 'inherit' });
  const status = await new Promise((resolve) => child.once('exit', resolve));
  if (status !== 0) process.exit(Number(status ?? 1));
}
