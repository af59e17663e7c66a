import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packAll } from '../../scripts/pack.js';
import { writeSources } from '../store/project.js';

const NAMES = ['router', 'logic', 'model', 'server'].map((name) => `@rest-gen/${name}`);

/**
 * Install the packages as users do: packed, by npm, outside of the workspace, so that each package exists once.
 *
 * @param directory - empty
 * @returns `project`, a directory with a compiled project of the generator on PostgreSQL; `libraries`, one with the packages that a program needs, and `pg`
 */
export function installProject(directory) {
  const [packed, project, libraries] = ['packed', 'project', 'libraries'].map((name) => join(directory, name));
  for (const path of [packed, project, libraries]) mkdirSync(path);
  const tarballs = packAll(packed);
  const files = (names) => tarballs.filter(({ name }) => names?.includes(name) ?? true).map(({ file }) => file);
  writeSources(project);
  npmInstall(project, files());
  writeFileSync(join(libraries, 'package.json'), '{ "private": true }');
  npmInstall(libraries, [...files(NAMES), 'express@5', 'pg@8']);
  return { project, libraries };
}

// --- internal ---

/** What pnpm adds to the environment of scripts; its `globalconfig` would hide that of npm. How npm reaches the registry stays. */
const ADDED = /^p?npm_(?!config_(?:registry|cache|userconfig|cafile|(?:https?_)?proxy|noproxy|strict_ssl)$)/i;

function npmInstall(cwd, packages) {
  const args = ['install', '--omit=dev', '--no-audit', '--no-fund', '--prefer-offline', ...packages];
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !ADDED.test(name)));
  execFileSync('npm', args, { cwd, env, stdio: ['ignore', 'ignore', 'inherit'] });
}
