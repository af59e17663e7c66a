import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run, runPnpm } from './run.js';

/**
 * @typedef {object} Tarball
 * @property {string} name - of the package
 * @property {string} folder - its folder in the workspace, absolute
 * @property {string} file - the tarball, absolute
 * @property {string[]} content - paths inside of it, `dist/index.js`
 */

/** The folder of the workspace. */
export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * Pack every package as it would be published.
 *
 * @param {string} directory - where the tarballs go
 * @param {string} [root] - the folder of the workspace, or of a copy
 * @returns {Tarball[]} in alphabetical order of their names
 */
export function packAll(directory, root = ROOT) {
  const folders = new Map(
    readdirSync(join(root, 'packages')).map((folder) => {
      const path = join(root, 'packages', folder);
      return [readManifest(path).name, path];
    }),
  );
  const hooks = `--config.global-pnpmfile=${join(root, 'scripts', 'pack-hooks.cjs')}`;
  const printed = runPnpm(
    ['-r', '--filter', './packages/*', 'pack', '--json', '--pack-destination', directory, hooks],
    root,
  );
  // Scripts that run before a package is packed are named above the list.
  const packed = JSON.parse(printed.slice(printed.indexOf('\n[') + 1));
  return packed
    .map(({ name, filename }) => ({
      name,
      folder: folders.get(name),
      file: resolve(directory, filename),
      content: listTarball(directory, filename),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * Give `work` an empty directory outside the repository, which is removed when the work is over.
 *
 * @template T
 * @param {(directory: string) => T | Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withDirectory(work) {
  const directory = mkdtempSync(join(tmpdir(), 'rest-gen-packed-'));
  try {
    return await work(directory);
  } finally {
    // A database that was closed a moment ago can stay locked on Windows.
    rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
  }
}

/**
 * @param {string} folder
 * @returns {Record<string, any>} its package.json
 */
export function readManifest(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

// --- internal ---

/** What npm unpacks: the entries of a tarball are below `package/`. A relative name, because `C:` means a host to tar. */
function listTarball(directory, file) {
  return run('tar', ['-tzf', relative(directory, resolve(directory, file))], { cwd: directory })
    .split(/\r?\n/)
    .filter((entry) => entry !== '' && !entry.endsWith('/'))
    .map((entry) => entry.replace(/^package\//, ''));
}
