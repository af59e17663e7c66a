import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Tools } from './contracts/tools.ts';
import { notReady } from './errors.ts';

/** Whether the tools are to be loaded at start: outside production errors teach, and a bundle has no file to load later. */
export function needsTools(teach: boolean): boolean {
  return loaded === undefined && (teach || isBundled());
}

/** Load the tools. */
export async function loadTools(): Promise<void> {
  try {
    loaded = (await import('./inspect/tools.ts')).tools;
  } catch {
    // A loader without `import()`, such as that of Jest: they are required when they are asked for.
  }
}

/**
 * The tools; where they were not loaded at start, they are loaded now.
 *
 * @throws {StartError} `E_NOT_READY` in a bundle, where they come with `ready`
 */
export function getTools(): Tools {
  if (loaded === undefined && isBundled()) throw notReady();
  loaded ??= (createRequire(import.meta.url)(FILE) as { tools: Tools }).tools;
  return loaded;
}

// --- internal ---

let loaded: Tools | undefined;

const FILE = `./inspect/tools.${/\.ts$/.test(import.meta.url) ? 'ts' : 'js'}`;

function isBundled(): boolean {
  // A bundle in CommonJS may have no address.
  return !import.meta.url || !existsSync(new URL(FILE, import.meta.url));
}
