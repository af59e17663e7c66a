import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';

/** `explain`, `describe`, `routes`, errors that teach and the line at start: a third of the modules, which production does not load. */
export type Tools = typeof import('./inspect/tools.ts');

/** Load the development tools, so that {@link getTools} has them. */
export async function loadTools(): Promise<void> {
  try {
    loaded ??= await import('./inspect/tools.ts');
  } catch {
    // A loader without `import()`, such as that of Jest: they are required when they are asked for.
  }
}

/** Whether the tools are to be loaded at start: outside production errors teach, and a bundle has no file to load later. */
export function needsTools(teach: boolean): boolean {
  return loaded === undefined && (teach || isBundled());
}

/** The development tools; where they were not loaded at start, they are loaded now. */
export function getTools(): Tools {
  loaded ??= createRequire(import.meta.url)(FILE) as Tools;
  return loaded;
}

// --- internal ---

let loaded: Tools | undefined;

const FILE = `./inspect/tools.${/\.ts$/.test(import.meta.url) ? 'ts' : 'js'}`;

function isBundled(): boolean {
  const { url } = import.meta;
  // A bundle in CommonJS has no address.
  return !url || !existsSync(new URL(FILE, url));
}
