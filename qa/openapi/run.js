// Other people's tools on the documents of packages/openapi: linters, and a typed client that is compiled with each TypeScript that users have.
import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

run('qa/openapi/node_modules/openapi-typescript/bin/cli.js', [
  'examples/blog/openapi.json',
  // Who sends a body may leave out what has a default.
  '--default-non-nullable=false',
  '--output',
  'qa/openapi/generated/blog.ts',
]);
for (const compiler of ['typescript5', 'typescript6', 'typescript']) {
  run(`node_modules/${compiler}/bin/tsc`, ['-p', 'qa/openapi/tsconfig.json']);
}
run('node_modules/mocha/bin/mocha.js', ['--timeout', '60000', 'qa/openapi/test/*.test.ts']);

function run(script, parameters) {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const { status } = spawnSync(process.execPath, [script, ...parameters], { cwd: root, env, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
