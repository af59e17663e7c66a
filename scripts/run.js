import { spawnSync } from 'node:child_process';
import { basename } from 'node:path';

/**
 * Run a program to its end and give back what it printed on stdout.
 *
 * @param {string} command - found through PATH; `npm` and `npx` work on Windows too
 * @param {readonly string[]} args - without spaces or quotes
 * @param {import('node:child_process').SpawnSyncOptions} [options] - `timeout` is five minutes unless it is given
 * @returns {string}
 * @throws {Error} with everything it printed, when it fails or takes too long
 */
export function run(command, args, options = {}) {
  // Windows finds `npm` as a batch file, which only a shell starts.
  const shell = process.platform === 'win32' && !command.endsWith('.exe');
  const result = spawnSync(command, args, {
    shell,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 300_000,
    maxBuffer: 64 << 20,
    ...options,
  });
  if (result.status === 0) return result.stdout;
  const reason = result.error?.message ?? `ended with ${result.signal ?? result.status}`;
  throw new Error(`${basename(command)} ${args.join(' ')}: ${reason}\n${result.stdout ?? ''}${result.stderr ?? ''}`);
}

/**
 * Run the pnpm that runs this script.
 *
 * @param {readonly string[]} args
 * @param {string} cwd - a filter of packages is relative to it, whatever `-C` says
 * @returns {string}
 * @throws {Error} as {@link run}, or when the script was not started by pnpm
 */
export function runPnpm(args, cwd) {
  const pnpm = process.env.npm_execpath ?? '';
  if (!basename(pnpm).startsWith('pnpm'))
    throw new Error('Start this through pnpm: npx -y pnpm@10 qa packages (or qa packed)');
  return /\.[cm]?js$/.test(pnpm) ? run(process.execPath, [pnpm, ...args], { cwd }) : run(pnpm, args, { cwd });
}
