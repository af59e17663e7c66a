import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../scripts/run.js';

/**
 * Install packages with npm in a directory of their own.
 *
 * @param {string} directory - does not exist yet
 * @param {readonly string[]} packages - names with versions, or tarballs
 * @param {NodeJS.ProcessEnv} env
 * @returns {string} its `node_modules`
 */
export function npmInstall(directory, packages, env) {
  mkdirSync(directory);
  // Without it npm installs into a directory above that has one.
  writeFileSync(join(directory, 'package.json'), '{ "private": true }');
  run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', ...packages], { cwd: directory, env });
  return join(directory, 'node_modules');
}
