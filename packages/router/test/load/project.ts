import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Write files into a new directory that resolves our packages; `root` is its `src`. Removed by {@link removeProjects}. */
export function writeProject(
  files: Record<string, string>,
  type: 'module' | 'commonjs' = 'module',
): { directory: string; root: string } {
  const directory = mkdtempSync(join(tmpdir(), 'rest-gen-'));
  directories.push(directory);
  symlinkSync(MODULES, join(directory, 'node_modules'), 'junction');
  for (const [name, text] of Object.entries({ 'package.json': JSON.stringify({ type }), ...files })) {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), text);
  }
  return { directory, root: join(directory, 'src') };
}

export function removeProjects(): void {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true });
}

// The examples have every package of ours among their modules.
const MODULES = fileURLToPath(new URL('../../../../examples/blog/node_modules', import.meta.url));
const directories: string[] = [];
