// Runs the checks that take too long for `.ci/run`, in order, and ends with a summary: `npx -y pnpm@10 qa nightly [names]`.
// Goes on after a check that fails, and exits with 1 then. .github/workflows/nightly.yml runs the same checks.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const POLICIES = ['sqlite', 'postgres', 'mysql'].map((store) => `test/stores/${store}/policies.test.ts`);

/**
 * @typedef {object} Nightly
 * @property {readonly string[]} qa - a check of `qa/run.js` with its arguments
 * @property {Readonly<Record<string, string>>} [env] - sizes; a value of the environment has precedence
 */

/** @type {Record<string, Nightly>} */
const NIGHTLY = {
  packed: { qa: ['packed'] },
  tutorial: { qa: ['tutorial'] },
  adapters: { qa: ['adapters'] },
  middleware: { qa: ['middleware'] },
  bundles: { qa: ['bundles'] },
  sizes: { qa: ['sizes'], env: { COMPILERS: 'all', CREATES: '10000', PLAN_RACES: '1000', CHANGES_ROUNDS: '10' } },
  bun: { qa: ['bun'] },
  upgrade: { qa: ['upgrade'] },
  postgres: { qa: ['postgres'] },
  schemas: { qa: ['schemas', 'sqlite', 'postgres', 'mariadb'] },
  openapi: { qa: ['openapi'] },
  admin: { qa: ['admin'] },
  'front-ends': { qa: ['front-ends'] },
  lint: { qa: ['lint'] },
  mcp: { qa: ['mcp'] },
  tracing: { qa: ['tracing'] },
  compared: { qa: ['compared'] },
  policies: { qa: ['random', ...POLICIES], env: { STORE_RUNS: '15' } },
  stores: { qa: ['random'], env: { STORE_RUNS: '200' } },
  generated: { qa: ['generated'], env: { FAST_CHECK_RUNS: '20000', FUZZ_REQUESTS: '500' } },
  security: {
    qa: ['security', '--timeout', '0'],
    env: { SECURITY_VARIANTS: 'all', FAST_CHECK_RUNS: '100000' },
  },
  'security-generated': { qa: ['security', 'qa/security/generated.security.ts'], env: { FAST_CHECK_RUNS: '1000000' } },
  coverage: { qa: ['coverage'] },
  faults: { qa: ['faults'], env: { FAULT_ROUNDS: '100' } },
  cluster: { qa: ['cluster'] },
  changes: { qa: ['changes'] },
  'endurance-idle': { qa: ['endurance', 'idle'] },
  'endurance-slow': { qa: ['endurance', 'slow'] },
  'endurance-hostile': { qa: ['endurance', 'hostile', '100000'] },
  'endurance-restarts': { qa: ['endurance', 'restarts'] },
  'endurance-handover': { qa: ['endurance', 'handover', '20'] },
  'endurance-growth': { qa: ['endurance', 'growth'] },
};

const names = process.argv.slice(2);
const unknown = names.filter((name) => !Object.hasOwn(NIGHTLY, name));
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}\nqa nightly [names]\n  ${Object.keys(NIGHTLY).join('\n  ')}`);
  process.exit(2);
}

const results = (names.length > 0 ? names : Object.keys(NIGHTLY)).map((name) => {
  const { qa, env = {} } = NIGHTLY[name];
  const sizes = Object.entries(env).map(([key, value]) => `${key}=${process.env[key] ?? value}`);
  const command = [...sizes, 'qa', ...qa].join(' ');
  console.log(`\n# ${name}: ${command}`);
  const began = performance.now();
  const { status } = spawnSync(process.execPath, [join(ROOT, 'qa/run.js'), ...qa], {
    cwd: ROOT,
    // A missing server is a failure here, as in .ci/run.
    env: { REST_GEN_SERVERS: 'required', ...env, ...process.env },
    stdio: 'inherit',
  });
  return { isOk: status === 0, line: `${name} (${Math.round((performance.now() - began) / 1_000)} s): ${command}` };
});

console.log('');
for (const { isOk, line } of results) console.log(`${isOk ? 'ok ' : 'BAD'} ${line}`);
const failed = results.filter(({ isOk }) => !isOk).length;
console.log(`${results.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
