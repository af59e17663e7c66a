import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { copyWorkspace } from './copy-workspace.js';
import { packAll } from './pack.js';
import { run } from './run.js';

/**
 * Build and pack everything once more, in another folder, with other dates, rights, time zone and language, and compare.
 *
 * @param {readonly import('./pack.js').Tarball[]} tarballs - of the first time
 * @param {string} directory - an empty one outside of the workspace
 * @returns {Set<string>} the names of the packages whose tarballs are not the same bytes
 */
export function packAgain(tarballs, directory) {
  const [workspace, target] = [join(directory, 'workspace'), join(directory, 'packed')];
  for (const folder of [workspace, target]) mkdirSync(folder);
  copyWorkspace(workspace);
  const usual = { umask: process.umask(0o077), TZ: process.env.TZ, LC_ALL: process.env.LC_ALL };
  Object.assign(process.env, { TZ: 'Asia/Kathmandu', LC_ALL: 'C' });
  try {
    run(process.execPath, [join('node_modules', 'typescript', 'bin', 'tsc'), '-b', ...packagesOf(tarballs)], {
      cwd: workspace,
    });
    run(process.execPath, [join('scripts', 'bundle.js')], { cwd: workspace });
    const hashes = new Map(packAll(target, workspace).map(({ name, file }) => [name, hashOf(file)]));
    return new Set(tarballs.filter(({ name, file }) => hashes.get(name) !== hashOf(file)).map(({ name }) => name));
  } finally {
    process.umask(usual.umask);
    for (const name of ['TZ', 'LC_ALL']) {
      if (usual[name] === undefined) delete process.env[name];
      else process.env[name] = usual[name];
    }
  }
}

// --- internal ---

/** Those that are compiled. */
function packagesOf(tarballs) {
  return tarballs
    .map(({ folder }) => folder)
    .filter((folder) => existsSync(join(folder, 'tsconfig.json')))
    .map((folder) => join('packages', basename(folder)));
}

function hashOf(file) {
  return createHash('sha512').update(readFileSync(file)).digest('hex');
}
