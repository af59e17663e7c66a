const [major, minor] = process.versions.node.split('.').map(Number);
// Node runs TypeScript by itself from 22.18 on; before that the types are blanked out, which keeps line numbers and coverage exact.
const stripsTypes = major > 22 || (major === 22 && minor >= 18);

module.exports = {
  spec: ['packages/*/test/**/*.test.ts', 'examples/*/test/**/*.test.ts'],
  'node-option': ['conditions=rest-source', ...(stripsTypes ? [] : ['import=ts-blank-space/register'])],
  timeout: 10_000,
};
