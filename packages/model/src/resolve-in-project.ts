import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';

/**
 * Resolve a path relative to the project: the directory of the `package.json` above the entry file, if it holds `config/router`, as the router looks for
 * it: also in `src/` or `dist/`.
 *
 * For other programs, such as the command line and test runners, it is the working directory.
 */
export function resolveInProject(path: string): string {
  return resolve(findProject(process.argv[1]) ?? '', path);
}

// --- internal ---

function findProject(entry: string | undefined): string | undefined {
  if (entry === undefined) return undefined;
  const file = existsSync(entry) ? realpathSync(entry) : entry;
  if (file.includes(`${sep}node_modules${sep}`)) return undefined;
  let directory = dirname(file);
  while (!existsSync(join(directory, 'package.json'))) {
    if (directory === dirname(directory)) return undefined;
    directory = dirname(directory);
  }
  return ['.', 'src', 'dist'].some((folder) => hasRouter(join(directory, folder, 'config'))) ? directory : undefined;
}

function hasRouter(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder).some((name) => /^router\.[cm]?[jt]s$/.test(name));
}
