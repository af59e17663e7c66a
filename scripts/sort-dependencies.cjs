// A hook of pnpm for packing: dependencies by name. It writes those that are in the workspace in the order in which it has read them.
const SECTIONS = [
  'dependencies',
  'devDependencies',
  'optionalDependencies',
  'peerDependencies',
  'peerDependenciesMeta',
];

module.exports = {
  hooks: {
    beforePacking(manifest) {
      const sections = SECTIONS.filter((name) => name in manifest).map((name) => [name, byName(manifest[name])]);
      const others = Object.entries(manifest).filter(([name]) => !SECTIONS.includes(name));
      return Object.fromEntries([...others, ...sections]);
    },
  },
};

// --- internal ---

function byName(dependencies) {
  return Object.fromEntries(Object.entries(dependencies).sort(([a], [b]) => (a < b ? -1 : 1)));
}
