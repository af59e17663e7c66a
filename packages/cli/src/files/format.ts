import { createRequire } from 'node:module';
import { join } from 'node:path';
import { findUp } from '../project/project.ts';

/** Formats the text of a file as the project does. */
export type Format = (path: string, contents: string) => Promise<string>;

/**
 * The formatter of a project: Biome if it is configured and installed, else none.
 *
 * @param root - absolute path of the project
 */
export function projectFormat(root: string): Format {
  const bin = findBiome(root);
  if (bin === undefined) return async (_path, contents) => contents;
  return (path, contents) => runBiome(bin, root, path, contents);
}

/** A file of the user that is in the format of the project stays in it; another one keeps its own. */
export async function keepFormat<T extends Changed>(file: T, format: Format): Promise<T> {
  const { path, before, after } = file;
  if (before === undefined || after === undefined || (await format(path, before)) !== before) return file;
  return { ...file, after: await format(path, after) };
}

// --- internal ---

interface Changed {
  readonly path: string;
  readonly before?: string;
  readonly after?: string;
}

function findBiome(root: string): string | undefined {
  if (findUp(root, 'biome.json', 'biome.jsonc', '.biome.json', '.biome.jsonc') === undefined) return undefined;
  try {
    const manifest = createRequire(join(root, 'package.json')).resolve('@biomejs/biome/package.json');
    return join(manifest, '../bin/biome');
  } catch {
    return undefined;
  }
}

/** When Biome fails, the unformatted text is used. */
async function runBiome(bin: string, root: string, path: string, contents: string): Promise<string> {
  const { spawn } = await import('node:child_process');
  return new Promise((resolve) => {
    const args = [bin, 'format', '--colors=off', `--stdin-file-path=${path}`];
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['pipe', 'pipe', 'ignore'], windowsHide: true });
    let formatted = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      formatted += text;
    });
    child.stdin.on('error', () => undefined).end(contents);
    child.on('error', () => resolve(contents));
    child.on('close', (code) => resolve(code === 0 && formatted.trim() !== '' ? formatted : contents));
  });
}
