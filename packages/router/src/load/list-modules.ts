import { type Dirent, readdirSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';

/**
 * List the modules below a directory by name: `controller/v1/post.js` is `v1/post` (seed, "Versioning").
 *
 * @param extensions - in order of preference, where a name exists with several
 * @returns name → file, sorted by name; empty when the directory does not exist
 */
export function listModules(directory: string, extensions: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  walk(directory, '', extensions, found);
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

// --- internal ---

function walk(directory: string, prefix: string, extensions: readonly string[], found: Map<string, string>): void {
  for (const entry of readEntries(directory)) {
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
    const path = join(directory, entry.name);
    if (entry.isDirectory()) {
      walk(path, `${prefix}${entry.name}/`, extensions, found);
      continue;
    }
    const extension = extname(entry.name);
    const stem = entry.name.slice(0, -extension.length);
    // `post.d.ts`, `post.test.ts` and the like are not modules of the convention.
    if (!extensions.includes(extension) || stem.includes('.') || !(entry.isFile() || isLinkedFile(path))) continue;
    const name = prefix + stem;
    const other = found.get(name);
    if (other === undefined || extensions.indexOf(extension) < extensions.indexOf(extname(other)))
      found.set(name, path);
  }
}

function readEntries(directory: string): Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function isLinkedFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}
