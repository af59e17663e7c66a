// Packs every package for a release: node scripts/pack-release.js <directory>. `SHA512SUMS` there names the tarballs in the order in which
// they can be published: what a package needs comes before it.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { packAll, readManifest } from './pack.js';

const directory = resolve(process.argv[2] ?? 'tarballs');
mkdirSync(directory, { recursive: true });
const lines = inOrder(packAll(directory)).map(({ file }) => `${hashOf(file)}  ${basename(file)}\n`);
writeFileSync(join(directory, 'SHA512SUMS'), lines.join(''));
console.log(lines.join(''));

// --- internal ---

/** @param {readonly import('./pack.js').Tarball[]} tarballs */
function inOrder(tarballs) {
  const ordered = new Set();
  const add = (tarball) => {
    const { dependencies = {}, optionalDependencies = {} } = readManifest(tarball.folder);
    for (const other of tarballs) if (other.name in dependencies || other.name in optionalDependencies) add(other);
    ordered.add(tarball);
  };
  for (const tarball of tarballs) add(tarball);
  return [...ordered];
}

function hashOf(file) {
  return createHash('sha512').update(readFileSync(file)).digest('hex');
}
