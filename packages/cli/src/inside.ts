import { realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, relative } from 'node:path';
import { CliError } from './errors.ts';
import { statPath } from './stat-path.ts';

/**
 * Find where a path of the project really is, symbolic links followed.
 *
 * @param root - absolute path of the project
 * @param path - relative to the root; need not exist
 * @throws {CliError} `E_OUTSIDE` when that is not in the project, or when a link leads nowhere
 */
export function realPathInside(root: string, path: string): string {
  const base = realpathSync(root);
  const real = realPath(join(base, path)) ?? base;
  const steps = relative(base, real);
  if (steps === '' || steps.split(/[\\/]/, 1)[0] === '..' || isAbsolute(steps)) {
    throw new CliError(
      'E_OUTSIDE',
      `${path} leads out of the project through a symbolic link.`,
      'Replace the link by a directory or a file.',
    );
  }
  return real;
}

// --- internal ---

/** The real path of the nearest part that exists, and the rest behind it; undefined for a link that leads nowhere. */
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
