import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { packAll, ROOT } from '../../scripts/pack.js';
import { runPnpm } from '../../scripts/run.js';
import { npmInstall } from '../packed/npm-install.js';

/** Version 1.1.0, until a release has a tag. */
export const FIRST = '97f2eb10';

/** The tag of the last release. */
export function lastRelease() {
  try {
    return git('describe', '--tags', '--abbrev=0');
  } catch {
    return FIRST;
  }
}

/**
 * Build and pack a commit in a copy.
 *
 * @param {string} directory - gets the copy and the tarballs
 * @param {string} commit
 * @returns {string[]} the tarballs
 */
export function packBefore(directory, commit) {
  const root = join(directory, 'source');
  mkdirSync(root);
  const archive = execFileSync('git', ['archive', commit], { cwd: ROOT, maxBuffer: 1 << 30 });
  execFileSync('tar', ['-x'], { cwd: root, input: archive });
  runPnpm(['install', '--frozen-lockfile', '--prefer-offline'], root);
  runPnpm(['--silent', 'build'], root);
  return pack(join(directory, 'tarballs-before'), root);
}

/**
 * Pack this checkout as it was built.
 *
 * @param {string} directory - gets the tarballs
 * @returns {string[]}
 */
export function packThis(directory) {
  return pack(join(directory, 'tarballs-after'), ROOT);
}

/**
 * Install a version in a directory of its own.
 *
 * @param {string} base - does not exist yet
 * @param {readonly string[]} packages - what it needs from the registry, `express@5`
 * @param {readonly string[]} tarballs
 * @returns {string} its `node_modules`
 */
export function installVersion(base, packages, tarballs) {
  return npmInstall(base, [...packages, ...tarballs], process.env);
}

// --- internal ---

function pack(tarballs, root) {
  mkdirSync(tarballs);
  return packAll(tarballs, root).map(({ file }) => file);
}

/** @param {string[]} args */
function git(...args) {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' }).trim();
}
