import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the repository. */
export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** The part of a `package.json` that tests read. */
export interface Manifest {
  name: string;
  version: string;
  license: string;
  engines: { node: string };
  scripts?: Record<string, string>;
  bin?: Record<string, string>;
  exports?: Record<string, string | Record<string, string>>;
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/** A folder below `packages/` or `examples/`. */
export interface Member {
  /** Relative to the root: `packages/logic`. */
  path: string;
  manifest: Manifest;
}

/** Every package, or every example, in alphabetical order. */
export function listMembers(folder: 'packages' | 'examples'): Member[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `${folder}/${entry.name}`)
    .sort()
    .map((path) => ({ path, manifest: JSON.parse(readText(`${path}/package.json`)) as Manifest }));
}

/** Every file in a folder that is not installed or generated; paths relative to the root, with `/`. */
export function listFiles(folder = ''): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => !GENERATED.has(entry.name))
    .flatMap((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      return entry.isDirectory() ? listFiles(path) : [path];
    });
}

/** @param path - relative to the root */
export function readText(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

// --- internal ---

/** The folders in `.gitignore`. `git` itself fails in a checkout of another user and in an unpacked archive. */
const GENERATED = new Set([
  ...['.git', 'node_modules', 'dist', 'coverage', 'data', 'generated'],
  // qa/front-ends
  ...['.next', '.nuxt', '.output', '.svelte-kit', '.angular', 'build'],
]);
