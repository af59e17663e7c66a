// Other people's tools on the documents of the examples and of a fixture: linters, validators, and generated clients, which are compiled with each
// TypeScript that users have and then used. `run.js` runs the newest versions, some of which need Node 24; `run.js node20` those that npm installs there.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const earlier = process.argv[2] === 'node20';
const folder = `${root}qa/openapi/${earlier ? 'node20/' : ''}`;
// Without questions, reports and looks for new versions.
const env = {
  ...process.env,
  ...{ CI: 'true', REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', DO_NOT_TRACK: '1' },
  ...(earlier && { QA_TOOLS: folder }),
};

/** Generators whose newest version needs a newer Node. */
const EARLIER = [
  ...['hey-api', 'orval-fetch', 'orval-axios', 'orval-axios-functions', 'orval-react-query', 'orval-zod'],
  ...['orval-mocked'],
];

if (earlier) await runEarlier();
else await runNewest();

// --- internal ---

async function runNewest() {
  await run('--conditions=rest-source', 'qa/openapi/write-documents.ts');
  const used = ['hey-api', 'orval-fetch', 'orval-axios', 'kubb', 'swagger-typescript-api'];
  await Promise.all([
    run('qa/openapi/generate.js', 'library'),
    run('qa/openapi/generate.js', 'blog', 'openapi-typescript').then(() =>
      run('qa/openapi/generate.js', 'tracker', 'openapi-typescript', ...used),
    ),
  ]);
  await Promise.all(
    ['typescript5', 'typescript6', 'typescript'].map((compiler) => compile(compiler, 'qa/openapi/clients')),
  );
  await compile('typescript', 'qa/openapi');
  await test('qa/openapi/test/*.test.ts');
}

async function runEarlier() {
  rmSync(`${folder}generated`, { recursive: true, force: true });
  await Promise.all([
    run('qa/openapi/generate.js', 'library', ...EARLIER),
    run('qa/openapi/generate.js', 'tracker', 'hey-api'),
    // Zodios cannot type a call with the 50 query parameters of an issue.
    run('qa/openapi/generate.js', 'tracker-filterable', 'openapi-zod-client'),
  ]);
  copyClient();
  await compile('typescript', 'qa/openapi/node20');
  const files = ['clients', 'lint', 'prism'].map((name) => `qa/openapi/test/${name}.test.ts`);
  // The linters are the same.
  await test(...files, '--grep', 'client|swagger-parser');
}

/** The program that uses the client of hey-api, for the one of this folder. */
function copyClient() {
  mkdirSync(`${folder}generated/clients`, { recursive: true });
  const program = readFileSync(`${root}qa/openapi/clients/hey-api.ts`, 'utf8')
    .replaceAll('../generated/tracker/', '../tracker/')
    .replaceAll('./client.ts', '../../../clients/client.ts');
  writeFileSync(`${folder}generated/clients/hey-api.ts`, program);
}

/** @param {string} compiler @param {string} project */
function compile(compiler, project) {
  return run(`node_modules/${compiler}/bin/tsc`, '-p', `${project}/tsconfig.json`);
}

/** Generated clients have enums and imports without extensions, which Node does not run. @param {...string} files */
function test(...files) {
  const loaded = ['--conditions=rest-source', '--import=./qa/openapi/node_modules/tsx/dist/loader.mjs'];
  return run(...loaded, 'node_modules/mocha/bin/mocha.js', '--no-config', '--timeout', '60000', ...files);
}

/** @param {...string} words */
async function run(...words) {
  const child = spawn(process.execPath, words, { cwd: root, env, stdio: 'inherit' });
  const status = await new Promise((resolve) => child.once('exit', resolve));
  if (status !== 0) process.exit(Number(status ?? 1));
}
