import { CliError } from '../errors.ts';
import type { Io } from '../io.ts';

/**
 * Install the packages of a new project with npm, which prints to stderr and does not prompt.
 *
 * @param directory - absolute path of the project
 * @returns `E_INSTALL` when npm is missing or fails; the files of the project stay
 */
export async function install(directory: string, env: Io['env'], command: string): Promise<CliError | undefined> {
  const { spawn } = await import('node:child_process');
  const reason = await new Promise<string | undefined>((resolve) => {
    // On Windows `npm` is a batch file, which only a shell can start; these arguments are constant.
    const shell = process.platform === 'win32';
    const child = spawn('npm', ARGUMENTS, { cwd: directory, env, shell, stdio: ['ignore', 2, 2], windowsHide: true });
    child.on('error', (error) => resolve(error.message));
    child.on('close', (code, signal) => resolve(code === 0 ? undefined : `npm ended with ${signal ?? code}`));
  });
  if (reason === undefined) return undefined;
  return new CliError(
    'E_INSTALL',
    `The project was created, but its packages were not installed: ${reason}.`,
    `Fix the cause, then run: ${command}`,
  );
}

// --- internal ---

/** With development dependencies, even if `NODE_ENV` is `production`. */
const ARGUMENTS = ['install', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
