import { execFile } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { ROOT } from './workspace.ts';

/** Supported compilers and their aliases. */
export const COMPILERS = [
  ['5.9', 'typescript5'],
  ['6.0', 'typescript6'],
  ['7.0', 'typescript'],
] as const;

/** The output of a compiler. Compilers print paths relative to their working directory. */
export function compile(compiler: string, parameters: readonly string[], cwd: string = ROOT): Promise<string> {
  const program = join(ROOT, 'node_modules', compiler, 'bin/tsc');
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...parameters, '--pretty', 'false'], { cwd }, (_error, stdout) =>
      resolve(stdout),
    );
  });
}
