const [major, minor] = process.versions.node.split('.').map(Number);
// Node runs TypeScript by itself from 22.18 on; before that the types are blanked out, which keeps line numbers and coverage exact.
const stripsTypes = major > 22 || (major === 22 && minor >= 18);
// mocha adds the files of a command line to those of its configuration; whoever names a file wants that one only.
const named = process.argv.slice(2).some((argument) => argument.endsWith('.ts'));

// Runs of the whole suite (`pnpm test`, `pnpm coverage`) follow a build: what tests start in processes of their own is taken from there.
if (!named) process.env.REST_GEN_BUILT = '1';

module.exports = {
  spec: named ? [] : ['test/**/*.test.ts', 'packages/*/test/**/*.test.ts', 'examples/*/test/**/*.test.ts'],
  'node-option': ['conditions=rest-source', ...(stripsTypes ? [] : ['import=ts-blank-space/register'])],
  timeout: 10_000,
};
