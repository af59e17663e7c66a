import { createRequire } from 'node:module';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The program that loads projects, and the flags that Node needs to run it. In this directory, so that it is found from the bundle too. */
export function childProgram(): { readonly file: string; readonly flags: readonly string[] } {
  const isSource = import.meta.url.endsWith('.ts');
  // A run of the whole suite follows a build, which starts in a fifth of the time.
  const isBuilt = isSource && process.env.REST_GEN_BUILT === '1';
  const path = isBuilt ? '../dist/inspect/child.js' : `./inspect/child.${isSource ? 'ts' : 'js'}`;
  // Sources of ours need the flags of this process, which make them run.
  const flags = isSource && !isBuilt ? process.execArgv.map(located) : [];
  return { file: fileURLToPath(new URL(path, import.meta.url)), flags };
}

// --- internal ---

/** The working directory of the child is another one, from which our tools are not found. */
function located(flag: string): string {
  const [, name] = /^--import=([^./].*)$/.exec(flag) ?? [];
  return name === undefined ? flag : `--import=${pathToFileURL(createRequire(import.meta.url).resolve(name)).href}`;
}
