// Makes Prisma's client, checks the types of the adapters, and runs the conformance suite over each of them.
import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

run('qa/adapters/node_modules/prisma/build/index.js', ['generate', '--schema', 'qa/adapters/prisma/schema.prisma'], {
  // `generate` wants an engine to be there that it does not run, and would download one.
  PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
  PRISMA_HIDE_UPDATE_MESSAGE: '1',
  CHECKPOINT_DISABLE: '1',
});
run('node_modules/typescript/bin/tsc', ['-p', 'qa/adapters/tsconfig.json']);
run('node_modules/mocha/bin/mocha.js', ['--timeout', '20000', 'qa/adapters/test/adapters.test.ts']);

function run(script, parameters, env = {}) {
  const { status } = spawnSync(process.execPath, [script, ...parameters], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}
