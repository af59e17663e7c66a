// Runs Express's own test suite with every server of an application made by `createServer` of @rest-gen/server. Usage:
//   git clone --depth 1 --branch v5.2.1 https://github.com/expressjs/express ../express && (cd ../express && npm install)
//   npx -y pnpm@10 build && node qa/express/express-suite.js ../express
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const [checkout, ...rest] = process.argv.slice(2);
if (checkout === undefined)
  throw new Error('Say where Express is: node qa/express/express-suite.js <checkout> [arguments of mocha]');
const cwd = resolve(checkout);
const replacement = fileURLToPath(new URL('./express-suite-require.cjs', import.meta.url));
const directory = mkdtempSync(join(tmpdir(), 'rest-gen-suite-'));
const report = join(directory, 'servers');

const { version } = JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8'));
const mocha = join(
  cwd,
  'node_modules/mocha/bin',
  readdirSync(join(cwd, 'node_modules/mocha/bin')).includes('mocha.js') ? 'mocha.js' : 'mocha',
);
const parameters = [
  '--require',
  replacement,
  '--require',
  'test/support/env',
  '--reporter',
  'dot',
  '--check-leaks',
  'test/',
  'test/acceptance/',
];
const { status } = spawnSync(process.execPath, [mocha, ...parameters, ...rest], {
  cwd,
  stdio: 'inherit',
  timeout: 600_000,
  env: { ...process.env, REST_GEN_SUITE_REPORT: report },
});
const { servers, requests, prepared } = JSON.parse(readFileSync(report, 'utf8'));
rmSync(directory, { recursive: true });
console.log(
  `Express ${version} on Node ${process.versions.node}: ${servers} servers were made by createServer; of ${requests} requests of applications ${prepared} had their prototypes already.`,
);
process.exitCode = status === 0 && prepared > 0 ? 0 : 1;
