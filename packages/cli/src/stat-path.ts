import { lstatSync, type Stats, statSync } from 'node:fs';

/**
 * Look at what is at a path.
 *
 * @param link - for a symbolic link: what it points to (by default), or the link itself
 * @returns `undefined` when nothing is there, also below a file and for links in a circle
 */
export function statPath(path: string, link?: 'the link itself'): Stats | undefined {
  try {
    return link ? lstatSync(path) : statSync(path);
  } catch (error) {
    if (NOTHING.has((error as NodeJS.ErrnoException).code)) return undefined;
    throw error;
  }
}

// --- internal ---

const NOTHING: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ENOTDIR', 'ELOOP']);
