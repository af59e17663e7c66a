import { lstatSync, readFileSync, realpathSync, type Stats, statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative } from 'node:path';
import { CliError } from './errors.ts';

/**
 * Look at what is at a path.
 *
 * @param link - for a symbolic link: what it points to (by default), or the link itself
 * @returns `undefined` when nothing can be found there: also below a file, for links in a circle, and for names that
 *   are not valid
 */
export function statPath(path: string, link?: 'the link itself'): Stats | undefined {
  try {
    return link ? lstatSync(path) : statSync(path);
  } catch {
    return undefined;
  }
}

/**
 * Resolve the symbolic links in a path of the project.
 *
 * @param root - absolute path of the project
 * @param path - relative to the root; need not exist
 * @throws {CliError} `E_OUTSIDE` when the path is outside of the project, or a link is broken
 */
export function realPathInside(root: string, path: string): string {
  const base = realpathSync(root);
  const real = realPath(join(base, path)) ?? base;
  const steps = relative(base, real);
  if (steps === '' || steps.split(/[\\/]/, 1)[0] === '..' || isAbsolute(steps)) {
    throw new CliError(
      'E_OUTSIDE',
      `${path} is outside of the project because of a symbolic link.`,
      'Replace the link with a directory or a file.',
    );
  }
  return real;
}

/** The version of this package. */
export function ownVersion(): string {
  // `src` and `dist` are both one level below the package.
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

// --- internal ---

/** The real path of the nearest existing part, followed by the rest; undefined for a broken link. */
function realPath(path: string): string | undefined {
  if (!statPath(path, 'the link itself')) {
    const parent = realPath(dirname(path));
    return parent === undefined ? undefined : join(parent, path.slice(dirname(path).length));
  }
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
