import { createRequire } from 'node:module';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The program that loads projects, and the flags of Node that run it. */
export function childProgram(): { readonly file: string; readonly flags: readonly string[] } {
  const isSource = import.meta.url.endsWith('.ts');
  // Tests of the whole suite run after a build, which starts five times faster.
  const isBuilt = isSource && process.env.REST_GEN_BUILT === '1';
  const path = isBuilt ? '../../dist/inspect/child.js' : `./child.${isSource ? 'ts' : 'js'}`;
  // To run our sources, the child needs the flags of this process.
  const flags = isSource && !isBuilt ? process.execArgv.map(located) : [];
  return { file: fileURLToPath(new URL(path, import.meta.url)), flags };
}

// --- internal ---

/** The child runs in another directory, where our tools cannot be resolved. */
function located(flag: string): string {
  const [, name] = /^--import=([^./].*)$/.exec(flag) ?? [];
  return name === undefined ? flag : `--import=${pathToFileURL(createRequire(import.meta.url).resolve(name)).href}`;
}
