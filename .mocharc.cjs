const { existsSync, readdirSync, readFileSync } = require('node:fs');
const { availableParallelism } = require('node:os');
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');

const [major, minor] = process.versions.node.split('.').map(Number);
// Node 22.18 and later strip types; for Node 20 scripts/strip-types.js does.
const stripsTypes = major > 22 || (major === 22 && minor >= 18);
// mocha adds the files of a command line to those of its configuration; a command line that names files runs these only.
const named = process.argv.slice(2).some((argument) => argument.endsWith('.ts'));
const tests = process.env.REST_GEN_TESTS ?? 'quick';
const isQuick = tests === 'quick';

if (!named) {
  // Whole runs follow a build: the programs that tests start are taken from there.
  process.env.REST_GEN_BUILT = '1';
  if (isQuick) process.env.REST_GEN_SERVERS = 'none';
}

// In the folder of a package: its own tests.
const isRoot = existsSync('pnpm-workspace.yaml');
const folders = isRoot ? ['test', 'packages/*/test', 'examples/*/test'] : ['test'];
/** The parts of what `pnpm test` leaves out; a file belongs to the first one that matches. */
const PARTS = {
  policies: /\/policies(?:\/|\.test\.ts$)/,
  sqlite: /\/stores\/sqlite\//,
  postgres: /\/stores\/postgres\//,
  mysql: /\/stores\/mysql\//,
  // Tests of several stores, tests that start processes or compile programs, generated projects, the browser, hundreds of servers.
  others: /./,
};
const usesServer = (path) => /requireServer|\/(?:database|browser)\.ts'/.test(readFileSync(path, 'utf8'));

/** The files that `pnpm test` leaves out. `REST_GEN_PARTS=sqlite,postgres` selects parts. */
function leftOut() {
  const parts = process.env.REST_GEN_PARTS?.split(',') ?? Object.keys(PARTS);
  const unknown = parts.filter((part) => !Object.hasOwn(PARTS, part));
  if (unknown.length > 0) throw new Error(`REST_GEN_PARTS: unknown part ${unknown}, use ${Object.keys(PARTS)}`);
  const groups = isRoot ? ['packages', 'examples'] : [];
  const tests = groups.flatMap((group) => readdirSync(group).map((name) => join(group, name, 'test')));
  return ['test', ...tests]
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder, { recursive: true }).map((path) => join(folder, path)))
    .filter((path) => /\.(?:test|e2e)\.ts$/.test(path))
    .filter((path) => path.endsWith('.e2e.ts') || usesServer(path))
    .filter((path) => parts.includes(Object.keys(PARTS).find((part) => PARTS[part].test(path))));
}

module.exports = {
  spec: named
    ? []
    : tests === 'left-out'
      ? leftOut()
      : folders.map((folder) => `${folder}/**/*.${isQuick ? 'test' : '{test,e2e}'}.ts`),
  'node-option': [
    'conditions=rest-source',
    ...(stripsTypes ? [] : [`import=${pathToFileURL(join(__dirname, 'scripts/strip-types.js'))}`]),
  ],
  ...(!named && { parallel: true, jobs: availableParallelism(), reporter: 'dot' }),
  // Loaded in advance, for Node 20 cannot require TypeScript, and the router requires it when it meets the first logic.
  require: [join(__dirname, 'packages/logic/src/index.ts')],
  timeout: 30_000,
};
