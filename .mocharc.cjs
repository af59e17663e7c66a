const { existsSync, readdirSync, readFileSync } = require('node:fs');
const { availableParallelism } = require('node:os');
const { join } = require('node:path');

const [major, minor] = process.versions.node.split('.').map(Number);
// Node runs TypeScript by itself from 22.18 on; before that the types are blanked out, which keeps line numbers and coverage exact.
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
const ending = { quick: 'test.ts', all: '{test,e2e}.ts', 'left-out': 'e2e.ts' }[tests];
/** With the other ending: tests that use a server or a browser where there is one. */
const withServers = () =>
  readdirSync('packages', { recursive: true })
    .filter((path) => /^\w+\/test\/.+\.test\.ts$/.test(path))
    .map((path) => join('packages', path))
    .filter((path) => /requireServer|\/(?:database|browser)\.ts'/.test(readFileSync(path, 'utf8')));

module.exports = {
  spec: named
    ? []
    : [...folders.map((folder) => `${folder}/**/*.${ending}`), ...(tests === 'left-out' ? withServers() : [])],
  'node-option': ['conditions=rest-source', ...(stripsTypes ? [] : ['import=ts-blank-space/register'])],
  ...(!named && { parallel: true, jobs: availableParallelism(), reporter: 'dot' }),
  // Loaded in advance, for Node 20 cannot require TypeScript, and the router requires it when it meets the first logic.
  require: [join(__dirname, 'packages/logic/src/index.ts')],
  timeout: isQuick ? 10_000 : 30_000,
};
