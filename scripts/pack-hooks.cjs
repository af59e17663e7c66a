// What pnpm does to a package.json before it packs it. Dependencies get one order, since pnpm writes those that are in the workspace in the
// order in which it has read them; and npm compares the address of the repository with that of the run that publishes.
const { basename } = require('node:path');

const SECTIONS = [
  'dependencies',
  'devDependencies',
  'optionalDependencies',
  'peerDependencies',
  'peerDependenciesMeta',
];

module.exports = {
  hooks: {
    beforePacking(manifest, folder) {
      const sections = SECTIONS.filter((name) => name in manifest).map((name) => [name, byName(manifest[name])]);
      const others = Object.entries(manifest).filter(([name]) => !SECTIONS.includes(name));
      return Object.fromEntries([...others, ...repositoryOf(folder), ...sections]);
    },
  },
};

// --- internal ---

function byName(dependencies) {
  return Object.fromEntries(Object.entries(dependencies).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function repositoryOf(folder) {
  const address = process.env.REST_GEN_REPOSITORY;
  if (!address) return [];
  return [['repository', { type: 'git', url: `git+${address}.git`, directory: `packages/${basename(folder)}` }]];
}
