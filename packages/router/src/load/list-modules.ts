import { type Dirent, readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { extname, join } from 'node:path';

/**
 * List the modules below a directory by name: `controller/v1/post.js` is `v1/post` (seed, "Versioning"). Links are followed.
 *
 * @param extensions - in order of preference, where a name exists with several
 * @returns name → file, sorted by name; empty when the directory does not exist
 */
export function listModules(directory: string, extensions: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  walk(directory, '', extensions, found, []);
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

// --- internal ---

function walk(
  directory: string,
  prefix: string,
  extensions: readonly string[],
  found: Map<string, string>,
  above: readonly string[],
): void {
  const entries = readEntries(directory);
  if (entries.length === 0) return;
  const real = realpathSync(directory);
  // A link to a directory that it is in would never end.
  if (above.includes(real)) return;
  for (const entry of entries) {
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
    const path = join(directory, entry.name);
    const kind = entry.isSymbolicLink() ? statSync(path, { throwIfNoEntry: false }) : entry;
    if (kind?.isDirectory()) walk(path, `${prefix}${entry.name}/`, extensions, found, [...above, real]);
    else addModule(found, prefix + entry.name, path, kind, extensions);
  }
}

function addModule(
  found: Map<string, string>,
  file: string,
  path: string,
  kind: Dirent | Stats | undefined,
  extensions: readonly string[],
): void {
  const extension = extname(file);
  const name = file.slice(0, file.length - extension.length);
  // `post.d.ts`, `post.test.ts` and the like are not modules of the convention.
  if (!kind?.isFile() || !extensions.includes(extension) || name.slice(name.lastIndexOf('/') + 1).includes('.')) return;
  const other = found.get(name);
  if (other === undefined || extensions.indexOf(extension) < extensions.indexOf(extname(other))) found.set(name, path);
}

function readEntries(directory: string): Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
