import { spawnSync } from 'node:child_process';
import { BIN } from './fixture.ts';

/**
 * Run the built command in a pseudoterminal of a width.
 *
 * @returns the lines that it shows, without colors
 */
export function linesAt(columns: number, cwd: string, words: string): string[] {
  const command = `stty cols ${columns}; exec '${process.execPath}' '${BIN}' ${words}`;
  const ran = spawnSync('script', ['-qec', command, '/dev/null'], { cwd, encoding: 'utf8', timeout: 60_000 });
  if (ran.status !== 0) throw new Error(`${words}: ${ran.status} ${ran.stdout}${ran.stderr}`);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the colors are removed.
  return ran.stdout.replace(/\u001b\[\d+m/g, '').split(/\r?\n/);
}
