import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, withDirectory } from '../../scripts/pack.js';
import { hashOf, installVersion, packBefore, packThis } from '../upgrade/versions.js';

/** The majors of Express. The router finds it as its peer, so each major has a directory of its own. */
export const MAJORS = [4, 5];
/** What the applications and the stores need. */
const PACKAGES = ['cors@2', 'jose@6', 'multer@2', 'pg@8', 'mysql2@3', '@photostructure/sqlite@1'];
/** Ignored by git and removed by a fresh install. */
const CACHE = join(ROOT, 'node_modules/.cache/parity');

/**
 * A commit, packed and installed once: later runs find it in the cache.
 *
 * @param {string} commit
 * @returns {Promise<string>} a directory with `express4` and `express5`, each with `node_modules`
 */
export async function installBefore(commit) {
  const hash = hashOf(commit);
  const target = join(CACHE, hash);
  if (!existsSync(target)) {
    console.log(`Building ${commit}; later runs find it in the cache.`);
    await withDirectory((directory) => installAll(target, packBefore(directory, hash)));
  }
  return target;
}

/**
 * This checkout, packed and installed as it was built: again only when the packages have changed.
 *
 * @returns {Promise<string>} as {@link installBefore}
 */
export async function installThis() {
  const target = join(CACHE, `this-${hashPackages()}`);
  if (existsSync(target)) return target;
  for (const name of existsSync(CACHE) ? readdirSync(CACHE) : [])
    if (name.startsWith('this-')) rmSync(join(CACHE, name), { recursive: true, force: true });
  await withDirectory((directory) => installAll(target, packThis(directory)));
  return target;
}

// --- internal ---

/** The directory gets its name when it is complete, so that an interrupted run leaves nothing that looks installed. */
function installAll(target, tarballs) {
  const partial = `${target}-${process.pid}`;
  mkdirSync(partial, { recursive: true });
  for (const major of MAJORS)
    installVersion(join(partial, `express${major}`), [`express@${major}`, ...PACKAGES], tarballs);
  renameSync(partial, target);
}

/** Everything that could be packed, without sources and tests. */
function hashPackages() {
  const hash = createHash('sha1');
  const packages = join(ROOT, 'packages');
  const visit = (directory) => {
    for (const entry of readdirSync(directory, { withFileTypes: true })) {
      const path = join(directory, entry.name);
      if (entry.isDirectory()) {
        if (!['node_modules', 'src', 'test', 'coverage'].includes(entry.name)) visit(path);
      } else if (!path.endsWith('.tsbuildinfo')) hash.update(path.slice(packages.length)).update(readFileSync(path));
    }
  };
  visit(packages);
  return hash.digest('hex').slice(0, 12);
}
