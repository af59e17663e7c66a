import { lstatSync, type Stats, statSync } from 'node:fs';

/**
 * Look at what is at a path.
 *
 * @param link - for a symbolic link: what it points to (by default), or the link itself
 * @returns `undefined` when nothing can be found there: also below a file, for links in a circle, and for names that are not valid
 */
export function statPath(path: string, link?: 'the link itself'): Stats | undefined {
  try {
    return link ? lstatSync(path) : statSync(path);
  } catch {
    return undefined;
  }
}
