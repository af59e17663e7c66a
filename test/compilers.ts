import { execFile } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { ROOT } from './workspace.ts';

/** Supported compilers and their aliases: the oldest and the newest, or all with `COMPILERS=all`. */
export const COMPILERS: readonly (readonly [version: string, alias: string])[] = [
  ['5.9', 'typescript5'] as const,
  ...(process.env.COMPILERS === 'all' ? [['6.0', 'typescript6'] as const] : []),
  ['7.0', 'typescript'] as const,
];

/** The output of a compiler. Compilers print paths relative to their working directory. */
export function compile(compiler: string, parameters: readonly string[], cwd: string = ROOT): Promise<string> {
  const program = join(ROOT, 'node_modules', compiler, 'bin/tsc');
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...parameters, '--pretty', 'false'], { cwd }, (_error, stdout) =>
      resolve(stdout),
    );
  });
}
