import { lstatSync, type Stats, statSync } from 'node:fs';

/**
 * Look what is at a path.
 *
 * @param link - for a symbolic link: what it leads to (by default), or the link itself
 * @returns `undefined` for nothing: also below a file, and behind links that go in a circle
 */
export function entryAt(path: string, link?: 'the link itself'): Stats | undefined {
  try {
    return link ? lstatSync(path) : statSync(path);
  } catch (error) {
    if (NOTHING.has((error as NodeJS.ErrnoException).code)) return undefined;
    throw error;
  }
}

// --- internal ---

const NOTHING: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ENOTDIR', 'ELOOP']);
